import { isUsable } from '../../keys/contract.ts';

interface ExpiryBadge {
  tone: 'warning' | 'danger' | 'success';
  words: string;
}

/** Yellow without an end, red past it, green before it. */
export function expiryBadge(expiresAt: string | null, now: Date): ExpiryBadge {
  if (expiresAt === null) return { tone: 'warning', words: 'Never Expires' };
  const date = new Date(expiresAt);
  return isUsable({ expires_at: expiresAt }, now)
    ? { tone: 'success', words: `Expires ${formatDate(date)}` }
    : { tone: 'danger', words: `Expired ${formatDate(date)}` };
}

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
export const formatDate = (date: Date) => dateFormat.format(date);
