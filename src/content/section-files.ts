import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { z } from 'zod';
import type { DataKind } from '../urls.ts';
import type { Section, SectionRef } from './contract.ts';
import type { Conditions } from './sandbox.ts';
import { drawnAnswer, endpointSchema, guideSchema, mcpSchema } from './schema.ts';
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

/** Every section file by its name in the content folder, such as `endpoints/points.yaml`. */
export function readSectionFiles(
  folder: string,
  placeholders: Placeholders,
  conditions: Conditions,
): Map<string, SectionFile> {
  const names = folders.flatMap((kind) =>
    (existsSync(join(folder, kind)) ? readdirSync(join(folder, kind)) : [])
      .filter((file) => file.endsWith('.yaml'))
      .sort()
      .map((file) => [kind, file] as const),
  );
  return new Map(
    names.map(([kind, file]) => {
      const path = join(folder, kind, file);
      const source = readText(path, placeholders, conditions);
      return [`${kind}/${file}`, withDrawn({ path, ...source, ...parseSection(kind, file, path, source) })];
    }),
  );
}

function parseSection(
  kind: DataKind,
  file: string,
  path: string,
  source: FileText,
): Pick<SectionFile, 'section' | 'lineOf'> {
  const parse = <T>(schema: z.ZodType<T>, toSection: (content: T) => Section) => {
    const { content, lineOf } = parseYaml(path, source, schema);
    return { section: toSection(content), lineOf };
  };
  if (kind === 'endpoints')
    return parse(endpointSchema, (endpoint) => ({ kind: 'endpoint', file, endpoint }));
  if (kind === 'guides') return parse(guideSchema, (guide) => ({ kind: 'guide', file, guide }));
  return parse(mcpSchema, (mcp) => ({ kind: 'mcp', file, mcp }));
}

/** The response is stored next to the section's file. A new section has none until the samples are updated. */
function withDrawn(file: SectionFile): SectionFile {
  const { section, path } = file;
  const answerPath = answerPathOf(section, path)?.replace(/\.yaml$/, '.json');
  if (section.kind === 'mcp' || !answerPath || !existsSync(answerPath)) return file;
  const drawn = readFileSync(answerPath, 'utf8');
  return { ...file, drawn, section: { ...section, drawn: drawnAnswer.parse(JSON.parse(drawn)) } };
}

function answerPathOf(section: Section, path: string): string | undefined {
  if (section.kind === 'endpoint' && section.endpoint.drawn_as) return path;
  if (section.kind === 'guide' && section.guide.drawn_as)
    return join(dirname(path), '../endpoints', section.guide.drawn_as.answer_of);
  return undefined;
}

export function fileNameOf(ref: SectionRef): string {
  if ('endpoint' in ref) return `endpoints/${ref.endpoint}`;
  return 'guide' in ref ? `guides/${ref.guide}` : `mcp/${ref.mcp}`;
}
