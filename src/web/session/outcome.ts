/** What came of a call: what it gives, or why not. */
export type Outcome<T> = { ok: true; value: T } | Refusal;

export interface Refusal {
  ok: false;
  /** 0 when no answer came at all, or one that broke off. */
  status: number;
  /** The server's own sentence, to be shown as it comes; absent when it sent none. */
  message?: string;
  retryAfterSeconds?: number;
}

/** An answer counts as given only when the status and the body both say so. */
export async function readOutcome<T>(response: Response): Promise<Outcome<T>> {
  const body: unknown = await response.json().catch(() => undefined);
  const isRefused = !response.ok || !isRecord(body) || body.success === false;
  if (!isRefused) return { ok: true, value: body as T };
  return {
    ok: false,
    status: response.ok && body === undefined ? 0 : response.status,
    ...optional('message', serverSentence(body)),
    ...optional('retryAfterSeconds', retryAfterSeconds(response.headers)),
  };
}

/** Every sentence of the list, or the single error where there is no list. */
export function serverSentence(body: unknown): string | undefined {
  if (!isRecord(body)) return undefined;
  const errors = Array.isArray(body.errors) ? body.errors.filter(isText) : [];
  if (errors.length > 0) return joinSentences(errors);
  return isText(body.error) ? body.error : undefined;
}

function joinSentences(errors: string[]): string {
  const areSentences = errors.every((error) => /[.!?]$/.test(error));
  return errors.join(areSentences ? ' ' : ', ');
}

export function retryAfterSeconds(headers: Headers): number | undefined {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function optional<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]?: Value });
}
