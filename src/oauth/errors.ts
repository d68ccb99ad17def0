import { PublicError, refused } from '../platform/errors.ts';
import type { ErrorForm } from '../platform/http/error-handler.ts';
import { type ConsentCode, type TokenErrorCode, tokenErrorCodes } from './contract.ts';

/** People read these sentences on the page. The browser decides by the code alone. */
const sentences: Record<ConsentCode, string> = {
  'faulty-request': "The app's request can't be read. Start again from the app.",
  'unknown-client': 'Its registration may have expired. Remove the connection in the app, and add it again.',
  'client-document': "The app's description couldn't be read. Try again in a minute.",
  'bad-redirect': "The app asked for an answer at an address that isn't its own. Nothing was sent there.",
  'redirect-not-allowed': "This portal doesn't allow apps at that address. Ask its operator.",
  'expired-request': 'This request has expired. Check it and choose again.',
  'other-account': 'Another account has signed in since. Check the request and choose again.',
  suspended: "Your account is suspended, so it can't connect apps.",
};

export const consentError = (code: ConsentCode) => refused<ConsentCode>(code, sentences[code]);

export const tokenError = (code: TokenErrorCode, description: string) =>
  new PublicError(statuses[code] ?? 400, description, {}, code);

const statuses: Partial<Record<TokenErrorCode, number>> = { invalid_client: 401, access_denied: 403 };

/** Errors in the form of the standard (RFC 6749, section 5.2). */
export const asTokenError: ErrorForm = (error, _request, reply) =>
  reply.send({ error: codeOf(error), error_description: asDescription(error.message) });

function codeOf({ code, status }: PublicError): TokenErrorCode {
  const own = tokenErrorCodes.find((each) => each === code);
  if (own) return own;
  if (status === 429 || status === 503) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'invalid_request';
}

/** The standard allows printable ASCII characters except these two. */
const asDescription = (sentence: string) => sentence.replaceAll(/[^ -~]|["\\]/g, "'");
