/** A fenced block of a Markdown text. */
export interface Fence {
  /** The heading above the block. */
  section: string;
  /** The language after the opening fence; empty for a drawing. */
  language: string;
  text: string;
  line: number;
}

export function fencesOf(markdown: string): Fence[] {
  const fences: Fence[] = [];
  let section = '';
  let open: Fence | undefined;
  for (const [index, line] of markdown.split('\n').entries()) {
    const language = /^\s*```(.*)$/.exec(line)?.[1];
    if (open && language !== undefined) {
      fences.push(open);
      open = undefined;
    } else if (open) open.text += `${line}\n`;
    else if (language !== undefined) open = { section, language: language.trim(), text: '', line: index + 1 };
    else if (/^#+ /.test(line)) section = line.replace(/^#+ /, '');
  }
  if (open) throw new Error(`The fence of line ${open.line} is not closed`);
  return fences;
}
