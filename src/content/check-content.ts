import { dirname, join } from 'node:path';
import { pages as addresses } from '../urls.ts';
import { checkEndpoints } from './check-endpoints.ts';
import type { Route } from './contract.ts';
import { baseOf, isInPath, routesOf } from './endpoint-routes.ts';
import { canMatch, isFreeSegment } from './free-paths.ts';
import { gatewayPathOf } from './key-policy.ts';
import { documentationToolNames, weatherToolNames } from './mcp-tools.ts';
import { exampleOf, requirements } from './parameters.ts';
import { type Hosts, hasMcpSignIn } from './sandbox.ts';
import { fileNameOf, type SectionFile, type SectionFiles } from './section-files.ts';
import { pagesIn, type SiteFile } from './site-schema.ts';
import { didYouMean, findNearest, type Mistakes } from './yaml/mistakes.ts';
import type { YamlFile } from './yaml/read-yaml.ts';

interface Content {
  sitePath: string;
  site: YamlFile<SiteFile>;
  sections: SectionFiles;
  hosts: Hosts;
}

/** Checks what depends on more than one file. */
export function checkContent(content: Content, mistakes: Mistakes): void {
  const { site, sections, hosts } = content;
  const files = [...sections.read.values()];
  const isComplete = files.length === sections.names.length;
  checkFiles(content, mistakes);
  for (const file of files) {
    checkModels(site.content, file, mistakes);
    if (site.content.sandbox === 'none') refuseWeather(file, mistakes);
    if (hasMcpSignIn(hosts)) checkTools(site.content, file, mistakes);
    checkDrawn(file, sections.names, mistakes);
  }
  checkFreePaths(content, isComplete, mistakes);
  const bases = [...new Set([hosts.forecasts, hosts.data])];
  checkEndpoints(files, { bases, isComplete }, mistakes);
}

/** Every file that a page names must exist, and every file must be named by a page. */
function checkFiles({ sitePath, site, sections }: Content, mistakes: Mistakes): void {
  const { names } = sections;
  const unused = new Set(names);
  for (const { page, field } of pagesIn(site.content)) {
    for (const [index, ref] of page.sections.entries()) {
      const name = fileNameOf(ref);
      const complain = (problem: string) =>
        mistakes.add(
          sitePath,
          site.lineOf([...field, 'sections', index]),
          `${page.path} names ${name}, ${problem}`,
        );
      unused.delete(name);
      if ('mcp' in ref && page.path !== addresses.mcp) complain(`whose page is ${addresses.mcp}`);
      if (names.includes(name)) continue;
      complain(`which does not exist${didYouMean(name, names)}`);
      // The file that was probably meant is not reported as unused.
      unused.delete(findNearest(name, names) ?? '');
    }
  }
  for (const name of unused)
    mistakes.add(join(dirname(sitePath), name), 1, 'no page shows this file; add it to site.yaml');
}

function checkModels({ models = {} }: SiteFile, { section, path, lineOf }: SectionFile, mistakes: Mistakes) {
  const known = [...requirements, ...Object.keys(models)];
  const { parameters = [] } = section.kind === 'guide' ? section.guide : {};
  const list = section.kind === 'endpoint' ? section.endpoint.input_parameters : parameters;
  for (const [index, { required }] of list.entries()) {
    if (required === undefined || known.includes(required)) continue;
    const hint = didYouMean(required, known) || `: there are ${known.join(', ')}`;
    const field = [section.kind === 'endpoint' ? 'input_parameters' : 'parameters', index, 'required'];
    mistakes.add(path, lineOf(field), `${field.join('.')}: ${required} is not a requirement${hint}`);
  }
}

