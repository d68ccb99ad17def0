import { expect, test } from 'vitest';
import { type Conditions, keepApplicableLines } from './read-yaml.ts';

const here: Conditions = { sandbox: true, provider: false, data_sandbox: true, forecasts_sandbox: true };
const elsewhere: Conditions = {
  sandbox: false,
  provider: true,
  data_sandbox: false,
  forecasts_sandbox: false,
};
const keep = (text: string, conditions = here) =>
  keepApplicableLines(text, conditions, (line, sentence) => {
    throw new Error(`${line}: ${sentence}`);
  }).map(({ line, number }) => `${number} ${line}`);

test('text inside a line is kept or removed, and an empty line is removed', () => {
  const text = 'Tea{{only data_sandbox}} of paper{{end}}.\n  {{only data_sandbox}}-d sugar \\{{end}}\nCup.';
  expect(keep(text)).toEqual(['1 Tea of paper.', '2   -d sugar \\', '3 Cup.']);
  expect(keep(text, elsewhere)).toEqual(['1 Tea.', '3 Cup.']);
});

test('whole lines are kept or removed, and the others keep their numbers', () => {
  const text = 'a:\n  # {{only forecasts_sandbox}}\n  - b\n\n  # {{end}}\n  - c';
  expect(keep(text)).toEqual(['1 a:', '3   - b', '4 ', '6   - c']);
  expect(keep(text, elsewhere)).toEqual(['1 a:', '6   - c']);
});

test.each([
  ['a\n{{only data_sandbx}}x{{end}}', /^2: .*did you mean `data_sandbox`/],
  ['{{only sandbox}}\nx', /^1: .*without/],
  ['x {{only sandbox}} y', /^1: .*without/],
  ['x\n{{end}}', /^2: .*without \{\{only/],
  ['{{only sandbox}}\n{{only provider}}\nx\n{{end}}\n{{end}}', /^2: .*inside another/],
])('a wrong mark is reported with its line: %j', (text, words) => {
  expect(() => keep(text)).toThrow(words);
});
