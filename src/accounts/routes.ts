import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { asHtml, handleErrors } from '../platform/http/error-handler.ts';
import { parseBody } from '../platform/http/request-body.ts';
import { isFromOtherSite, neverStore, type Visitors, visitorHash } from '../platform/http/visitor.ts';
import type { Limit, RateLimits } from '../platform/rate-limits.ts';
import { basePaths, calls, pages, relative } from '../urls.ts';
import type { AccountAudit } from './account-audit.ts';
import { type Accounts, type OpenSession, requireEmail } from './accounts.ts';
import { codeBody, password, text } from './bodies.ts';
import type { Codes } from './codes.ts';
import {
  type AuthStatus,
  csrfHeader,
  type PlainAnswer,
  type ResetPasswordAnswer,
  type SendCodeAnswer,
  type SignUpAnswer,
} from './contract.ts';
import { credentialsError } from './errors.ts';
import { networkLimits } from './limits.ts';
import type { PasswordResets } from './password-reset.ts';
import { browserName, type Devices, type Sessions } from './sessions.ts';

interface AccountParts {
  visitors: Visitors;
  sessions: Sessions;
  devices: Devices;
  accounts: Accounts;
  codes: Codes;
  resets: PasswordResets;
  limits: RateLimits;
  audit: AccountAudit;
}

export function accountRoutes(app: FastifyInstance, parts: AccountParts): void {
  const { visitors, sessions, devices, accounts, codes, resets, audit } = parts;

  neverStore(app);
  app.register(async (scope) => signInRoute(scope, parts));

  for (const base of basePaths) {
    app.get(base + relative.authStatus, async (request, reply): Promise<AuthStatus> => {
      const user = await sessions.find(request);
      // The cookie lives as long as its session.
      visitors.keep(request, reply);
      sendCsrfToken(parts, request, reply);
      return user
        ? { authenticated: true, user: { email: user.email, name: user.name } }
        : { authenticated: false };
    });

    app.post(base + relative.sendVerificationCode, async (request): Promise<SendCodeAnswer> => {
      const body = await readBody(parts, request, networkLimits.codes, emailBody);
      const email = requireEmail(body.email);
      const verification_token = await codes.send('sign-up', email, await sessions.startAnonymous(request));
      await audit.record(request, { event: 'code-sent', email });
      return { success: true, verification_token };
    });

    app.post(base + relative.verifyCode, async (request): Promise<PlainAnswer> => {
      const body = await readBody(parts, request, networkLimits.codeTries, codeBody);
      const { code, verification_token: verificationToken } = body;
      const given = { code, verificationToken, sessionHash: visitorHash(request) };
      await audit.track(request, { event: 'code-verified', email: body.email }, () =>
        codes.verify('sign-up', { email: requireEmail(body.email), ...given }),
      );
      return { success: true };
    });

    app.post(base + relative.forgotPassword, async (request): Promise<PlainAnswer> => {
      const body = await readBody(parts, request, networkLimits.resets, emailBody);
      const email = requireEmail(body.email);
      await resets.request(email);
      await audit.record(request, { event: 'reset-requested', email });
      return { success: true };
    });
  }

  app.post(calls.signUp, async (request, reply): Promise<SignUpAnswer> => {
    const body = await readBody(parts, request, networkLimits.signUps, signUpBody);
    const previousId = request.visitorId;
    const attempt = { event: 'sign-up', email: body.email, actorOf: ({ id }: { id: string }) => id };
    const browser = { address: request.ip, sessionHash: visitorHash(request) };
    const signUp = () => accounts.signUp(body, browser, sessionOpener(parts, request, reply));
    const user = await audit.track(request, attempt, signUp).catch((error: unknown) => {
      // The code stays valid for another try, in the browser where it was verified.
      if (request.visitorId !== previousId) {
        request.visitorId = previousId;
        reply.removeHeader('Set-Cookie');
        visitors.keep(request, reply);
      }
      throw error;
    });
    sendCsrfToken(parts, request, reply);
    return { success: true, user: { email: user.email, name: user.name } };
  });

  app.get(calls.signOut, async (request, reply) => {
    if (!isUnintended(request)) await sessions.end(request, reply);
    sendCsrfToken(parts, request, reply);
    return reply.redirect(pages.docs, 302);
  });

  app.post(calls.passwordLink, async (request): Promise<PlainAnswer> => {
    const body = await readBody(parts, request, networkLimits.openedLinks, resetLinkBody);
    await resets.requireLink(body.reset_password_token);
    return { success: true };
  });

  app.put(calls.password, async (request, reply): Promise<ResetPasswordAnswer> => {
    const body = await readBody(parts, request, networkLimits.newPasswords, newPasswordBody);
    const attempt = { event: 'password-reset', actorOf: ({ id }: { id: string }) => id };
    const { email } = await audit.track(request, attempt, () =>
      resets.setPassword(body, { address: request.ip }, (db, id) => devices.remember(request, reply, id, db)),
    );
    visitors.renew(request, reply);
    sendCsrfToken(parts, request, reply);
    return { success: true, email };
  });
}

