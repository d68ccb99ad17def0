import type { Db } from '../database.ts';
import { gauge, type Metric } from '../metrics/metric.ts';
import { readMailState } from './mail-state.ts';

/** Of a process that sends mail; none while the database cannot say. */
export async function mailMetrics(db: Db, now: number): Promise<Metric[]> {
  const state = await readMailState(db, now).catch(() => undefined);
  if (!state) return [];
  const { waiting, oldestSeconds, givenUp } = state;
  return [
    gauge('portal_mail_waiting', 'Messages that wait to be sent.', waiting),
    gauge('portal_mail_oldest_seconds', 'Age of the oldest of them.', oldestSeconds),
    gauge('portal_mail_given_up', 'Messages given up within the last day.', givenUp),
  ];
}
