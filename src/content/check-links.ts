import {
  pages as addresses,
  changelogFeed,
  decodeIfValid,
  licences,
  llms,
  llmsFull,
  openApi,
  status,
  statusRunsFeed,
} from '../urls.ts';
import type { Page, Section, SectionRef } from './contract.ts';
import { anchorsBySection, endpointParts } from './outline.ts';
import { isSafeHref } from './prose.ts';
import { searchableTexts } from './search-sections.ts';
import type { SectionFile } from './section-files.ts';
import { didYouMean, type Mistakes } from './yaml/mistakes.ts';

/** Link targets that are not pages of the documentation. */
const outside: string[] = [
  addresses.landing,
  addresses.apiKeys,
  addresses.account,
  openApi,
  llms,
  llmsFull,
  changelogFeed,
  licences,
  status,
  statusRunsFeed,
];

interface WrittenLink {
  href: string;
  file: string;
  line: number;
}

interface LinkedContent {
  pages: Page[];
  /** Undefined if the file cannot be read. */
  fileOf(ref: SectionRef): SectionFile | undefined;
  portal: string;
  /** Links that are not part of a section. */
  others: WrittenLink[];
}

/** A broken link in the documentation stops the start. */
export function checkLinks({ pages, fileOf, portal, others }: LinkedContent, mistakes: Mistakes): void {
  const filesOf = (page: Page) => page.sections.map(fileOf);
  const isReadable = (files: (SectionFile | undefined)[]): files is SectionFile[] =>
    !files.includes(undefined);
  /** The anchors of a page are unknown if one of its files cannot be read. */
  const anchors = new Map(
    pages.map((page) => {
      const files = filesOf(page);
      return [page.path, isReadable(files) ? anchorsOn(files.map(({ section }) => section)) : undefined];
    }),
  );
  const inSections = pages.flatMap((page) =>
    filesOf(page).flatMap((file) => linksIn(file).map((link) => ({ ...link, from: page.path }))),
  );
  for (const { href, file, line, from } of [
    ...inSections,
    ...others.map((link) => ({ ...link, from: addresses.docs })),
  ]) {
    const problem = problemOf(href, from);
    if (problem) mistakes.add(file, line, `the link ${href} ${problem}`);
  }

  function problemOf(href: string, from: string): string | undefined {
    if (!isSafeHref(href) || !URL.canParse(href, portal + from))
      return "isn't a URL: start it with https://, mailto:, / or #";
    const { origin, pathname, hash } = new URL(href, portal + from);
    const path = pathname.replace(/\.md$/, '');
    const isOfPortal = origin === new URL(portal).origin && path.startsWith(addresses.docs);
    if (outside.includes(pathname) || (!isOfPortal && !/^[/#]/.test(href))) return undefined;
    if (!anchors.has(path)) return `does not lead to a page${didYouMean(path, [...anchors.keys()])}`;
    const known = anchors.get(path);
    const anchor = decodeIfValid(hash.slice(1));
    if (anchor === '' || !known || known.has(anchor)) return undefined;
    return `does not lead to a heading${didYouMean(anchor, [...known])}`;
  }
}

/** All anchors of a page. */
function anchorsOn(sections: Section[]): Set<string> {
  const anchors = anchorsBySection(sections);
  return new Set(
    sections.flatMap((section, index) => {
      const own = anchors[index] ?? [];
      const parts =
        section.kind === 'endpoint' ? Object.keys(endpointParts).map((part) => `${own[0]}-${part}`) : [];
      return [...own, ...parts, ...searchableTexts(section, own).map(({ at }) => at)];
    }),
  );
}

function linksIn(file: SectionFile | undefined): WrittenLink[] {
  if (!file) return [];
  const { path, text, lineInFile, lineOf, section } = file;
  const { links: cards = [], steps = [] } = section.kind === 'guide' ? section.guide : {};
  const hrefs = new Set(proseOf(section).flatMap((prose) => hrefsIn(prose.replaceAll(/`[^`]*`/g, ''))));
  return [
    ...cards.map(({ href }, index) => ({ href, file: path, line: lineOf(['links', index, 'href']) })),
    ...steps.flatMap(({ action }, index) =>
      action ? [{ href: action.href, file: path, line: lineOf(['steps', index, 'action', 'href']) }] : [],
    ),
    ...text
      .split('\n')
      .flatMap((line, index) =>
        hrefsIn(line).map((href) => ({ href, file: path, line: lineInFile(index + 1) })),
      )
      .filter(({ href }) => hrefs.has(href)),
  ];
}

const hrefsIn = (text: string) => [...text.matchAll(/(?<=\]\()[^\s)]+(?=\))/g)].map(([href]) => href);

/** All texts of a section except its code. */
function proseOf(section: Section): string[] {
  const { kind } = section;
  return textsIn(kind === 'endpoint' ? section.endpoint : kind === 'guide' ? section.guide : section.mcp);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'code_examples' || name === 'response_example' ? [] : textsIn(inner),
  );
}