/** Every change needs the CSRF token and room in a limit before its body is read. */
async function readBody<Body>(
  { visitors, limits }: AccountParts,
  request: FastifyRequest,
  limit: Limit,
  schema: z.ZodType<Body>,
): Promise<Body> {
  visitors.requireCsrf(request);
  await limits.takeForNetwork(limit, request.ip);
  return parseBody(schema, request.body);
}

function sendCsrfToken({ visitors }: AccountParts, request: FastifyRequest, reply: FastifyReply): void {
  reply.header(csrfHeader, visitors.csrfToken(request));
}

/** Takes a form, and answers with a redirect or with a page whose alert shows the error. */
function signInRoute(scope: FastifyInstance, parts: AccountParts): void {
  const { visitors, devices, accounts, limits, audit } = parts;
  handleErrors(scope, asHtml);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body))),
  );
  scope.post(calls.signIn, async (request, reply) => {
    visitors.requireCsrf(request);
    await limits.takeForNetwork(networkLimits.signIns, request.ip);
    const form = signInForm.parse(request.body ?? {});
    const { email } = form;
    const browser = {
      address: request.ip,
      name: browserName(request.headers['user-agent']),
      deviceHash: devices.hashOf(request),
    };
    await audit.track(request, { event: 'sign-in', email, actorOf: (userId: string) => userId }, async () => {
      const userId = await accounts.signIn(form, browser, sessionOpener(parts, request, reply));
      if (!userId) throw credentialsError();
      return userId;
    });
    sendCsrfToken(parts, request, reply);
    return reply.redirect(pages.docs, 302);
  });
}

/** Opens a session, and remembers the browser as one of the account's devices. */
function sessionOpener(
  { sessions, devices }: AccountParts,
  request: FastifyRequest,
  reply: FastifyReply,
): OpenSession {
  return async (db, userId) => {
    await sessions.start(request, reply, userId, db);
    return { isKnownDevice: await devices.remember(request, reply, userId, db) };
  };
}

/** A request from another site's page, or of a browser that prefetches the link. */
function isUnintended(request: FastifyRequest): boolean {
  const purpose = `${request.headers['sec-purpose'] ?? ''} ${request.headers.purpose ?? ''}`;
  return isFromOtherSite(request) || purpose.includes('prefetch');
}

const emailBody = z.object({ email: text(1000) });
const signUpBody = z.object({
  name: text(20_000),
  email: text(1000),
  password,
  password_confirmation: password,
});
/** The fields of the sign-in form, under the names that browsers send. */
const signInForm = z
  .object({ 'user[email]': z.string().default(''), 'user[password]': z.string().default('') })
  .transform((form) => ({ email: form['user[email]'], password: form['user[password]'].slice(0, 1000) }));
const resetLinkBody = z.object({ reset_password_token: text(200) });
const newPasswordBody = resetLinkBody.extend({ password, password_confirmation: password });
