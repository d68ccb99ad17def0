import type { DenialCause, KeyDenial } from '../../../keys/contract.ts';
import { countOf, utcDay, utcTime } from '../../time/format-time.ts';

type Told = Pick<KeyDenial, 'cause' | 'detail'>;

/** The cause in a sentence; what the last one of them was like is its end. */
export const describeCause = ({ cause, detail }: Told) => causeWords[cause](detail);

const causeWords: Record<DenialCause, (detail: string) => string> = {
  'wrong-secret': (detail) => withEnd('The secret was not one of this key', detail, ': '),
  'ended-secret': (detail) =>
    withEnd('The secret from before the rotation was sent, which has ended', detail),
  'bad-token': (detail) => withEnd('The token cannot be used', detail, ': '),
  'clock-off': (detail) => withEnd('The signature is right, but the token’s iat is', detail || 'off'),
  expired: (detail) => withEnd('The key had expired', detail),
  suspended: () => 'The account is suspended.',
  'role-too-small': (detail) => withEnd('This key does not reach', detail || 'that endpoint'),
  'over-quota': (detail) => withEnd('The hour’s quota was used up', detail, ': '),
};

const withEnd = (start: string, end: string, join = ' ') => `${start}${end && `${join}${end}`}.`;

/** "14 times, from 09:12 to 11:40 UTC" */
export function describeTimes({ count, first_at, last_at }: KeyDenial): string {
  const [first, last] = [new Date(first_at), new Date(last_at)];
  if (count === 1) return `Once, at ${utcTime(last)}`;
  const from = utcTime(first).replace(' UTC', '');
  return `${countOf(count, 'time')}, ${from === utcTime(last).replace(' UTC', '') ? 'at' : `from ${from} to`} ${utcTime(last)}`;
}

interface RefusalDay {
  day: string;
  /** Today, Nov 13 */
  label: string;
  refusals: KeyDenial[];
}

/** The last day first, as they come. */
export const byDay = (refusals: KeyDenial[], today: Date): RefusalDay[] =>
  [...Map.groupBy(refusals, ({ day }) => day)]
    .toSorted(([one], [other]) => (one < other ? 1 : -1))
    .map(([day, own]) => ({
      day,
      label: day === today.toISOString().slice(0, 10) ? 'Today' : utcDay(new Date(`${day}T00:00:00Z`)),
      refusals: own,
    }));
