import { expect, test } from 'vitest';
import type { Parameter } from '../contract.ts';
import { sourcesOf, startValues } from './start-values.ts';

const input = (name: string, more: Partial<Parameter> = {}): Parameter => ({
  ...{ name, type: 'string', description: 'x', required: 'optional', example: 'x' },
  ...more,
});
const doc = {
  endpoint: { method: 'GET', path: '/pots', full_url: 'https://tea.test/pots' } as const,
  input_parameters: [
    input('from', { format: 'date-hour' }),
    input('since', { type: 'integer', format: 'unix seconds' }),
    input('id'),
    input('colour', { enum_by_path: { '/pots': ['white'], '/cups': ['brown'] }, example: 'brown' }),
    input('run', { format: 'date-hour' }),
    input('note'),
  ],
  try_with: {
    from: { hours_from_now: 24 },
    since: { hours_from_now: -1 },
    id: { source: '/pots.json#/pots/0/id' },
    colour: 'brown',
    run: { source: '/pots.json#/runs/0' },
  },
};
const nowMs = Date.parse('2026-11-16T11:25:59Z');

test('times are counted from now, in the form of their field', () => {
  expect(startValues(doc, doc.endpoint, nowMs, new Map())).toEqual({
    from: '2026-11-17T11:00:00',
    since: String(Date.parse('2026-11-16T10:00:00Z') / 1000),
    colour: 'white',
  });
});

test('what another answer says is read from it, and left out where it says nothing', () => {
  expect(sourcesOf(doc)).toEqual(['/pots.json']);
  const idIn = (answer: unknown) =>
    startValues(doc, doc.endpoint, nowMs, new Map([['/pots.json', answer]])).id;
  expect(idIn({ pots: [{ id: 'W-1' }] })).toBe('W-1');
  expect([idIn({ pots: [] }), idIn(null), idIn({ pots: [{ id: {} }] })]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('a time that another answer says is written as the field writes it', () => {
  const answers = new Map([['/pots.json', { runs: ['2026-11-16T06:00:00+00:00'] }]]);
  expect(startValues(doc, doc.endpoint, nowMs, answers).run).toBe('2026-11-16T06:00:00');
});
