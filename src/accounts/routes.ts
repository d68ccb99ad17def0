import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { asHtml, handleErrors } from '../platform/http/error-handler.ts';
import { parseBody } from '../platform/http/request-body.ts';
import { isFromOtherSite, type Visitors, visitorHash } from '../platform/http/visitor.ts';
import type { RateLimits } from '../platform/rate-limits.ts';
import { basePaths, calls, pages, relative } from '../urls.ts';
import type { AccountAudit } from './account-audit.ts';
import { type Accounts, type OpenSession, requireEmail } from './accounts.ts';
import type { Codes } from './codes.ts';
import {
  type AuthStatus,
  csrfHeader,
  type PlainAnswer,
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
  records: AccountAudit;
}

export function accountRoutes(app: FastifyInstance, parts: AccountParts): void {
  const { visitors, sessions, devices, accounts, codes, resets, limits, records } = parts;

  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
  });
  app.register(async (scope) => signInRoute(scope, parts));

  for (const base of basePaths) {
    app.get(base + relative.authStatus, async (request, reply): Promise<AuthStatus> => {
      const user = await sessions.find(request);
      // The cookie lives as long as the session it stands for.
      visitors.keep(request, reply);
      tellToken(request, reply);
      return user
        ? { authenticated: true, user: { email: user.email, name: user.name } }
        : { authenticated: false };
    });

    app.post(base + relative.sendVerificationCode, async (request): Promise<SendCodeAnswer> => {
      visitors.requireCsrf(request);
      await limits.takeForNetwork(networkLimits.codes, request.ip);
      const email = requireEmail(parseBody(emailBody, request.body).email);
      const verificationToken = await codes.send(
        'sign-up',
        email.canonical,
        await sessions.startAnonymous(request),
      );
      await records.note(request, { event: 'code-sent', email: email.canonical });
      return { success: true, verification_token: verificationToken };
    });

    app.post(base + relative.verifyCode, async (request): Promise<PlainAnswer> => {
      visitors.requireCsrf(request);
      await limits.takeForNetwork(networkLimits.codeTries, request.ip);
      const body = parseBody(verifyBody, request.body);
      const given = {
        code: body.code,
        verificationToken: body.verification_token,
        sessionHash: visitorHash(request),
      };
      await records.keep(request, { event: 'code-verified', email: body.email }, () =>
        codes.verify('sign-up', { email: requireEmail(body.email).canonical, ...given }),
      );
      return { success: true };
    });

    app.post(base + relative.forgotPassword, async (request): Promise<PlainAnswer> => {
      visitors.requireCsrf(request);
      await limits.takeForNetwork(networkLimits.resets, request.ip);
      const email = requireEmail(parseBody(emailBody, request.body).email);
      await resets.request(email);
      await records.note(request, { event: 'reset-requested', email: email.canonical });
      return { success: true };
    });
  }

  app.post(calls.signUp, async (request, reply): Promise<SignUpAnswer> => {
    visitors.requireCsrf(request);
    await limits.takeForNetwork(networkLimits.signUps, request.ip);
    const body = parseBody(signUpBody, request.body);
    const before = request.visitorId;
    const attempt = { event: 'sign-up', email: body.email, actorOf: ({ id }: { id: string }) => id };
    const user = await records
      .keep(request, attempt, () =>
        accounts.signUp(
          body,
          { address: request.ip, sessionHash: visitorHash(request) },
          sessionOpener(parts, request, reply),
        ),
      )
      .catch((error: unknown) => {
        // The code stays good for another try, in the browser that it was verified in.
        if (request.visitorId !== before) {
          request.visitorId = before;
          reply.removeHeader('Set-Cookie');
          visitors.keep(request, reply);
        }
        throw error;
      });
    tellToken(request, reply);
    return { success: true, user: { email: user.email, name: user.name } };
  });

  app.get(calls.signOut, async (request, reply) => {
    if (!isUnasked(request)) await sessions.end(request, reply);
    tellToken(request, reply);
    return reply.redirect(pages.docs, 302);
  });

  app.post(calls.passwordLink, async (request): Promise<PlainAnswer> => {
    visitors.requireCsrf(request);
    await limits.takeForNetwork(networkLimits.openedLinks, request.ip);
    await resets.check(parseBody(resetLinkBody, request.body).reset_password_token);
    return { success: true };
  });

  app.put(calls.password, async (request, reply): Promise<PlainAnswer> => {
    visitors.requireCsrf(request);
    await limits.takeForNetwork(networkLimits.newPasswords, request.ip);
    const body = parseBody(newPasswordBody, request.body);
    await records.keep(request, { event: 'password-reset', actorOf: (userId) => userId }, () =>
      resets.setPassword(body, { address: request.ip }, (db, id) => devices.remember(request, reply, id, db)),
    );
    visitors.renew(request, reply);
    tellToken(request, reply);
    return { success: true };
  });

  function tellToken(request: FastifyRequest, reply: FastifyReply): void {
    reply.header(csrfHeader, visitors.csrfToken(request));
  }
}

/** A form, answered with a redirect or with a page whose alert says why not. */
function signInRoute(scope: FastifyInstance, parts: AccountParts): void {
  const { visitors, devices, accounts, limits, records } = parts;
  handleErrors(scope, asHtml);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(body as string)));
    },
  );
  scope.post(calls.signIn, async (request, reply) => {
    visitors.requireCsrf(request);
    await limits.takeForNetwork(networkLimits.signIns, request.ip);
    const body = (request.body ?? {}) as Record<string, string>;
    const form = {
      email: body['user[email]'] ?? '',
      password: (body['user[password]'] ?? '').slice(0, 1000),
    };
    const attempt = { event: 'sign-in', email: form.email, actorOf: (userId: string) => userId };
    await records.keep(request, attempt, async () => {
      const userId = await accounts.signIn(
        form,
        {
          address: request.ip,
          name: browserName(request.headers['user-agent']),
          deviceHash: devices.hashOf(request),
        },
        sessionOpener(parts, request, reply),
      );
      if (!userId) throw credentialsError();
      return userId;
    });
    reply.header(csrfHeader, visitors.csrfToken(request));
    return reply.redirect(pages.docs, 302);
  });
}

/** A person who is signed in here has been here: the session and the device come together. */
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

/** Another site's page, or a browser that only guesses what will be opened next. */
function isUnasked(request: FastifyRequest): boolean {
  const purpose = `${request.headers['sec-purpose'] ?? ''} ${request.headers.purpose ?? ''}`;
  return isFromOtherSite(request) || purpose.includes('prefetch');
}

const text = (max: number) => z.string().max(max);
const emailBody = z.object({ email: text(1000) });
const verifyBody = z.object({ email: text(1000), code: text(100), verification_token: text(200) });
const signUpBody = z.object({
  name: text(20_000),
  email: text(1000),
  password: text(5000),
  password_confirmation: text(5000),
});
const resetLinkBody = z.object({ reset_password_token: text(200) });

const newPasswordBody = resetLinkBody.extend({
  password: text(5000),
  password_confirmation: text(5000),
});
