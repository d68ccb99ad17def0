import type { CallToolResult } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { DenialLog } from '../gateway/denial-log.ts';
import type { Allowed, Verifier } from '../gateway/verifier.ts';
import { isDatabaseUnavailable } from '../platform/database.ts';
import { PublicError, tooManyRequests } from '../platform/errors.ts';
import { recordEvent } from '../platform/log.ts';
import type { Limit, RateLimits } from '../platform/rate-limits.ts';
import { isoSeconds } from '../weather/api-time.ts';
import type { Caller } from './caller.ts';
import type { QuotaLeft, SharedContext, Tool } from './toolkit/tool.ts';

interface CallOptions {
  tool: Tool;
  given: Record<string, unknown> | undefined;
  caller: Caller;
  verifier: Verifier;
  freeCalls: FreeCalls;
  refusals: DenialLog;
  context: SharedContext;
  /** Why this tool is not for this key. */
  explainRefusal: () => string;
}

/** Key, role and quota first, as the API does; then the arguments; then the answer. What goes wrong is told to the model. */
export async function callTool(options: CallOptions): Promise<CallToolResult> {
  const { tool, given, caller, context } = options;
  try {
    const quota = await admit(options);
    const parsed = tool.input.safeParse(given ?? {});
    if (!parsed.success) return failure(invalidArguments(tool, parsed.error));
    const { key, weather } = caller;
    const { text, data, check = [] } = await tool.answer(parsed.data, { ...context, key, weather });
    const isSynthetic = tool.path !== undefined && context.isServedHere(tool.path);
    return {
      content: [
        { type: 'text', text: `${text.trimEnd()}${checkLine(check)}${isSynthetic ? syntheticLine : ''}` },
      ],
      structuredContent: data,
      _meta: {
        ...(isSynthetic && { synthetic: true }),
        ...(check.length > 0 && { check_urls: check }),
        ...(quota && { quota }),
      },
    };
  } catch (error) {
    return failure(explain(error, options));
  }
}

const checkLine = (check: string[]) => (check.length > 0 ? `\n\nCheck it at ${check.join(' and ')}` : '');

/** The API says so in a header, which no model sees. */
const syntheticLine = '\n\nComputed by the synthetic sandbox: this is not real weather.';

/** What goes to the provider is counted there, once. */
async function admit({
  tool,
  given,
  caller,
  verifier,
  freeCalls,
  context,
}: CallOptions): Promise<QuotaLeft | undefined> {
  const { credentials, key } = caller;
  if (tool.path === undefined) {
    await freeCalls.take(key.personId);
    return undefined;
  }
  const cost = tool.cost?.(given ?? {}) ?? 1;
  const wanted = { method: 'GET', path: tool.path };
  if (context.isServedHere(tool.path)) return quotaLeft(await verifier.verify(credentials, wanted, cost));
  await verifier.reach(credentials, wanted);
  return undefined;
}

/** What the API says in headers, which no model sees. */
function quotaLeft({ headers }: Allowed): QuotaLeft {
  return {
    limit: Number(headers['X-RateLimit-Limit']),
    remaining: Number(headers['X-RateLimit-Remaining']),
    reset: isoSeconds(Number(headers['X-RateLimit-Reset']) * 1000),
  };
}

function invalidArguments({ name, input }: Tool, error: z.ZodError): string {
  const problems = error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  );
  const names = Object.entries(input.shape).map(([each, schema]) =>
    (schema as z.ZodType).safeParse(undefined).success ? each : `${each} (required)`,
  );
  return `Invalid arguments for ${name}. ${problems.join('. ')}. It takes ${names.join(', ')}.`;
}

function explain(error: unknown, { tool, caller, refusals, context, explainRefusal }: CallOptions): string {
  const { request, key } = caller;
  if (error instanceof PublicError) {
    const { status, message, headers } = error;
    if ((status === 403 || status === 429) && refusals.admit()) {
      const reason = `${status} ${message}`;
      recordEvent(request, {
        event: 'mcp tool',
        outcome: 'refused',
        actor: key.id,
        target: tool.name,
        reason,
      });
    }
    if (status === 403) return explainRefusal();
    if (status === 429 && tool.path === undefined) return `429 ${message}`;
    if (status === 429) return tryAgain(message, Number(headers['Retry-After']), context.now());
    return message;
  }
  if (isDatabaseUnavailable(error)) {
    request.log.error({ err: error }, 'database unavailable');
    return 'The service is not available right now. Try again in a moment.';
  }
  request.log.error({ err: error, tool: tool.name }, 'unexpected error');
  return `Something went wrong on our side, another call may succeed. If it happens again, tell the operator this number: ${request.id}`;
}

/** The provider may not say when, which is no number here. */
function tryAgain(message: string, seconds: number, nowMs: number): string {
  const sentence = `429 ${message.replace(/\.$/, '')}.`;
  if (!Number.isFinite(seconds)) return `${sentence} Try again in a few minutes.`;
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const at = isoSeconds(Math.ceil(nowMs / 1000 + seconds) * 1000);
  return `${sentence} Try again in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}, at ${at} (UTC).`;
}

const failure = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true });

const perMinute: Limit = {
  name: 'free-mcp-calls',
  max: 600,
  windowSeconds: 60,
  sentence: 'Too many questions about the key and the documentation: a person may ask 600 a minute.',
};

const maxBlocked = 10_000;

/**
 * What costs no quota is limited by itself: key status, documentation tools, resources and completions. They answer
 * when the hour is used up, which is when people ask them.
 */
export class FreeCalls {
  readonly #limits: Pick<RateLimits, 'take'>;
  readonly #now: () => number;
  /** By person, until when: calls above the limit cost no write to the database. */
  readonly #blocked = new Map<string, number>();

  constructor(options: { limits: Pick<RateLimits, 'take'>; now: () => number }) {
    this.#limits = options.limits;
    this.#now = options.now;
  }

  /** Throws 429 above the limit. */
  async take(personId: string): Promise<void> {
    const blockedMs = (this.#blocked.get(personId) ?? 0) - this.#now();
    if (blockedMs > 0) throw tooManyRequests(Math.ceil(blockedMs / 1000), perMinute.sentence);
    this.#blocked.delete(personId);
    try {
      await this.#limits.take(perMinute, personId);
    } catch (error) {
      if (error instanceof PublicError && error.status === 429) this.#block(personId, error);
      throw error;
    }
  }

  #block(personId: string, error: PublicError): void {
    if (this.#blocked.size >= maxBlocked) this.#blocked.clear();
    this.#blocked.set(personId, this.#now() + Number(error.headers['Retry-After']) * 1000);
  }
}
