import type { CallToolResult } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { DenialLog } from '../gateway/denial-log.ts';
import type { Verifier } from '../gateway/verifier.ts';
import { isDatabaseUnavailable } from '../platform/database.ts';
import { PublicError } from '../platform/errors.ts';
import { recordEvent, truncate } from '../platform/log.ts';
import type { Limit, RateLimits } from '../platform/rate-limits.ts';
import { isoSeconds } from '../weather/api-time.ts';
import type { Caller } from './caller.ts';
import type { QuotaLeft, SharedContext, Tool } from './toolkit/tool.ts';

/** The part of a call that is the same for all tools and callers. */
export interface ToolServices {
  verifier: Verifier;
  limits: RateLimits;
  denialLog: DenialLog;
  context: SharedContext;
}

interface ToolCall {
  tool: Tool;
  input: Record<string, unknown>;
  caller: Caller;
  /** Says why this key may not call the tool. */
  explainDenial: () => string;
}

/** Checks key, role and quota first, as the API does, and then the arguments. The model reads every error. */
export async function callTool(call: ToolCall, services: ToolServices): Promise<CallToolResult> {
  const { tool, input, caller } = call;
  const { context } = services;
  try {
    const quota = await admit(call, services);
    const parsed = tool.input.safeParse(input);
    if (!parsed.success) return errorResult(invalidArguments(tool, parsed.error));
    const { key, weather } = caller;
    const { text, data, check = [] } = await tool.answer(parsed.data, { ...context, key, weather });
    const isSynthetic = tool.path !== undefined && context.isServedHere(tool.path);
    const lines = [
      text.trimEnd(),
      ...(check.length > 0 ? [`Check it at ${check.join(' and ')}`] : []),
      // The API says so in a header, which models don't see.
      ...(isSynthetic ? ['This is synthetic sandbox data, not real weather.'] : []),
    ];
    return {
      content: [{ type: 'text', text: lines.join('\n\n') }],
      structuredContent: data,
      _meta: {
        ...(isSynthetic && { synthetic: true }),
        ...(check.length > 0 && { check_urls: check }),
        ...(quota && { quota }),
      },
    };
  } catch (error) {
    return errorResult(explain(error, call, services));
  }
}

/** A provider counts the calls of its own API, so only calls that are answered here use the quota here. */
async function admit(
  { tool, input, caller: { credentials, key } }: ToolCall,
  { verifier, limits, context }: ToolServices,
): Promise<QuotaLeft | undefined> {
  if (tool.path === undefined) {
    await limits.take(freeCallLimit, key.personId);
    return undefined;
  }
  const request = { method: 'GET', path: tool.path };
  if (!context.isServedHere(tool.path)) {
    await verifier.authorize(credentials, request);
    return undefined;
  }
  const { headers } = await verifier.verify(credentials, request, tool.cost?.(input, context.now()) ?? 1);
  return {
    limit: Number(headers['X-RateLimit-Limit']),
    remaining: Number(headers['X-RateLimit-Remaining']),
    reset: isoSeconds(Number(headers['X-RateLimit-Reset']) * 1000),
  };
}

function invalidArguments({ name, input }: Tool, error: z.ZodError): string {
  const problems = error.issues.map((issue) => {
    if (issue.code === 'unrecognized_keys') return describeUnknown(issue.keys);
    const { path, message } = issue;
    return path.length > 0 ? `${path.join('.')}: ${message}` : message;
  });
  const names = Object.entries(input.shape).map(([each, schema]) =>
    (schema as z.ZodType).safeParse(undefined).success ? each : `${each} (required)`,
  );
  return `Invalid arguments for ${name}. ${problems.join('. ')}. Valid parameters: ${names.join(', ') || 'none'}.`;
}

const maxUnknown = 5;

function describeUnknown(names: string[]): string {
  const shown = names.slice(0, maxUnknown).map((name) => JSON.stringify(truncate(name, 60)));
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : '';
  return `${shown.join(', ')}${more} ${names.length === 1 ? 'is not a parameter' : 'are not parameters'} of this tool`;
}

function explain(
  error: unknown,
  { tool, caller, explainDenial }: ToolCall,
  { denialLog, context }: ToolServices,
): string {
  const { request, key } = caller;
  if (error instanceof PublicError) {
    const { status, message, headers } = error;
    if ((status === 403 || status === 429) && denialLog.countDenial())
      recordEvent(request, {
        event: 'mcp tool',
        outcome: 'refused',
        actor: key.id,
        target: tool.name,
        reason: `${status} ${message}`,
      });
    if (status === 403) return explainDenial();
    if (status === 429 && tool.path === undefined) return `429 ${message}`;
    if (status === 429) return tryAgain(message, Number(headers['Retry-After']), context.now());
    return message;
  }
  if (isDatabaseUnavailable(error)) {
    request.log.error({ err: error }, 'database unavailable');
    return 'The service is not available right now. Try again in a moment.';
  }
  request.log.error({ err: error, tool: tool.name }, 'unexpected error');
  return `Something went wrong on our side. Try again. If it keeps happening, give the operator this request ID: ${request.id}`;
}

/** `seconds` is not a number if the provider did not say when to try again. */
function tryAgain(message: string, seconds: number, nowMs: number): string {
  const sentence = `429 ${message.replace(/\.$/, '')}.`;
  if (!Number.isFinite(seconds)) return `${sentence} Try again in a few minutes.`;
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const at = isoSeconds(Math.ceil(nowMs / 1000 + seconds) * 1000);
  return `${sentence} Try again in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}, at ${at} (UTC).`;
}

export const errorResult = (text: string): CallToolResult => ({
  content: [{ type: 'text', text }],
  isError: true,
});

/**
 * Limits what costs no quota: key status, documentation tools, resources and completions. They have a limit of their
 * own because people need them most when the hourly limit is reached.
 */
export const freeCallLimit: Limit = {
  name: 'free-mcp-calls',
  max: 600,
  windowSeconds: 60,
  sentence: 'Too many key status and documentation calls. The limit is 600 a minute per account.',
};
