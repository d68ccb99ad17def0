/** What crosses the wire when a portal call is refused, whatever it is about. */

/** The codes that any call may be refused with; each subject's contract adds its own. */
export const platformCodes = [
  /** Could not be read: no JSON, too large, of another type. */
  'bad-request',
  /** Was read, and a field is missing, too long or of another kind. */
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
  /** What a program decides by: never changed, whatever the sentences become. */
  code: Code | PlatformCode;
  /** What a person reads: the first of `errors`. */
  error: string;
  errors: string[];
}
