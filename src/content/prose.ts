/** The content files use a subset of Markdown: paragraphs, lists, `code`, **bold** and [links](/docs), but no HTML. */

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'bold'; content: Inline[] }
  | { kind: 'link'; href: string; content: Inline[] };

type Block = { kind: 'paragraph'; content: Inline[] } | { kind: 'list'; ordered: boolean; items: Inline[][] };

export function parseProse(text: string): Block[] {
  return text
    .trim()
    .split(/\n[ \t]*\n/)
    .flatMap((part) => parseBlocks(part.split('\n')));
}

/** A list may follow a paragraph without a blank line between them. */
function parseBlocks(lines: string[]): Block[] {
  const blocks: { marker: string; texts: string[] }[] = [];
  for (const line of lines) {
    const item = /^\s*([-*]|\d+\.)\s+(.*)$/.exec(line);
    const marker = item ? (item[1]?.endsWith('.') ? '1.' : '-') : '';
    const last = blocks.at(-1);
    if (item) {
      if (last?.marker === marker) last.texts.push(item[2] ?? '');
      else blocks.push({ marker, texts: [item[2] ?? ''] });
    } else if (last && (last.marker === '' || /^\s/.test(line))) {
      last.texts.push(`${last.texts.pop()} ${line.trim()}`);
    } else {
      blocks.push({ marker: '', texts: [line.trim()] });
    }
  }
  return blocks.map(({ marker, texts }) =>
    marker
      ? { kind: 'list', ordered: marker === '1.', items: texts.map(parseInline) }
      : { kind: 'paragraph', content: parseInline(texts[0] ?? '') },
  );
}

const marks = /`([^`]+)`|\*\*(.+?)\*\*|\[([^\]]+)\]\(([^\s)]+)\)/;

export function parseInline(text: string): Inline[] {
  const found = marks.exec(text);
  if (!found) return text ? [{ kind: 'text', text }] : [];
  const before = text.slice(0, found.index);
  const after = text.slice(found.index + found[0].length);
  return [...(before ? [{ kind: 'text' as const, text: before }] : []), markOf(found), ...parseInline(after)];
}

function markOf([whole, code, bold, label, href]: RegExpExecArray): Inline {
  if (code !== undefined) return { kind: 'code', text: code };
  if (bold !== undefined) return { kind: 'bold', content: parseInline(bold) };
  if (label === undefined || href === undefined || !isSafeHref(href)) return { kind: 'text', text: whole };
  return { kind: 'link', href, content: parseInline(label) };
}

/** A link leads to this site, the web or an email address, never to `javascript:` or `//host`. */
export function isSafeHref(href: string): boolean {
  return /^(https?:\/\/|mailto:|#|\/(?![/\\]))/.test(href);
}

export function plainText(content: Inline[]): string {
  return content.map((part) => ('text' in part ? part.text : plainText(part.content))).join('');
}

/** The anchor of a heading: its words in lower case, joined by hyphens. */
export function anchorOf(title: string): string {
  return (
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '') || 'section'
  );
}

/** The anchors of a page's headings in order; a repeated title gets a number. */
export function anchorsOf(titles: string[]): string[] {
  const seen = new Map<string, number>();
  return titles.map((title) => {
    const anchor = anchorOf(title);
    const count = (seen.get(anchor) ?? 0) + 1;
    seen.set(anchor, count);
    return count === 1 ? anchor : `${anchor}-${count}`;
  });
}

/** The anchor of a parameter below the anchor of its heading or of the parameter that holds it. */
export const parameterAnchor = (parent: string, name: string) => `${parent}-${anchorOf(name)}`;
