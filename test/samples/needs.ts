import { existsSync } from 'node:fs';
import type { Sample } from '../../src/content/outputs/samples.ts';
import { usesLibrary } from './samples.ts';

/** The programs and Python packages that a sample needs. */

const programOf = {
  curl: 'curl',
  netcdf: 'ncdump',
  bash: undefined,
  python: 'python3',
  java: 'java',
  ruby: 'ruby',
  javascript: undefined,
};

const programsInText: [RegExp, string][] = [
  [/\bopenssl\b/, 'openssl'],
  [/\bpython3\b/, 'python3'],
];

const packagesInText: [RegExp, string][] = [
  [/^(import|from) requests\b/m, 'requests'],
  [/^(import|from) jwt\b/m, 'PyJWT'],
  [/^(import|from) numpy\b/m, 'numpy'],
  [/^(import|from) xarray\b/m, 'xarray'],
  [/^(import|from) xarray\b/m, 'netCDF4'],
  [/^(import|from) matplotlib\b/m, 'matplotlib'],
  [/^from mcp\b|pip install .*\bmcp\b/m, 'mcp'],
];

export const programs = ['curl', 'ncdump', 'openssl', 'java', 'ruby'];

export function missingPrograms(): string[] {
  const folders = (process.env.PATH ?? '').split(':');
  return programs.filter((name) => !folders.some((folder) => existsSync(`${folder}/${name}`)));
}

export function needsOf(sample: Sample): string[] {
  const found = [...programsInText, ...packagesInText].filter(([pattern]) => pattern.test(sample.text));
  const own = [programOf[sample.language], usesLibrary(sample) ? 'windborne' : undefined];
  return [...own.filter((name) => name !== undefined), ...found.map(([, name]) => name)];
}
