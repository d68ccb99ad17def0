import { expect, test } from 'vitest';
import { counters, gauge, Histogram, toText } from './metrics.ts';

test('metrics are written in the text format of Prometheus, with escaped labels', () => {
  const text = toText([
    gauge('portal_known_keys', 'Keys in memory.', 3),
    counters('portal_verdicts_total', 'Decisions.', 'verdict', { allowed: 2, 'a "b"\\\n': 1 }),
  ]);
  expect(text.split('\n')).toEqual([
    '# HELP portal_known_keys Keys in memory.',
    '# TYPE portal_known_keys gauge',
    'portal_known_keys 3',
    '# HELP portal_verdicts_total Decisions.',
    '# TYPE portal_verdicts_total counter',
    'portal_verdicts_total{verdict="allowed"} 2',
    'portal_verdicts_total{verdict="a \\"b\\"\\\\\\n"} 1',
    '',
  ]);
});

test('the buckets of a histogram are cumulative', () => {
  const took = new Histogram();
  for (const seconds of [0.0001, 0.0002, 0.3, 99]) took.observe(seconds);
  const samples = took.samples({ surface: 'api' });
  const within = (le: string) => samples.find(({ labels }) => labels?.le === le)?.value;
  expect([within('0.0001'), within('0.00025'), within('0.25'), within('1'), within('+Inf')]).toEqual([
    1, 2, 2, 3, 4,
  ]);
  expect(samples.slice(-2).map(({ suffix, value }) => [suffix, value])).toEqual([
    ['_sum', 99.3003],
    ['_count', 4],
  ]);
});
