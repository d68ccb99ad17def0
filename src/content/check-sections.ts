import type { Section } from './contract.ts';
import { type Parameter, requirements } from './parameters.ts';
import type { SectionFile } from './section-files.ts';
import type { SiteFile } from './site-schema.ts';
import { ContentError } from './yaml/content-error.ts';
import { didYouMean } from './yaml/nearest.ts';
import type { YamlFile } from './yaml/read-yaml.ts';

/** What a file says that only makes sense with what `site.yaml` says. */
export function checkSections(sitePath: string, site: YamlFile<SiteFile>, files: SectionFile[]): void {
  for (const file of files) {
    checkModels(site.content, file);
    if (site.content.sandbox === 'none') refuseWeather(file);
  }
  checkFreePaths(sitePath, site, files);
}

function checkModels({ models = {} }: SiteFile, { section, path, lineOf }: SectionFile): void {
  const known = [...requirements, ...Object.keys(models)];
  for (const { field, parameters } of parameterLists(section)) {
    for (const [index, { required }] of parameters.entries()) {
      if (required === undefined || known.includes(required)) continue;
      const hint = didYouMean(required, known) || `: there are ${known.join(', ')}`;
      const place = [field, index, 'required'];
      throw new ContentError(path, lineOf(place), `${place.join('.')}: ${required} is no requirement${hint}`);
    }
  }
}

function parameterLists(section: Section): { field: string; parameters: Parameter[] }[] {
  if (section.kind === 'endpoint')
    return [{ field: 'input_parameters', parameters: section.endpoint.input_parameters }];
  if (section.kind === 'guide') return [{ field: 'parameters', parameters: section.guide.parameters ?? [] }];
  return [];
}

/** Pictures and the status are made of answers that only one kind of API gives. */
function refuseWeather({ section, path, lineOf }: SectionFile): void {
  const doc = section.kind === 'endpoint' ? section.endpoint : section.kind === 'guide' ? section.guide : {};
  for (const field of ['drawn_as', 'shows'] as const) {
    if (field in doc)
      throw new ContentError(path, lineOf([field]), `${field}: is not there with \`sandbox: none\``);
  }
}

/** The gateway opens what `site.yaml` says; the page says what its own file says. */
function checkFreePaths(
  sitePath: string,
  { content, lineOf }: YamlFile<SiteFile>,
  files: SectionFile[],
): void {
  const { free_paths } = content.keys;
  const free = files.flatMap((file) =>
    file.section.kind === 'endpoint' && file.section.endpoint.access === 'free'
      ? [{ ...file, endpointPath: file.section.endpoint.endpoint.path }]
      : [],
  );
  for (const { path, lineOf: lineIn, endpointPath } of free) {
    if (free_paths.includes(endpointPath)) continue;
    const words = `access: ${endpointPath} is free here, but not among keys.free_paths in site.yaml`;
    throw new ContentError(path, lineIn(['access']), words);
  }
  for (const [index, path] of free_paths.entries()) {
    if (free.some(({ endpointPath }) => endpointPath === path)) continue;
    const hint = didYouMean(
      path,
      free.map(({ endpointPath }) => endpointPath),
    );
    throw new ContentError(
      sitePath,
      lineOf(['keys', 'free_paths', index]),
      `keys.free_paths.${index}: no endpoint with \`access: free\` has the path ${path}${hint}`,
    );
  }
}
