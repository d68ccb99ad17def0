import { expect, test } from 'vitest';
import { fence, parameterTable, prose, table } from './markdown-text.ts';

const at = 'https://tea.test/docs/pots';

test('links are absolute', () => {
  expect(prose('See [all](/docs), [below](#lid) or [tea](https://tea.example/x).', at)).toBe(
    'See [all](https://tea.test/docs), [below](https://tea.test/docs/pots#lid) or [tea](https://tea.example/x).',
  );
});

test('paragraphs and lists are kept', () => {
  expect(prose('Boil **water**:\n1. fill\n2. heat\n\nThen:\n- `pour`\n- wait', at)).toBe(
    'Boil **water**:\n\n1. fill\n2. heat\n\nThen:\n\n- `pour`\n- wait',
  );
});

test('nothing in a cell ends it', () => {
  expect(table({ columns: ['A', 'B'], rows: [['1 | 2', 'two\nlines']] }, at)).toBe(
    '| A | B |\n| --- | --- |\n| 1 \\| 2 | two lines |',
  );
});

test('a table of parameters has no empty columns', () => {
  const lid = { name: 'lid', type: 'boolean', description: 'Whether it has one.' };
  expect(parameterTable([lid], at).split('\n')[0]).toBe('| Name | Type | Description |');
  expect(parameterTable([{ ...lid, unit: 'mm' }], at).split('\n')[0]).toBe(
    '| Name | Type | Unit | Description |',
  );
  expect(parameterTable([], at)).toBe('None.');
});

test('nothing in a text ends its fence', () => {
  expect(fence('```\ninside\n```\n', 'text')).toBe('````text\n```\ninside\n```\n````');
});
