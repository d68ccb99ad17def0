import { z } from 'zod';
import { headingsOf } from '../../content/outline.ts';
import { markdownOf } from '../../content/outputs/markdown.ts';
import type { Site } from '../../content/site.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { withoutSlashesBehind } from '../../urls.ts';
import { defineTool, nextArguments, nextLine } from '../toolkit/tool.ts';

/** The text is in the answer twice. */
const partCharactersMax = 8_500;

export const readDocsPage = defineTool({
  name: 'read_docs_page',
  title: 'Read the documentation',
  path: undefined,
  input: z.strictObject({
    path: z
      .string()
      .max(300)
      .describe(
        'A page such as /docs/forecast-api/points, or one section of it with its anchor: /docs/forecast-api/points#point-forecasts. search_docs finds them; /docs is the overview.',
      ),
    part: z.int().min(1).max(1000).optional().describe('Long pages come in parts, from 1.'),
  }),
  output: z.object({
    title: z.string(),
    url: z.string(),
    markdown: z.string(),
    part: z.int(),
    parts: z.int(),
    next_arguments: nextArguments,
  }),
  answer({ path, part = 1 }, { site }) {
    const { page, section } = requirePlace(site, path);
    const parts = split(markdownOf(site, page.path, section) ?? '');
    if (part > parts.length)
      throw badRequest(`This page has ${parts.length} parts: part must not be greater.`);
    const where = section ? `${page.path}#${section}` : page.path;
    const next = part < parts.length ? { path: where, part: part + 1 } : undefined;
    const markdown = parts[part - 1]!;
    return {
      text: markdown + nextLine(next),
      data: {
        title: page.title,
        url: site.url + where,
        markdown,
        part,
        parts: parts.length,
        next_arguments: next,
      },
    };
  },
});

function requirePlace(site: Site, given: string) {
  const [pagePath, anchor] = (given.startsWith(site.url) ? given.slice(site.url.length) : given)
    .trim()
    .replace(/\.md\b/, '')
    .split('#') as [string, string?];
  const path = withoutSlashesBehind(pagePath);
  const page = site.pages.find((each) => each.path === path);
  if (!page)
    throw notFound(`There is no such page. The pages are ${site.pages.map((each) => each.path).join(', ')}.`);
  if (!anchor) return { page, section: undefined };
  const anchors = headingsOf(site.sectionsOf(page)).map((heading) => heading.anchor);
  // What is found inside a section has the section's anchor in front of its own.
  const section = anchors
    .filter((each) => anchor === each || anchor.startsWith(`${each}-`))
    .sort((a, b) => b.length - a.length)[0];
  if (!section) throw notFound(`This page has no such section. Its sections are ${anchors.join(', ')}.`);
  return { page, section };
}

/** At paragraphs where possible, otherwise at lines. Counted as JSON. */
function split(markdown: string): string[] {
  const parts: string[] = [];
  let [part, characters] = ['', 0];
  for (const line of markdown.split(/(?<=\n)/)) {
    if (part !== '' && characters + countCharacters(line) > partCharactersMax) {
      const [before, after] = atParagraph(part);
      parts.push(before);
      [part, characters] = [after, countCharacters(after)];
    }
    part += line;
    characters += countCharacters(line);
  }
  return [...parts, part];
}

const countCharacters = (text: string) => JSON.stringify(text).length - 2;

/** Only if most of the part stays before it. */
function atParagraph(text: string): [string, string] {
  const at = text.lastIndexOf('\n\n') + 2;
  return at > text.length / 2 ? [text.slice(0, at), text.slice(at)] : [text, ''];
}
