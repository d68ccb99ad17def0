import { PublicError } from '../platform/errors.ts';
import type { ErrorForm } from '../platform/http/error-handler.ts';
import { type TokenErrorCode, tokenErrorCodes } from './contract.ts';

export const tokenError = (code: TokenErrorCode, description: string) =>
  new PublicError(code === 'invalid_client' ? 401 : 400, description, {}, code);

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
