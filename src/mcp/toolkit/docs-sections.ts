import type { Language } from '../../content/languages.ts';
import { anchorsByPage, endpointParts, headingsOf } from '../../content/outline.ts';
import { languagesIn, markdownOf } from '../../content/outputs/markdown.ts';
import { anchorOf } from '../../content/prose.ts';
import type { Site } from '../../content/site.ts';
import type { Page } from '../../content/site-schema.ts';
import { notFound } from '../../platform/errors.ts';
import { withoutTrailingSlashes } from '../../urls.ts';

/** A page of the documentation, a section of it, or one heading in the section. */
interface DocsSection {
  page: Page;
  section: string | undefined;
  /** The anchor of a heading in the section. */
  heading: string | undefined;
}

const isAnchorIn = (anchor: string, section: string) =>
  anchor === section || anchor.startsWith(`${section}-`);

/** Finds a section by a path or a whole URL, with or without an anchor. */
export function requireSection(site: Site, address: string, sectionName?: string): DocsSection {
  const [pagePath, ownAnchor] = (address.startsWith(site.url) ? address.slice(site.url.length) : address)
    .trim()
    .replace(/\.md\b/, '')
    .split('#') as [string, string?];
  const path = withoutTrailingSlashes(pagePath);
  const page = site.pages.find((each) => each.path === path);
  if (!page) throw notFound(`No such page. The pages are ${site.pages.map((each) => each.path).join(', ')}.`);
  const name = sectionName ?? ownAnchor;
  if (!name) return { page, section: undefined, heading: undefined };
  const anchor = anchorOf(name.replace(/^#/, ''));
  const anchors = headingsOf(site.sectionsOf(page)).map((heading) => heading.anchor);
  // The anchor of a heading starts with the anchor of its section.
  const section = anchors.filter((each) => isAnchorIn(anchor, each)).sort((a, b) => b.length - a.length)[0];
  if (!section) return findHeading(site, page, anchors, anchor);
  return { page, section, heading: anchor === section ? undefined : anchor.slice(section.length + 1) };
}

/** Finds a section by a part of a heading in it, such as `403` on the page of errors. */
function findHeading(site: Site, page: Page, anchors: string[], part: string): DocsSection {
  for (const section of anchors) {
    const titles = [...(markdownOf(site, page.path, section) ?? '').matchAll(/^### (.+)$/gm)];
    const heading = titles.map(([, title]) => anchorOf(title!)).find((each) => each.includes(part));
    if (heading !== undefined) return { page, section, heading };
  }
  throw notFound(`This page has no such section. Its sections are ${anchors.join(', ')}.`);
}

/** The Markdown of a section. An unknown heading gives the whole section. */
export function readSection(
  site: Site,
  { page, section, heading }: DocsSection,
  language: Language | undefined,
): string {
  const markdown = markdownOf(site, page.path, section, language) ?? '';
  if (heading === undefined) return markdown;
  const [head = '', ...parts] = markdown.split(/\n(?=### )/);
  const found = parts.find((part) => {
    const title = part.slice(4, part.indexOf('\n')).replace(/^\d+\. /, '');
    const [name] = Object.entries(endpointParts).find(([, each]) => each === title) ?? [anchorOf(title)];
    return isAnchorIn(heading, name);
  });
  return found ? `${head.slice(0, head.indexOf('\n'))}\n\n${found.trimEnd()}\n` : markdown;
}

/** The part of an endpoint's section that has its code. */
const codePart: keyof typeof endpointParts = 'endpoints';

/** The languages of the code in a section that the search found, and the path to read that code. */
export function findCode(site: Site, href: string): { languages: Language[]; path: string } {
  const [path, anchor = ''] = href.split('#') as [string, string?];
  const page = site.pages.find((each) => each.path === path);
  const sections = page ? site.sectionsOf(page) : [];
  const all = anchorsByPage(sections);
  const index = all.findIndex((anchors) => anchors.some((each) => isAnchorIn(anchor, each)));
  const section = sections[index];
  if (!section) return { languages: [], path: href };
  const isWhole = section.kind === 'endpoint' && anchor === all[index]?.[0];
  return { languages: languagesIn(section), path: isWhole ? `${href}-${codePart}` : href };
}
