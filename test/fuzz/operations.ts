import fc from 'fast-check';
import { hostileText, mostly } from './hostile-text.ts';
import { disturbed, type Pair, spelled, writeQuery } from './query.ts';
import { type KnownWorld, type Schema, validValue } from './schema-values.ts';

export interface OpenApi {
  servers: { url: string }[];
  paths: Record<string, Record<string, { parameters?: Parameter[] }>>;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

export interface Operation {
  aim: string;
  method: string;
  /** URLs that the documentation allows. */
  valid: fc.Arbitrary<string>;
  /** URLs of the same operation that the documentation does not allow. */
  hostile: fc.Arbitrary<string>;
  /** URLs with each parameter in each form that is difficult to parse. */
  odd: string[];
  /** URLs with any text as the value of one parameter and valid values of the others. */
  withText: { parameter: string; address: (text: string) => string }[];
}

/** Lists every operation of the OpenAPI document. */
export function operationsOf(document: OpenApi, world: KnownWorld): Operation[] {
  const base = new URL(document.servers[0]!.url).pathname;
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, { parameters = [] }]) => {
      const method = name.toUpperCase();
      const inQuery = parameters.filter((parameter) => parameter.in === 'query');
      const address = (value: ValueOf) => pathOf(base + path, parameters, value);
      const others = (odd: Parameter) =>
        writeQuery(requiredBeside(odd, inQuery).map((each) => [each.name, one(validOf(each))])) || '?';
      return {
        aim: `${method} ${base}${path}`,
        method,
        valid: fc
          .tuple(address(validOf), chosenRightly(inQuery, validOf))
          .map(([at, pairs]) => at + writeQuery(pairs)),
        hostile: fc
          .tuple(address(hostileOf), disturbed(chosenAnyhow(inQuery, hostileOf)))
          .map(([at, query]) => at + query),
        odd: inQuery.flatMap((odd) =>
          oddForms(odd.name, one(validOf(odd))).map(
            (form) => `${one(address(validOf))}${others(odd)}&${form}`,
          ),
        ),
        withText: inQuery.map((odd) => ({
          parameter: odd.name,
          address: (text) => `${one(address(validOf))}${others(odd)}&${odd.name}=${text}`,
        })),
      };
    }),
  );

  function validOf({ schema, name }: Parameter): fc.Arbitrary<string> {
    return validValue(schema, name, world).map(String);
  }
  function hostileOf(parameter: Parameter): fc.Arbitrary<string> {
    return mostly(validOf(parameter), hostileText);
  }
}

const oddForms = (name: string, value: string) => [
  `${name}=${value}&${name}=${value}`,
  `${name}=`,
  `${name}=%00`,
  `${name}=1e309`,
];

const requiredBeside = (odd: Parameter, parameters: Parameter[]) =>
  parameters.filter((each) => each.required && each !== odd);

/** Returns the same value each time. */
export const one = <T>(arbitrary: fc.Arbitrary<T>): T => fc.sample(arbitrary, { numRuns: 1, seed: 1 })[0]!;

function pathOf(template: string, parameters: Parameter[], value: ValueOf): fc.Arbitrary<string> {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  return fc
    .tuple(...inPath.map((parameter) => spelled(value(parameter))))
    .map((values) =>
      inPath.reduce((path, { name }, index) => path.replace(`{${name}}`, () => values[index]!), template),
    );
}

type ValueOf = (parameter: Parameter) => fc.Arbitrary<string>;

/** A file is selected by its time, or by run and hour, and never by both. */
const namesOfFiles = [['time'], ['initialization_time', 'forecast_hour']];

/** Returns the required parameters and at most one other, because more could contradict each other. */
function chosenRightly(parameters: Parameter[], value: ValueOf): fc.Arbitrary<Pair[]> {
  const isFile = parameters.some(({ name }) => name === 'forecast_hour');
  const others = parameters.filter(
    ({ name, required }) => !required && !(isFile && namesOfFiles.flat().includes(name)),
  );
  return fc
    .tuple(
      fc.constantFrom(...(isFile ? namesOfFiles : [[]])),
      fc.subarray(others, { maxLength: Math.min(others.length, 1) }),
    )
    .chain(([names, some]) => {
      const given = parameters.filter(({ name, required }) => required || names.includes(name));
      return pairsOf([...given, ...some], value);
    });
}

function chosenAnyhow(parameters: Parameter[], value: ValueOf): fc.Arbitrary<Pair[]> {
  return fc.subarray(parameters).chain((some) => pairsOf(some, value));
}

const pairsOf = (parameters: Parameter[], value: ValueOf): fc.Arbitrary<Pair[]> =>
  fc
    .tuple(...parameters.map(value))
    .map((values) => parameters.map(({ name }, index) => [name, values[index]!]));