/** Pictures and the status need the responses of the weather API. */
function refuseWeather({ section, path, lineOf }: SectionFile, mistakes: Mistakes): void {
  if (section.kind === 'mcp') return;
  const complain = (field: (string | number)[]) =>
    mistakes.add(path, lineOf(field), `${field.join('.')}: is not available with \`sandbox: none\``);
  if (section.kind === 'endpoint') {
    if (section.endpoint.drawn_as) complain(['drawn_as']);
    return;
  }
  const { drawn_as, shows, steps = [] } = section.guide;
  if (drawn_as) complain(['drawn_as']);
  if (shows === 'status') complain(['shows']);
  for (const [index, step] of steps.entries()) if (step.drawn_as) complain(['steps', index, 'drawn_as']);
}

/** A guide can only draw the response of an endpoint that is documented. */
function checkDrawn({ section, path, lineOf }: SectionFile, names: string[], mistakes: Mistakes): void {
  const file = section.kind === 'guide' ? section.guide.drawn_as?.answer_of : undefined;
  const name = `endpoints/${file}`;
  if (file === undefined || names.includes(name)) return;
  mistakes.add(
    path,
    lineOf(['drawn_as', 'answer_of']),
    `drawn_as.answer_of: ${name} does not exist${didYouMean(name, names)}`,
  );
}

/** The MCP server's tools and the page about it must be the same. */
function checkTools({ sandbox }: SiteFile, { section, path, lineOf }: SectionFile, mistakes: Mistakes): void {
  if (section.kind !== 'mcp') return;
  const tools: string[] = [...(sandbox === 'weather' ? weatherToolNames : []), ...documentationToolNames];
  const listed = section.mcp.available_endpoints.map(({ name }) => name);
  for (const [index, name] of listed.entries()) {
    const problem = !tools.includes(name)
      ? `${name} is not a tool of this MCP server${didYouMean(name, tools)}`
      : listed.indexOf(name) < index && `${name} is listed twice`;
    const field = ['available_endpoints', index, 'name'];
    if (problem) mistakes.add(path, lineOf(field), `${field.join('.')}: ${problem}`);
  }
  const missing = tools.filter((name) => !listed.includes(name));
  const field = 'available_endpoints';
  if (missing.length > 0)
    mistakes.add(path, lineOf([field]), `${field}: tools are missing: ${missing.join(', ')}`);
}

/** The gateway uses the free paths of `site.yaml`, and pages show those of their own files, so both must agree. */
function checkFreePaths(
  { sitePath, site, sections }: Content,
  isComplete: boolean,
  mistakes: Mistakes,
): void {
  const { free_paths } = site.content.keys;
  const routes = [...sections.read.values()].flatMap(({ section, path: file, lineOf }) =>
    section.kind !== 'endpoint'
      ? []
      : routesOf(section.endpoint).map((route) => ({ doc: section.endpoint, route, file, lineOf })),
  );
  const [free, others] = [true, false].map((isFree) =>
    routes.filter(({ doc }) => (doc.access === 'free') === isFree),
  ) as [typeof routes, typeof routes];
  for (const { doc, route, file, lineOf } of free) {
    const complain = (problem: string) => mistakes.add(file, lineOf(['access']), `access: ${problem}`);
    const { path } = route;
    if (!free_paths.includes(path))
      complain(`${path} is free here, but is not listed under keys.free_paths in site.yaml`);
    for (const other of others)
      if (canMatch(comparablePath(route), comparablePath(other.route)))
        complain(`the free path ${path} also opens ${other.route.path}, which needs all access`);
    for (const parameter of doc.input_parameters)
      if (isInPath(parameter.name, path) && !isFreeSegment(String(exampleOf(parameter, path))))
        complain(
          `the example of {${parameter.name}} cannot be in a free path: only letters, digits and -._~,:@ can`,
        );
  }
  for (const [index, path] of free_paths.entries()) {
    const known = free.map(({ route }) => route.path);
    if (!isComplete || known.includes(path)) continue;
    mistakes.add(
      sitePath,
      site.lineOf(['keys', 'free_paths', index]),
      `keys.free_paths.${index}: no endpoint with \`access: free\` has the path ${path}${didYouMean(path, known)}`,
    );
  }
}

/** Another check reports an invalid address. */
const comparablePath = (route: Route) => (URL.canParse(baseOf(route)) ? gatewayPathOf(route) : route.path);
