import { csrfHeader } from '../../accounts/contract.ts';

const findMeta = () => document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]');

/** Read at the moment of sending: another answer may have renewed it since the page was served. */
export function requireCsrfToken(): string {
  const csrfToken = findMeta()?.content;
  if (!csrfToken) throw new MissingCsrfToken();
  return csrfToken;
}

/** Writes into the tag the page was served with and never creates one: without it sign-in must fail. */
export function keepCsrfToken(response: Response): void {
  const csrfToken = response.headers.get(csrfHeader);
  const meta = findMeta();
  if (csrfToken && meta) meta.content = csrfToken;
}

export class MissingCsrfToken extends Error {
  constructor() {
    super('Could not obtain CSRF token');
    this.name = 'MissingCsrfToken';
  }
}
