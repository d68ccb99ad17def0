import type { Refusal } from '../session/outcome.ts';

/** The link in the mail is spent, not the password bad: only a new link helps. */
export const isLinkSpent = ({ code }: Refusal) =>
  code === 'unknown-link' || code === 'used-link' || code === 'expired-link';
