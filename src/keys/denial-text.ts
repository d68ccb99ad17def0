import { formatClock, formatDay } from '../time.ts';
import type { DenialCause, KeyDenial } from './contract.ts';

/** Describes the cause with the detail of the last denial, which may be empty. */
export const describeCause = ({ cause, detail }: Pick<KeyDenial, 'cause' | 'detail'>) =>
  `${causeTexts[cause](detail)}.`;

const causeTexts: Record<DenialCause, (detail: string) => string> = {
  'wrong-secret': (detail) => withDetail('Wrong secret', detail),
  'ended-secret': (detail) => `The call used the old secret, which expired${timeIn(detail)}`,
  'bad-token': (detail) => withDetail("The token isn't valid", detail),
  'clock-off': (detail) => `The token was ${detail || 'too old, or dated in the future'}`,
  expired: (detail) => `The key expired${timeIn(detail)}`,
  suspended: () => 'The account is suspended',
  'role-too-small': (detail) => `This key has no access to ${detail || 'that endpoint'}`,
  'over-quota': (detail) => withDetail('Hourly limit reached', detail),
};

const withDetail = (text: string, detail: string) => (detail ? `${text}: ${detail}` : text);

/** The gateway writes "since 2026-11-14T11:00Z". */
function timeIn(detail: string): string {
  const timeMs = Date.parse(detail.replace(/^since /, ''));
  return Number.isNaN(timeMs) ? '' : ` on ${formatDay(timeMs)} at ${formatClock(timeMs)}`;
}

const farMinutes = 100_000_000;

/** "7 minutes old", "3 hours old", "dated 2 days in the future" */
export function describeTokenAge(minutesOff: number): string {
  const minutes = Math.abs(minutesOff);
  // Milliseconds instead of seconds are the most common mistake.
  if (minutes > farMinutes) return minutesOff > 0 ? 'dated as if iat were in milliseconds' : 'very old';
  const [count, unit] =
    minutes < 120 ? [minutes, 'minute'] : minutes < 2880 ? [minutes / 60, 'hour'] : [minutes / 1440, 'day'];
  const whole = Math.round(count);
  const duration = `${whole} ${unit}${whole === 1 ? '' : 's'}`;
  return minutesOff < 0 ? `${duration} old` : `dated ${duration} in the future`;
}
