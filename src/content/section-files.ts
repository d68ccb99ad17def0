import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { z } from 'zod';
import { asSystemError } from '../platform/errors.ts';
import type { DataKind } from '../urls.ts';
import type { Section, SectionRef } from './contract.ts';
import { drawnAsOf } from './page-text.ts';
import type { Conditions } from './sandbox.ts';
import { drawnAnswer, endpointSchema, guideSchema, mcpSchema } from './schema.ts';
import type { Mistakes } from './yaml/mistakes.ts';
import { type FileText, type Placeholders, parseYaml, readText, type YamlFile } from './yaml/read-yaml.ts';

export interface SectionFile extends FileText {
  /** The full path, for messages. */
  path: string;
  section: Section;
  lineOf: YamlFile<unknown>['lineOf'];
  /** The response that its picture is drawn from. */
  drawn?: string | undefined;
}

const folders = ['endpoints', 'guides', 'mcp'] as const satisfies DataKind[];

export interface SectionFiles {
  /** Every file in the folders, such as `endpoints/points.yaml`. */
  names: string[];
  /** The files that could be read, by name. */
  read: Map<string, SectionFile>;
}

export function readSectionFiles(
  folder: string,
  mistakes: Mistakes,
  placeholders: Placeholders,
  conditions: Conditions,
): SectionFiles {
  const listed = folders.flatMap((kind) =>
    listFolder(join(folder, kind), mistakes).map((file) => ({ kind, file, name: `${kind}/${file}` })),
  );
  const read = listed.flatMap(({ kind, file, name }): [string, SectionFile][] => {
    const path = join(folder, kind, file);
    const source = readText(path, mistakes, placeholders, conditions);
    const parsed = source && parseSection(kind, file, path, source, mistakes);
    return parsed ? [[name, withDrawn({ path, ...source, ...parsed }, mistakes)]] : [];
  });
  return { names: listed.map(({ name }) => name), read: new Map(read) };
}

function listFolder(path: string, mistakes: Mistakes): string[] {
  try {
    return readdirSync(path)
      .filter((file) => file.endsWith('.yaml'))
      .sort();
  } catch (error) {
    const { code, syscall } = asSystemError(error);
    if (!syscall) throw error;
    // A provider may have no guides, or no MCP server.
    if (code !== 'ENOENT') mistakes.add(path, 1, `cannot be read: ${code}`);
    return [];
  }
}

function parseSection(
  kind: DataKind,
  file: string,
  path: string,
  source: FileText,
  mistakes: Mistakes,
): Pick<SectionFile, 'section' | 'lineOf'> | undefined {
  const parse = <T>(schema: z.ZodType<T>, toSection: (content: T) => Section) => {
    const parsed = parseYaml(path, source, schema, mistakes);
    return parsed && { section: toSection(parsed.content), lineOf: parsed.lineOf };
  };
  if (kind === 'endpoints')
    return parse(endpointSchema, (endpoint) => ({ kind: 'endpoint', file, endpoint }));
  if (kind === 'guides') return parse(guideSchema, (guide) => ({ kind: 'guide', file, guide }));
  return parse(mcpSchema, (mcp) => ({ kind: 'mcp', file, mcp }));
}

/** The response is stored next to the section's file. A new section has none until the samples are updated. */
function withDrawn(file: SectionFile, mistakes: Mistakes): SectionFile {
  const { section, path } = file;
  const answerPath = answerPathOf(section, path)?.replace(/\.yaml$/, '.json');
  if (section.kind === 'mcp' || !answerPath || !existsSync(answerPath)) return file;
  const drawn = readFileSync(answerPath, 'utf8');
  const { success, data, error } = drawnAnswer.safeParse(drawn);
  if (success) return { ...file, drawn, section: { ...section, drawn: data } };
  mistakes.add(answerPath, 1, error.issues.map(({ message }) => message).join(', '));
  return file;
}

function answerPathOf(section: Section, path: string): string | undefined {
  if (section.kind === 'endpoint' && section.endpoint.drawn_as) return path;
  if (section.kind === 'guide' && section.guide.drawn_as)
    return join(dirname(path), '../endpoints', section.guide.drawn_as.answer_of);
  return section.kind === 'guide' && drawnAsOf(section) ? path : undefined;
}

export function fileNameOf(ref: SectionRef): string {
  if ('endpoint' in ref) return `endpoints/${ref.endpoint}`;
  return 'guide' in ref ? `guides/${ref.guide}` : `mcp/${ref.mcp}`;
}
