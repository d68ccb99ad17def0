import { z } from 'zod';
import { languages } from '../../content/languages.ts';
import { badRequest } from '../../platform/errors.ts';
import { readSection, requireSection } from '../toolkit/docs-sections.ts';
import { choice, integer } from '../toolkit/parameters.ts';
import { defineTool, nextArguments, nextLine } from '../toolkit/tool.ts';

/** The answer has the text twice. */
const maxPartLength = 8_500;

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

/** Splits at paragraphs if possible, otherwise at lines. The length is that of the text as JSON. */
function splitMarkdown(markdown: string): string[] {
  const parts: string[] = [];
  let [part, length] = ['', 0];
  for (const line of markdown.split(/(?<=\n)/)) {
    if (part !== '' && length + jsonStringLength(line) > maxPartLength) {
      const paragraph = part.lastIndexOf('\n\n') + 2;
      const end = paragraph > part.length / 2 ? paragraph : part.length;
      parts.push(part.slice(0, end));
      part = part.slice(end);
      length = jsonStringLength(part);
    }
    part += line;
    length += jsonStringLength(line);
  }
  return [...parts, part];
}

const jsonStringLength = (text: string) => JSON.stringify(text).length - 2;
