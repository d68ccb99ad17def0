import type { AccountCode } from '../../accounts/contract.ts';
import type { DemoCode } from '../../gateway/demo/contract.ts';
import type { KeyCode } from '../../keys/contract.ts';
import type { ConsentCode } from '../../oauth/contract.ts';
import type { PlatformCode } from '../../platform/contract.ts';

/** The result of a call: its value, or why it failed. */
export type Outcome<T = void> = { ok: true; value: T } | RequestError;

type ErrorCode = AccountCode | ConsentCode | DemoCode | KeyCode | PlatformCode;

export interface RequestError {
  ok: false;
  /** 0 when there was no response, or an incomplete one. */
  status: number;
  /** Code branches on this. It is missing when the answer did not come from the portal. */
  code?: ErrorCode;
  /** Shown as it is: the server's sentence, or the fallback of the call. */
  message: string;
  /** "HTTP 502", if the answer had no sentence. */
  detail?: string;
  /** The earliest time of the next try, if there is a wait. */
  retryAtMs?: number;
}

/** The outcome of an action that returns nothing. */
export const done: Outcome = { ok: true, value: undefined };

/** The message for an answer without one. */
export type Fallback = string | ((status: number) => string);

/** A call succeeded only if both the status and the body say so. */
export async function readOutcome<T>(response: Response, fallback: Fallback): Promise<Outcome<T>> {
  const body = await response.json().catch(() => undefined);
  if (response.ok && isRecord(body) && body.success !== false) return { ok: true, value: body as T };
  const status = response.ok && body === undefined ? 0 : response.status;
  const code = codeOf(body);
  const retryAt = retryAtMs(response.headers);
  const message = serverMessage(body);
  return {
    ...requestError(status, fallback, message),
    ...(message === undefined && status > 0 && { detail: `HTTP ${status}` }),
    ...(code && { code }),
    ...(retryAt !== undefined && { retryAtMs: retryAt }),
  };
}

export const requestError = (status: number, fallback: Fallback, message?: string): RequestError => ({
  ok: false,
  status,
  message: message ?? (typeof fallback === 'string' ? fallback : fallback(status)),
});

/** Joins the sentences of `errors`, or returns `error` if there is no list. */
export function serverMessage(body: unknown): string | undefined {
  if (!isRecord(body)) return undefined;
  const errors = Array.isArray(body.errors) ? body.errors.filter(isText) : [];
  if (errors.length === 0) return isText(body.error) ? body.error : undefined;
  return errors.join(errors.every((error) => /[.!?]$/.test(error)) ? ' ' : ', ');
}

export const codeOf = (body: unknown) =>
  isRecord(body) && isText(body.code) ? (body.code as ErrorCode) : undefined;

export function retryAtMs(headers: Headers): number | undefined {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? Date.now() + Math.ceil(seconds) * 1000 : undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
