import { z } from 'zod';
import { type Language, languageLabels, languages } from '../../content/languages.ts';
import { anchorsBySection, endpointParts, headingsOf } from '../../content/outline.ts';
import { languagesOf, markdownOf } from '../../content/outputs/markdown.ts';
import { anchorOf } from '../../content/prose.ts';
import type { SearchHit } from '../../content/search.ts';
import type { Site } from '../../content/site.ts';
import type { Page } from '../../content/site-schema.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { withoutTrailingSlashes } from '../../urls.ts';
import { choice, integer } from '../toolkit/parameters.ts';
import { defineTool, maxTextLength, nextArguments, nextLine } from '../toolkit/tool.ts';

const maxHits = 5;

export const searchDocs = defineTool({
  name: 'search_docs',
  title: 'Search the documentation',
  path: undefined,
  input: z.strictObject({
    query: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .describe('Search words, such as "wrong key", or with a language: "first call ruby".'),
  }),
  output: z.object({
    results: z
      .array(
        z.object({
          title: z.string(),
          path: z.string().describe('Pass this to read_docs_page'),
          url: z.string().describe('The web page of the same text'),
          excerpt: z.string(),
          languages: z
            .array(z.enum(languages))
            .describe('Languages of its code: pass one to read_docs_page as language'),
        }),
      )
      .describe('Best first'),
  }),
  answer({ query }, { site, search }) {
    const { words, language } = splitLanguage(query);
    const hasLanguage = ({ href }: SearchHit) =>
      !language || findCode(site, href).languages.includes(language);
    const ranked = Map.groupBy(removeDuplicates(search(words)), hasLanguage);
    const best = [...(ranked.get(true) ?? []), ...(ranked.get(false) ?? [])].slice(0, maxHits);
    const results = best.map(({ title, context, href, excerpt }) => {
      const code = findCode(site, href);
      const path = language ? code.path : href;
      const fullTitle = context ? `${title} (${context})` : title;
      return { title: fullTitle, path, url: site.url + path, excerpt, languages: code.languages };
    });
    const text = results.map(({ title, path, excerpt, languages }) => {
      const code = languages.length > 0 ? `\nCode: ${languages.join(', ')}` : '';
      return `${title}: ${path}\n${excerpt}${code}`;
    });
    return { text: text.join('\n\n') || 'No results. Try fewer or other words.', data: { results } };
  },
});

/** Code is not searched, so a language in the query chooses among the results for the other words. */
function splitLanguage(query: string): { words: string; language: Language | undefined } {
  const isName = (word: string, language: Language) =>
    [language, languageLabels[language].toLowerCase()].includes(word.toLowerCase());
  const all = query.split(/\s+/);
  const language = languages.find((each) => all.some((word) => isName(word, each)));
  const words = all.filter((word) => !language || !isName(word, language)).join(' ');
  return words === '' ? { words: query, language: undefined } : { words, language };
}

/** Endpoints may share a text, which is listed once. */
const removeDuplicates = (hits: SearchHit[]) =>
  [...Map.groupBy(hits, ({ title, excerpt }) => `${title} ${excerpt}`).values()].flatMap((same) =>
    same.slice(0, 1),
  );

/** Space for the arguments of the next part, in addition to the text of a part. */
const maxPartLength = maxTextLength - 300;

export const readDocsPage = defineTool({
  name: 'read_docs_page',
  title: 'Read the documentation',
  path: undefined,
  input: z.strictObject({
    path: z
      .string()
      .max(300)
      .describe(
        'A page such as /docs/mcp, or one section of it with its anchor: /docs/mcp#overview. search_docs finds them; /docs is the overview.',
      ),
    section: z.string().max(200).optional().describe('One section of the page, by its title or anchor.'),
    language: choice(languages).optional().describe('Show code in this language only. Defaults to all.'),
    part: integer(1, 1000).optional().describe('Long pages come in parts, from 1.'),
  }),
  output: z.object({
    title: z.string(),
    url: z.string(),
    markdown: z.string(),
    part: z.int(),
    parts: z.int(),
    next_arguments: nextArguments,
  }),
  answer(given, { site }) {
    const { part = 1, language } = given;
    const found = requireSection(site, given.path, given.section);
    const parts = splitMarkdown(readSection(site, found, language));
    const markdown = parts[part - 1];
    if (markdown === undefined)
      throw badRequest(`This page has ${parts.length} parts: part must not be greater.`);
    const { page, section, heading } = found;
    const anchor = heading === undefined ? section : `${section}-${heading}`;
    const path = anchor ? `${page.path}#${anchor}` : page.path;
    const next = part < parts.length ? { path, ...(language && { language }), part: part + 1 } : undefined;
    const url = site.url + path;
    return {
      text: markdown + nextLine(next),
      data: { title: page.title, url, markdown, part, parts: parts.length, next_arguments: next },
    };
  },
});

/** Splits at paragraphs if possible, otherwise at lines. */
function splitMarkdown(markdown: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (const line of markdown.split(/(?<=\n)/)) {
    if (part !== '' && part.length + line.length > maxPartLength) {
      const paragraph = part.lastIndexOf('\n\n') + 2;
      const end = paragraph > part.length / 2 ? paragraph : part.length;
      parts.push(part.slice(0, end));
      part = part.slice(end);
    }
    part += line;
  }
  return [...parts, part];
}

/** A page of the documentation, a section of it, or one heading in the section. */
interface DocsSection {
  page: Page;
  section: string | undefined;
  heading: string | undefined;
}

const isAnchorIn = (anchor: string, section: string) =>
  anchor === section || anchor.startsWith(`${section}-`);

/** Finds a section by a path or a whole URL, with or without an anchor. */
function requireSection(site: Site, address: string, sectionName?: string): DocsSection {
  const [pagePath = '', ownAnchor] = (address.startsWith(site.url) ? address.slice(site.url.length) : address)
    .trim()
    .replace(/\.md\b/, '')
    .split('#');
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
    const heading = titles.map(([, title = '']) => anchorOf(title)).find((each) => each.includes(part));
    if (heading !== undefined) return { page, section, heading };
  }
  throw notFound(`This page has no such section. Its sections are ${anchors.join(', ')}.`);
}

/** The Markdown of a section. An unknown heading gives the whole section. */
function readSection(
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
function findCode(site: Site, href: string): { languages: Language[]; path: string } {
  const [path = '', anchor = ''] = href.split('#');
  const page = site.pages.find((each) => each.path === path);
  const sections = page ? site.sectionsOf(page) : [];
  const all = anchorsBySection(sections);
  const index = all.findIndex((anchors) => anchors.some((each) => isAnchorIn(anchor, each)));
  const section = sections[index];
  if (!section) return { languages: [], path: href };
  const isWhole = section.kind === 'endpoint' && anchor === all[index]?.[0];
  return { languages: languagesOf(section), path: isWhole ? `${href}-${codePart}` : href };
}
