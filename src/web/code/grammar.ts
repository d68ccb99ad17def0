export type Grammar = 'bash' | 'python' | 'java' | 'ruby' | 'json' | 'yaml' | 'text';

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
