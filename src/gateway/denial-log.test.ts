import { expect, test } from 'vitest';
import { createLog } from '../platform/log.ts';
import { DenialLog } from './denial-log.ts';

function logged() {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  return { refusals: new DenialLog(log), records: () => lines.map((line) => JSON.parse(line).security) };
}

test('the first 20 denials of a second are logged one by one, the others as a count', () => {
  const { refusals, records } = logged();
  const admitted = Array.from({ length: 300 }, () => refusals.countDenial());
  expect(admitted.filter(Boolean)).toHaveLength(20);
  expect([refusals.isLimitReached(), records()]).toEqual([true, []]);
  refusals.flush();
  refusals.flush();
  expect(records()).toEqual([{ event: 'request', outcome: 'refused', count: 280 }]);
});

test('nothing more is logged if every denial was logged by itself', () => {
  const { refusals, records } = logged();
  for (let count = 0; count < 20; count++) expect(refusals.countDenial()).toBe(true);
  refusals.flush();
  expect(records()).toEqual([]);
});
