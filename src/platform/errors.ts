import type { PlatformCode } from './contract.ts';

/** The fields that errors of Node, PostgreSQL, SQLite and the mail client can have in addition to `Error`. */
export interface SystemError extends Error {
  code?: string;
  syscall?: string;
  errcode?: number;
  errors?: Error[];
  /** The SMTP command that failed, and the server's status. */
  command?: string;
  responseCode?: number;
}

export const asSystemError = (error: unknown) => error as SystemError;

/** The only error whose message is sent to clients. Any other error becomes a logged 500 with a request ID. */
export class PublicError extends Error {
  readonly status: number;
  /** All sentences of an error with several reasons. The first one is also the message. */
  readonly messages: string[];
  readonly headers: Record<string, string>;
  /** The browser app decides by the code. The documented API sends only the status and the message. */
  readonly code: string;

  constructor(
    status: number,
    message: string | string[],
    headers: Record<string, string> = {},
    code: string = codeOf(status),
  ) {
    const messages = Array.isArray(message) ? message : [message];
    super(messages[0]);
    this.name = 'PublicError';
    this.status = status;
    this.messages = messages;
    this.headers = headers;
    this.code = code;
  }
}

/** The code of errors without a specific one. */
function codeOf(status: number): PlatformCode {
  if (status >= 500) return status === 503 ? 'unavailable' : 'server-error';
  return codes[status] ?? 'bad-request';
}

const codes: Record<number, PlatformCode> = { 401: 'not-signed-in', 404: 'not-found', 429: 'too-often' };

export const badRequest = (message: string) => new PublicError(400, message);
export const notSignedIn = () => new PublicError(401, 'Please sign in first');
/** The error of requests from another site, or from a page of a previous visitor. */
export const staleCsrfToken = () =>
  new PublicError(403, 'This page is out of date. Please reload it and try again.', {}, 'csrf');
export const notFound = (message = 'Not found') => new PublicError(404, message);

/** A well-formed request breaks a rule of the product. The code is defined in the subject's contract. */
export const refused = <Code extends string>(code: Code, message: string | string[]) =>
  new PublicError(422, message, {}, code);

/** The request does not fit what is stored by now. The code is defined in the subject's contract. */
export const conflict = <Code extends string>(code: Code, message: string) =>
  new PublicError(409, message, {}, code);

export const unavailable = () =>
  new PublicError(503, 'The service is not available right now. Please try again in a moment.', {
    'Retry-After': '5',
  });

export function tooManyRequests(retryAfterSeconds: number, what: string): PublicError {
  return new PublicError(429, `${what} Please try again in ${inWords(retryAfterSeconds)}.`, {
    'Retry-After': String(retryAfterSeconds),
  });
}

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? '1 hour' : `${hours} hours`;
}
