import type { AccountCode } from '../../accounts/contract.ts';
import type { DemoCode } from '../../gateway/demo/contract.ts';
import type { KeyCode } from '../../keys/contract.ts';
import type { PlatformCode } from '../../platform/contract.ts';

/** What came of a call: what it gives, or why not. */
export type Outcome<T = void> = { ok: true; value: T } | RequestError;

export interface RequestError {
  ok: false;
  /** 0 when no answer came at all, or one that broke off. */
  status: number;
  /** What is decided by; absent where the answer is not the portal's. */
  code?: AccountCode | DemoCode | KeyCode | PlatformCode;
  /** What is shown, as it comes: the server's own sentence, or the call's where it sent none. */
  message: string;
  /** When the next try may come, where that is not at once. */
  retryAtMs?: number;
}

/** What an answer holds when it is no refusal. */
export type Given<Answer> = Extract<Answer, { success: true }>;

/** For what was done and gives nothing. */
export const done: Outcome = { ok: true, value: undefined };

/** The call's own words for an answer without any. */
export type Fallback = string | ((status: number) => string);

/** An answer counts as given only when the status and the body both say so. */
export async function readOutcome<T>(response: Response, fallback: Fallback): Promise<Outcome<T>> {
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok && isRecord(body) && body.success !== false) return { ok: true, value: body as T };
  const status = response.ok && body === undefined ? 0 : response.status;
  return {
    ...requestError(status, fallback, serverMessage(body)),
    ...optional('code', codeIn(body)),
    ...optional('retryAtMs', retryAtMs(response.headers)),
  };
}

export const requestError = (status: number, fallback: Fallback, sentence?: string): RequestError => ({
  ok: false,
  status,
  message: sentence ?? (typeof fallback === 'string' ? fallback : fallback(status)),
});

/** Every sentence of the list, or the single error where there is no list. */
export function serverMessage(body: unknown): string | undefined {
  if (!isRecord(body)) return undefined;
  const errors = Array.isArray(body.errors) ? body.errors.filter(isText) : [];
  if (errors.length > 0) return joinSentences(errors);
  return isText(body.error) ? body.error : undefined;
}

function joinSentences(errors: string[]): string {
  const areSentences = errors.every((error) => /[.!?]$/.test(error));
  return errors.join(areSentences ? ' ' : ', ');
}

const codeIn = (body: unknown) => (isRecord(body) && isText(body.code) ? (body.code as Code) : undefined);
type Code = NonNullable<RequestError['code']>;

export function retryAtMs(headers: Headers): number | undefined {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? Date.now() + Math.ceil(seconds) * 1000 : undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function optional<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]?: Value });
}
