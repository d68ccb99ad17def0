import { readAnswer } from '../../pictures/answers.ts';
import { textOf } from '../../pictures/picture-text.ts';
import {
  type CodeExample,
  type DrawnAnswer,
  type DrawnAs,
  type Language,
  languageLabels,
  languages,
  type Parameter,
  type ResponseExample,
  type Table,
} from '../contract.ts';
import { descriptionWords, type Field, fieldsOf, formatWords, noteWords } from '../parameters.ts';
import { type Inline, parseInline, parseProse } from '../prose.ts';

/** Parts of the Markdown pages. `at` is the page's own address, against which links are resolved. */

/** Joins blocks with a blank line between them. Empty blocks are left out. */
export const blocks = (...parts: (string | undefined)[]) => parts.filter(Boolean).join('\n\n');

export const heading = (level: number, title: string) => `${'#'.repeat(level)} ${title}`;

export function prose(text: string, at: string): string {
  return blocks(
    ...parseProse(text).map((block) => {
      if (block.kind === 'paragraph') return inline(block.content, at);
      return block.items
        .map((item, index) => `${block.ordered ? `${index + 1}.` : '-'} ${inline(item, at)}`)
        .join('\n');
    }),
  );
}

export const proseLine = (text: string, at: string) => inline(parseInline(text), at);

function inline(content: Inline[], at: string): string {
  return content
    .map((part) => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'code') return `\`${part.text}\``;
      if (part.kind === 'bold') return `**${inline(part.content, at)}**`;
      return `[${inline(part.content, at)}](${new URL(part.href, at).href})`;
    })
    .join('');
}

export function table({ columns, rows }: Table, at: string): string {
  const line = (cells: string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [
    line(columns),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(row.map((text) => proseLine(text, at)))),
  ].join('\n');
}

const cell = (text: string) =>
  text
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|')
    .trim();

/** Empty columns are left out. */
export function parameterTable(parameters: Parameter[], at: string): string {
  if (parameters.length === 0) return 'None.';
  const columns = parameterColumns.filter(
    ([, read]) => read === readName || fieldsOf(parameters).some((field) => read(field)),
  );
  const rows = fieldsOf(parameters).map((field) => columns.map(([, read]) => read(field) ?? ''));
  return table({ columns: columns.map(([title]) => title), rows }, at);
}

const readName = ({ path }: Field) => `\`${path}\``;

const parameterColumns: [string, (field: Field) => string | undefined][] = [
  ['Name', readName],
  ['Type', ({ parameter }) => parameter.type],
  ['Requirement', ({ parameter }) => parameter.required],
  ['Format', ({ parameter }) => code(formatWords(parameter))],
  ['Unit', ({ parameter }) => parameter.unit],
  [
    'Description',
    ({ parameter }) => [descriptionWords(parameter), noteWords(parameter)].filter(Boolean).join(' '),
  ],
];

const code = (text: string | undefined) => text && `\`${text}\``;

export function codeExamples(examples: CodeExample[] | undefined): string {
  return blocks(...(examples ?? []).map(codeExample));
}

function codeExample(example: CodeExample): string {
  if (!example.languages) return blocks(`**${example.title}**`, fence(example.text, example.format));
  return blocks(
    `**${example.title}**`,
    ...languages.map((language) => {
      const text = example.languages[language];
      return text && blocks(`${languageLabels[language]}:`, fence(text, fenceNames[language]));
    }),
  );
}

/** The NetCDF sample is the shell command that opens the file. */
const fenceNames: Record<Language, string> = {
  curl: 'bash',
  python: 'python',
  java: 'java',
  ruby: 'ruby',
  netcdf: 'bash',
};

export function responseExample(example: ResponseExample | undefined): string | undefined {
  if (!example) return undefined;
  const { text, type, shortened } = example;
  return blocks(
    shortened && `Shortened example: ${shortened}.`,
    fence(text, type === 'application/json' ? 'json' : 'text'),
  );
}

/** The fence is longer than any run of backticks in the text, so that nothing in it can end the block. */
export function fence(text: string, language: string): string {
  const runs = text.match(/`+/g) ?? [];
  const ticks = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `${ticks}${language}\n${text.trimEnd()}\n${ticks}`;
}

/** The caption of a picture. */
export function pictureSentence(
  title: string,
  drawnAs: DrawnAs | undefined,
  drawn: DrawnAnswer | undefined,
): string | undefined {
  if (!drawnAs || !drawn) return undefined;
  const picture = readAnswer(drawnAs.picture, drawn.answer, {
    names: drawnAs.names,
    askedAt: drawn.asked_at,
  });
  return `**${title}:** ${drawnAs.name} ${textOf(picture).caption()}`;
}
