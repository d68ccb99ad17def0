/** The error codes of every call of the portal's own pages. Each subject's contract adds its own. */
export const platformCodes = [
  /** The request could not be read: no JSON, too large, wrong content type. */
  'bad-request',
  /** A field is missing, too long, or has the wrong type. */
  'bad-field',
  'csrf',
  'not-signed-in',
  'not-found',
  'too-often',
  'unavailable',
  'server-error',
] as const;

export type PlatformCode = (typeof platformCodes)[number];

export interface Failure<Code extends string = never> {
  success: false;
  /** Programs decide by the code. It never changes, although the sentences may. */
  code: Code | PlatformCode;
  /** The first entry of `errors`. */
  error: string;
  errors: string[];
}
