import type { FastifyInstance } from 'fastify';
import { allowOrigins } from '../platform/http/cors.ts';
import { handleErrors } from '../platform/http/error-handler.ts';
import { oauth } from '../urls.ts';
import { asTokenError, tokenError } from './errors.ts';
import { type Parameters, readParameters } from './parameters.ts';
import type { TokenAnswer, Tokens } from './tokens.ts';

/** Far more than any request needs. */
const maxBodyBytes = 16 * 1024;

/** Apps call from any origin. Cookies are ignored. */
export function acceptAppCalls(app: FastifyInstance): void {
  handleErrors(app, asTokenError);
  allowOrigins(app, {
    origins: ['*'],
    methods: 'POST',
    requestHeaders: 'Authorization, Content-Type, Mcp-Protocol-Version',
    exposedHeaders: 'Retry-After',
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'Cache-Control': 'no-store', Pragma: 'no-cache' });
  });
}

export function tokenRoutes(app: FastifyInstance, tokens: Tokens): void {
  acceptAppCalls(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxBodyBytes },
    (_request, body, done) => done(null, body),
  );
  const post = (url: string, answer: (given: Parameters) => Promise<object>) =>
    app.route({
      // The hook above answers OPTIONS.
      method: ['POST', 'OPTIONS'],
      url,
      handler: (request) => answer(readParameters(typeof request.body === 'string' ? request.body : '')),
    });

  post(oauth.token, async (given): Promise<TokenAnswer> => {
    if (given.grant_type === 'authorization_code') {
      requireAll(given, ['client_id', 'code', 'code_verifier']);
      return tokens.exchange(given);
    }
    if (given.grant_type === 'refresh_token') {
      requireAll(given, ['client_id', 'refresh_token']);
      return tokens.refresh(given);
    }
    requireAll(given, ['grant_type']);
    throw tokenError('unsupported_grant_type', 'Use authorization_code or refresh_token.');
  });

  post(oauth.revoke, async (given) => {
    requireAll(given, ['token']);
    await tokens.revoke(given);
    return {};
  });
}

function requireAll(given: Parameters, names: string[]): void {
  const missing = names.find((name) => given[name] === undefined);
  if (missing) throw tokenError('invalid_request', `The parameter ${missing} is missing.`);
}
