import { valueProblem } from './check-parameter.ts';
import { isInPath, operationIdOf, pathProblem, permalinkNames, routesOf } from './endpoint-routes.ts';
import { exampleOf, type Parameter } from './parameters.ts';
import type { EndpointDoc } from './schema.ts';
import type { SectionFile } from './section-files.ts';
import { didYouMean, type Mistakes } from './yaml/mistakes.ts';

interface Endpoint {
  doc: EndpointDoc;
  complain(field: PropertyKey[], problem: string): void;
}

/**
 * Checks that paths, parameters and examples of the endpoints agree. `bases` are the addresses of the APIs.
 * `isComplete` is false if some endpoints are unknown, because their files cannot be read.
 */
export function checkEndpoints(
  files: SectionFile[],
  { bases, isComplete }: { bases: string[]; isComplete: boolean },
  mistakes: Mistakes,
): void {
  const endpoints = files.flatMap(({ section, path, lineOf }): Endpoint[] =>
    section.kind === 'endpoint'
      ? [
          {
            doc: section.endpoint,
            complain: (field, problem) => mistakes.add(path, lineOf(field), `${field.join('.')}: ${problem}`),
          },
        ]
      : [],
  );
  const paths = endpoints.flatMap(({ doc }) => routesOf(doc).map(({ path }) => path));
  const pathOfName = new Map<string, string>();
  for (const endpoint of endpoints) {
    checkRoutes(endpoint, bases, pathOfName);
    checkNames(endpoint);
    checkValues(endpoint, isComplete ? paths : undefined);
  }
}

function checkRoutes({ doc, complain }: Endpoint, bases: string[], pathOfName: Map<string, string>): void {
  const names = doc.input_parameters.map(({ name }) => name);
  for (const [index, { path, full_url }] of routesOf(doc).entries()) {
    const field = index === 0 ? ['endpoint'] : ['endpoint', 'additional_endpoints', index - 1];
    if (!bases.some((base) => base + path === full_url))
      complain([...field, 'full_url'], `must be ${bases.map((base) => base + path).join(' or ')}`);
    for (const [mark, name = ''] of path.matchAll(/\{(\w+)\}/g))
      if (!names.includes(name))
        complain([...field, 'path'], `${mark} is not an input parameter${didYouMean(name, names)}`);
    const other = pathOfName.get(operationIdOf(path)) ?? path;
    if (other !== path) complain([...field, 'path'], `OpenAPI cannot tell it from ${other}`);
    pathOfName.set(operationIdOf(path), path);
  }
}

/** Every name of a parameter or path that a field refers to must exist. */
function checkNames({ doc, complain }: Endpoint): void {
  const { input_parameters: inputs, try_with = {}, response_parameters } = doc;
  const names = inputs.map(({ name }) => name);
  const requireName = (name: string, field: PropertyKey[], problem = `${name} is not an input parameter`) => {
    if (!names.includes(name)) complain(field, problem + didYouMean(name, names));
  };
  const ownPaths = routesOf(doc).map(({ path }) => path);
  for (const [index, { name, needs = [], not_with = [], enum_by_path = {} }] of inputs.entries()) {
    const field = ['input_parameters', index];
    if (names.indexOf(name) < index) complain([...field, 'name'], `${name} is listed twice`);
    if (Object.values<string>(permalinkNames).includes(name))
      complain([...field, 'name'], `links to a filled-in form need the name ${name} for themselves`);
    for (const [other, list] of Object.entries({ needs, not_with }))
      for (const [at, each] of list.entries()) requireName(each, [...field, other, at]);
    for (const path of Object.keys(enum_by_path))
      if (!ownPaths.includes(path))
        complain(
          [...field, 'enum_by_path', path],
          `${path} is not a path of this endpoint${didYouMean(path, ownPaths)}`,
        );
  }
  for (const name of Object.keys(try_with))
    requireName(name, ['try_with', name], 'is not an input parameter');
  for (const { parameter, field } of locate(response_parameters, ['response_parameters']))
    if (parameter.only_with !== undefined) requireName(parameter.only_with, [...field, 'only_with']);
}

/** Fields of an answer with their places in the file. */
function locate(
  parameters: Parameter[],
  parent: PropertyKey[],
): { parameter: Parameter; field: PropertyKey[] }[] {
  return parameters.flatMap((parameter, index) => {
    const field = [...parent, index];
    return [{ parameter, field }, ...locate(parameter.arrayItems ?? [], [...field, 'arrayItems'])];
  });
}

/** Forms start with these values, so a call with them must be possible. */
function checkValues({ doc, complain }: Endpoint, paths: string[] | undefined): void {
  const { input_parameters: inputs, try_with = {} } = doc;
  const requireSource = (source: string, field: PropertyKey[]) => {
    const [path = ''] = source.split('#');
    if (paths && !paths.includes(path))
      complain(field, `no endpoint has the path ${path}${didYouMean(path, paths)}`);
  };
  for (const [index, parameter] of inputs.entries()) {
    const { name, example_source } = parameter;
    const field = ['input_parameters', index];
    if (example_source) requireSource(example_source, [...field, 'example_source']);
    for (const { path } of routesOf(doc)) {
      const problem =
        isInPath(name, path) && pathProblem(parameter, path, String(exampleOf(parameter, path)));
      if (problem) complain([...field, 'example'], `in the path ${path}: ${problem}`);
    }
    const start = try_with[name];
    if (typeof start === 'object' && 'source' in start)
      requireSource(start.source, ['try_with', name, 'source']);
    const problem =
      start === undefined || typeof start === 'object' ? undefined : valueProblem(start, parameter);
    if (problem) complain(['try_with', name], problem);
  }
}
