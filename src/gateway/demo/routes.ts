import type { FastifyInstance } from 'fastify';
import type { PlaygroundToken } from '../../keys/contract.ts';
import { refused } from '../../platform/errors.ts';
import { acceptJsonOnly } from '../../platform/http/request-body.ts';
import { neverStore, type Visitors } from '../../platform/http/visitor.ts';
import { recordEvent } from '../../platform/log.ts';
import type { Limit, RateLimits } from '../../platform/rate-limits.ts';
import { basePaths, relative } from '../../urls.ts';
import { type DemoCode, demoClientId, noDemoSentence } from './contract.ts';
import type { DemoTokens } from './guard.ts';

interface DemoParts {
  /** Undefined where the provider's own hosts serve the API. */
  tokens: DemoTokens | undefined;
  visitors: Visitors;
  limits: RateLimits;
}

/** One tab needs twelve tokens an hour. */
const tokenLimit: Limit = {
  name: 'net-demo-tokens',
  max: 120,
  windowSeconds: 3600,
  sentence: 'Too many guest sessions from your network.',
};

export function demoRoutes(app: FastifyInstance, { tokens, visitors, limits }: DemoParts): void {
  neverStore(app);
  acceptJsonOnly(app);
  for (const base of basePaths) {
    app.post(base + relative.demoToken, async (request): Promise<PlaygroundToken> => {
      visitors.requireCsrf(request);
      await limits.takeForNetwork(tokenLimit, request.ip);
      if (!tokens) throw refused<DemoCode>('no-demo', noDemoSentence);
      recordEvent(request, { event: 'playground-token', outcome: 'ok', target: demoClientId });
      return tokens.mint();
    });
  }
}
