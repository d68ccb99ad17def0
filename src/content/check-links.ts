import { pages as addresses, changelogFeed, llms, llmsFull, openApi, status } from '../urls.ts';
import type { Page, Section } from './contract.ts';
import { anchorsByPage, endpointParts } from './outline.ts';
import { foundIn } from './search-sections.ts';
import { fileNameOf, type SectionFile } from './section-files.ts';
import { ContentError } from './yaml/content-error.ts';
import { didYouMean } from './yaml/nearest.ts';

/** What a link may lead to beside the pages of the documentation. */
const outside: string[] = [
  addresses.landing,
  addresses.apiKeys,
  addresses.account,
  openApi,
  llms,
  llmsFull,
  changelogFeed,
  status,
];

interface WrittenLink {
  href: string;
  file: string;
  line: number;
}

interface Linked {
  pages: Page[];
  files: Map<string, SectionFile>;
  portal: string;
  /** Those that stand in no section. */
  others: WrittenLink[];
}

/** A link of the documentation that leads nowhere stops the start. */
export function checkLinks({ pages, files, portal, others }: Linked): void {
  const fileOf = (ref: Page['sections'][number]) => files.get(fileNameOf(ref))!;
  const anchors = new Map(
    pages.map((page) => [page.path, anchorsOn(page.sections.map((ref) => fileOf(ref).section))]),
  );
  const inSections = pages.flatMap((page) =>
    page.sections.flatMap((ref) => linksIn(fileOf(ref)).map((link) => ({ ...link, from: page.path }))),
  );
  for (const { href, file, line, from } of [
    ...inSections,
    ...others.map((link) => ({ ...link, from: addresses.docs })),
  ]) {
    const fault = faultOf(new URL(href, portal + from), href);
    if (fault) throw new ContentError(file, line, fault);
  }

  function faultOf({ origin, pathname, hash }: URL, href: string): string | undefined {
    const path = pathname.replace(/\.md$/, '');
    const isOfPortal = origin === new URL(portal).origin && path.startsWith(addresses.docs);
    if (outside.includes(pathname) || (!isOfPortal && !href.startsWith('/'))) return undefined;
    const known = anchors.get(path);
    if (!known) return `the link ${href} leads to no page${didYouMean(path, [...anchors.keys()])}`;
    const anchor = decodeURIComponent(hash.slice(1));
    if (anchor === '' || known.has(anchor)) return undefined;
    return `the link ${href} leads to no heading${didYouMean(anchor, [...known])}`;
  }
}

/** Everything on a page that has an address of its own. */
function anchorsOn(sections: Section[]): Set<string> {
  const anchors = anchorsByPage(sections);
  return new Set(
    sections.flatMap((section, index) => {
      const own = anchors[index] ?? [];
      const parts =
        section.kind === 'endpoint' ? Object.keys(endpointParts).map((part) => `${own[0]}-${part}`) : [];
      return [...own, ...parts, ...foundIn(section, own).map(({ at }) => at)];
    }),
  );
}

function linksIn({ path: file, text, lineInFile }: SectionFile): WrittenLink[] {
  return text.split('\n').flatMap((line, index) => {
    const links = [...line.matchAll(/\]\(([^\s)]+)\)|^\s*(?:- )?href: (\S+)/g)];
    return links.map(([, inProse, ofCard]) => ({
      href: inProse ?? ofCard!,
      file,
      line: lineInFile(index + 1),
    }));
  });
}
