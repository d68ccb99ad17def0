export type Grammar = 'bash' | 'python' | 'java' | 'ruby' | 'json' | 'yaml' | 'text';
export type Highlight = (text: string, grammar: Grammar) => string;

/** The server installs the highlighter at once; the browser has none until the first move needs it. */
let installed: Highlight | undefined;

export function installHighlighter(highlight: Highlight): void {
  installed = highlight;
}

export async function loadHighlighter(): Promise<void> {
  if (installed) return;
  const { highlight } = await import('./prism.ts');
  installed = highlight;
}

/** HTML, safe to insert: highlighted where the highlighter is there, escaped where it is not. */
export function codeHtml(text: string, grammar: Grammar): string {
  return installed ? installed(text, grammar) : escapeHtml(text);
}

export const isHighlighterInstalled = () => installed !== undefined;

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
