import { z } from 'zod';
import { languages } from '../../content/contract.ts';
import { badRequest } from '../../platform/errors.ts';
import { readDocsPlace, requireDocsPlace } from '../toolkit/docs-sections.ts';
import { choice, whole } from '../toolkit/parameters.ts';
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
    section: z
      .string()
      .max(200)
      .optional()
      .describe('One section of the page, by its title or anchor, such as point-forecasts-errors.'),
    language: choice(languages).optional().describe('Code in this language alone. Leave it out for all.'),
    part: whole(1, 1000).optional().describe('Long pages come in parts, from 1.'),
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
    const place = requireDocsPlace(site, given.path, given.section);
    const parts = split(readDocsPlace(site, place, language));
    if (part > parts.length)
      throw badRequest(`This page has ${parts.length} parts: part must not be greater.`);
    const { page, section, inside } = place;
    const anchor = inside === undefined ? section : `${section}-${inside}`;
    const where = anchor ? `${page.path}#${anchor}` : page.path;
    const next =
      part < parts.length ? { path: where, ...(language ? { language } : {}), part: part + 1 } : undefined;
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
