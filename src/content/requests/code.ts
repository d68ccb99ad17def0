import { type Environment, type Language, languages } from '../contract.ts';
import { curlCode, netcdfCode } from './curl-code.ts';
import { javaCode } from './java-code.ts';
import { pythonCode } from './python-code.ts';
import type { ApiRequest } from './request.ts';
import { rubyCode } from './ruby-code.ts';

const writers: Record<Language, (request: ApiRequest, environment: Environment) => string> = {
  curl: curlCode,
  python: pythonCode,
  java: javaCode,
  ruby: rubyCode,
  netcdf: netcdfCode,
};

/** The request as a program that runs as it stands, with the key in two variables of its environment. */
export const codeOf = (request: ApiRequest, language: Language, environment: Environment) =>
  writers[language](request, environment);

/** The last one opens the file it has fetched. */
const languagesFor = ({ isFile }: Pick<ApiRequest, 'isFile'>): Language[] =>
  languages.filter((language) => isFile || language !== 'netcdf');

export function codeInAll(request: ApiRequest, environment: Environment): Partial<Record<Language, string>> {
  return Object.fromEntries(
    languagesFor(request).map((language) => [language, codeOf(request, language, environment)]),
  );
}
