import type { Language, Page, Section } from '../../content/contract.ts';
import { anchorsByPage, endpointParts, headingsOf } from '../../content/outline.ts';
import { languagesIn, markdownOf } from '../../content/outputs/markdown.ts';
import { anchorOf } from '../../content/prose.ts';
import type { Site } from '../../content/site.ts';
import { notFound } from '../../platform/errors.ts';
import { withoutSlashesBehind } from '../../urls.ts';

/** A page of the documentation, a section of it, or one heading inside that. */
interface DocsPlace {
  page: Page;
  section: string | undefined;
  /** The anchor of a heading inside the section. */
  inside: string | undefined;
}

/** By its path or its whole address, with or without an anchor. */
export function requireDocsPlace(site: Site, given: string, wantedSection?: string): DocsPlace {
  const [pagePath, ownAnchor] = (given.startsWith(site.url) ? given.slice(site.url.length) : given)
    .trim()
    .replace(/\.md\b/, '')
    .split('#') as [string, string?];
  const path = withoutSlashesBehind(pagePath);
  const page = site.pages.find((each) => each.path === path);
  if (!page)
    throw notFound(`There is no such page. The pages are ${site.pages.map((each) => each.path).join(', ')}.`);
  const wanted = wantedSection ?? ownAnchor;
  if (!wanted) return { page, section: undefined, inside: undefined };
  const anchor = anchorOf(wanted.replace(/^#/, ''));
  const anchors = headingsOf(site.sectionsOf(page)).map((heading) => heading.anchor);
  // What is found inside a section has the section's anchor in front of its own.
  const section = anchors
    .filter((each) => anchor === each || anchor.startsWith(`${each}-`))
    .sort((a, b) => b.length - a.length)[0];
  if (!section) return findByWords(site, page, anchors, anchor);
  return { page, section, inside: anchor === section ? undefined : anchor.slice(section.length + 1) };
}

/** By a part of a heading inside one of the sections: `403` on the page of errors. */
function findByWords(site: Site, page: Page, anchors: string[], words: string): DocsPlace {
  for (const section of anchors) {
    const titles = [...(markdownOf(site, page.path, section) ?? '').matchAll(/^### (.+)$/gm)];
    const inside = titles.map(([, title]) => anchorOf(title!)).find((each) => each.includes(words));
    if (inside !== undefined) return { page, section, inside };
  }
  throw notFound(`This page has no such section. Its sections are ${anchors.join(', ')}.`);
}

export function readDocsPlace(site: Site, place: DocsPlace, language: Language | undefined): string {
  const { page, section, inside } = place;
  const markdown = markdownOf(site, page.path, section, language) ?? '';
  return inside === undefined ? markdown : partOf(markdown, inside);
}

const partNames = Object.entries(endpointParts) as [string, string][];

/** The part of a section under one h3; all of it where there is no such heading. */
function partOf(markdown: string, inside: string): string {
  const [head = '', ...parts] = markdown.split(/\n(?=### )/);
  const found = parts.find((part) => {
    const title = part.slice(4, part.indexOf('\n')).replace(/^\d+\. /, '');
    const name = partNames.find(([, words]) => words === title)?.[0] ?? anchorOf(title);
    return inside === name || inside.startsWith(`${name}-`);
  });
  return found ? `${head.slice(0, head.indexOf('\n'))}\n\n${found.trimEnd()}\n` : markdown;
}

interface CodePlace {
  languages: Language[];
  /** The nearest place to read it. */
  path: string;
}

/** The languages of the code at an address that the search has found. */
export function findCode(site: Site, href: string): CodePlace {
  const [path, anchor = ''] = href.split('#') as [string, string?];
  const page = site.pages.find((each) => each.path === path);
  const sections: Section[] = page ? site.sectionsOf(page) : [];
  const all = anchorsByPage(sections);
  const index = all.findIndex((anchors) =>
    anchors.some((each) => anchor === each || anchor.startsWith(`${each}-`)),
  );
  const section = sections[index];
  if (!section) return { languages: [], path: href };
  const isWhole = section.kind === 'endpoint' && anchor === all[index]?.[0];
  return { languages: languagesIn(section), path: isWhole ? `${href}-${codePart}` : href };
}

/** The part of an endpoint's section that has its code. */
const codePart: keyof typeof endpointParts = 'endpoints';
