import { expect, test } from 'vitest';
import { createLog } from '../platform/log.ts';
import { DenialLog } from './denial-log.ts';

function logged() {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  return { refusals: new DenialLog(log), records: () => lines.map((line) => JSON.parse(line).security) };
}

test('the first 20 of a second are recorded by themselves, the others are told as a number', () => {
  const { refusals, records } = logged();
  const admitted = Array.from({ length: 300 }, () => refusals.admit());
  expect(admitted.filter(Boolean)).toHaveLength(20);
  expect([refusals.isFull(), records()]).toEqual([true, []]);
  refusals.tell();
  refusals.tell();
  expect(records()).toEqual([{ event: 'request', outcome: 'refused', count: 280 }]);
});

test('nothing is told when every refusal has its own record', () => {
  const { refusals, records } = logged();
  for (let count = 0; count < 20; count++) expect(refusals.admit()).toBe(true);
  refusals.tell();
  expect(records()).toEqual([]);
});
