import { expect, test } from 'vitest';
import { conditionsOf, keepTrueLines } from './only-where.ts';
import { ContentError } from './yaml/content-error.ts';

const own = { forecasts: 'https://portal.test/api', data: 'https://portal.test/api' };
const [onSandbox, onProvider] = [conditionsOf('both', own, undefined), conditionsOf(false, own, own)];
const keep = (text: string, conditions = onSandbox) =>
  keepTrueLines('tea.yaml', text, conditions).map(({ line, number }) => `${number} ${line}`);

test('words of a line stay or go, and a line of which nothing is left goes too', () => {
  const text = 'Tea{{only data_sandbox}} of paper{{end}}.\n  {{only data_sandbox}}-d sugar \\{{end}}\nCup.';
  expect(keep(text)).toEqual(['1 Tea of paper.', '2   -d sugar \\', '3 Cup.']);
  expect(keep(text, onProvider)).toEqual(['1 Tea.', '3 Cup.']);
});

test('whole lines stay or go with their marks, and the others keep their numbers', () => {
  const text = 'a:\n  # {{only forecasts_sandbox}}\n  - b\n\n  # {{end}}\n  - c';
  expect(keep(text)).toEqual(['1 a:', '3   - b', '4 ', '6   - c']);
  expect(keep(text, onProvider)).toEqual(['1 a:', '6   - c']);
});

test.each([
  ['a\n{{only data_sandbx}}x{{end}}', /tea\.yaml:2: .*did you mean `data_sandbox`/],
  ['{{only sandbox}}\nx', /tea\.yaml:1: .*without/],
  ['x {{only sandbox}} y', /tea\.yaml:1: .*without/],
  ['x\n{{end}}', /tea\.yaml:2: .*of nothing/],
  ['{{only sandbox}}\n{{only provider}}\nx\n{{end}}\n{{end}}', /tea\.yaml:2: .*within another/],
])('a mark that is wrong is named with its line: %j', (text, words) => {
  expect(() => keep(text)).toThrow(ContentError);
  expect(() => keep(text)).toThrow(words);
});

test('with one host set each API is what it is, and the library is redirected where it asks elsewhere', () => {
  const hosts = { forecasts: 'https://forecasts.test', data: own.data };
  expect(conditionsOf('data', hosts, { ...own, forecasts: 'https://forecasts.test' })).toMatchObject({
    sandbox: true,
    provider: true,
    forecasts_sandbox: false,
    forecasts_provider: true,
    data_sandbox: true,
    data_provider: false,
    library_redirected: false,
  });
  expect(conditionsOf('data', hosts, own)).toMatchObject({
    library_redirected: true,
    forecasts_library_redirected: true,
    data_library_redirected: false,
  });
});
