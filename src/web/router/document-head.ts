import type { PageHead } from './site-map.ts';

/** After a move the head says what it would say had the page been loaded. */
export function updateHead({ title, description, markdown, robots }: PageHead, path: string): void {
  document.title = title;
  put('meta', { name: 'description' }, 'content', description);
  put('meta', { name: 'robots' }, 'content', robots);
  put('link', { rel: 'canonical' }, 'href', new URL(path, canonicalOrigin()).href);
  put('link', { rel: 'alternate', type: 'text/markdown' }, 'href', markdown);
}

/** The element that is known by these attributes, with this value; or none. */
function put(tag: string, known: Record<string, string>, attribute: string, value: string | undefined): void {
  const attributes = Object.entries(known);
  const selector = tag + attributes.map(([name, text]) => `[${name}="${text}"]`).join('');
  const found = document.head.querySelector(selector);
  if (value === undefined) {
    found?.remove();
    return;
  }
  const element = found ?? document.head.appendChild(document.createElement(tag));
  for (const [name, text] of [...attributes, [attribute, value] as const]) element.setAttribute(name, text);
}

function canonicalOrigin(): string {
  const canonical = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  return canonical ? new URL(canonical.href).origin : location.origin;
}
