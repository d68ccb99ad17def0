import type { AuditFilter } from '../platform/audit.ts';
import { parseTime } from './parse-time.ts';

/** What is looked for; an e-mail is found by the ids and hashes that it goes by. */
type AuditSearch = Omit<AuditFilter, 'about'> & { email?: string };

const parsers: Record<string, (value: string) => AuditSearch | undefined> = {
  since: (value) => withTime(value, (since) => ({ since })),
  until: (value) => withTime(value, (until) => ({ until })),
  event: (event) => ({ event }),
  outcome: (outcome) => (outcome === 'ok' || outcome === 'refused' ? { outcome } : undefined),
  address: (value) => (value.includes('@') ? { email: value } : { address: value }),
};

/** `since=2026-03-01 event=sign-in address=203.0.113.7 outcome=refused`, or the word that is not understood. */
export function parseAuditSearch(words: string[]): AuditSearch | { misunderstood: string } {
  const search: AuditSearch = {};
  for (const word of words) {
    const [name = '', ...rest] = word.split('=');
    const value = rest.join('=');
    const found = Object.hasOwn(parsers, name) && value !== '' ? parsers[name]!(value) : undefined;
    if (!found) return { misunderstood: word };
    Object.assign(search, found);
  }
  return search;
}

function withTime(text: string, use: (time: number) => AuditSearch): AuditSearch | undefined {
  const time = parseTime(text);
  return time === undefined ? undefined : use(time);
}
