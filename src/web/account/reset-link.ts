import type { RequestError } from '../session/outcome.ts';

/** The link in the mail is spent, not the password bad: only a new link helps. */
export const isLinkSpent = ({ code }: RequestError) =>
  code === 'unknown-link' || code === 'used-link' || code === 'expired-link';
