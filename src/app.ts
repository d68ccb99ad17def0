import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Accounts } from './accounts/accounts.ts';
import { Codes } from './accounts/codes.ts';
import { Devices } from './accounts/devices.ts';
import { HashingQueue } from './accounts/hashing-queue.ts';
import type { AccountMails } from './accounts/mail-kinds.ts';
import { composeAccountMail } from './accounts/mails/compose.ts';
import { PasswordResets } from './accounts/password-reset.ts';
import { AccountRecords } from './accounts/records.ts';
import { accountRoutes } from './accounts/routes.ts';
import { Sessions } from './accounts/sessions.ts';
import { SignInDelays } from './accounts/sign-in-delays.ts';
import { contentRoutes } from './content/outputs/routes.ts';
import type { Site } from './content/site.ts';
import { createDemoGuard } from './demo/guard.ts';
import { demoRoutes } from './demo/routes.ts';
import { DemoTokens } from './demo/tokens.ts';
import { documentedEndpoints } from './gateway/endpoints.ts';
import { createGuard } from './gateway/guard.ts';
import { notAuthorized } from './gateway/verifier.ts';
import { createGatewayParts } from './gateway-parts.ts';
import { AccessRequests } from './keys/access/requests.ts';
import { accessRoutes } from './keys/access/routes.ts';
import { listOpenRequests } from './keys/access-request-store.ts';
import { Expiry } from './keys/expiry/expiry.ts';
import { ExpiryNotices } from './keys/expiry/notices.ts';
import { expiryRoutes } from './keys/expiry/routes.ts';
import { Keys } from './keys/keys.ts';
import { playgroundRoutes } from './keys/playground-routes.ts';
import { reportRoutes } from './keys/report-routes.ts';
import { Rotation } from './keys/rotation.ts';
import { rotationRoutes } from './keys/rotation-routes.ts';
import { keyRoutes } from './keys/routes.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { Deletion } from './own-account/deletion.ts';
import { EmailChanges } from './own-account/email-change.ts';
import { emailRoutes } from './own-account/email-routes.ts';
import { Profile } from './own-account/profile.ts';
import { ownAccountRoutes } from './own-account/routes.ts';
import { type Config, isOutboxShown } from './platform/config.ts';
import type { Database } from './platform/database.ts';
import { badRequest } from './platform/errors.ts';
import { startHousekeeping } from './platform/housekeeping.ts';
import { asApiJson, handleErrors, htmlOrJson } from './platform/http/error-handler.ts';
import { healthRoutes } from './platform/http/health.ts';
import { securityHeaders } from './platform/http/security-headers.ts';
import { createServer, guardConnections } from './platform/http/server.ts';
import { Visitors } from './platform/http/visitor.ts';
import { devMailRoutes, devMailToken } from './platform/mail/dev-mail.ts';
import { mailMetrics } from './platform/mail/mail-metrics.ts';
import { MailQueue } from './platform/mail/queue.ts';
import { type MailTransport, outboxTransport, smtpTransport } from './platform/mail/transport.ts';
import type { Metric } from './platform/metrics/metric.ts';
import { RateLimits } from './platform/rate-limits.ts';
import { root } from './platform/root.ts';
import { Secrets } from './platform/secrets.ts';
import { sourceFor } from './provider/source-for.ts';
import { pageRoutes } from './site/page-routes.ts';
import type { Pages } from './site/pages.ts';
import { statusRoutes } from './status/routes.ts';
import { api, devMail, devMailLink, gatewayVerify, health, pages as pageAddresses, ready } from './urls.ts';
import { costOfCall, weatherRoutes } from './weather/routes.ts';
import { createSandbox } from './weather/sandbox.ts';
import { SkyFeed } from './weather/sky-feed.ts';
import { skyRoutes } from './weather/sky-routes.ts';
import { headScript } from './web/preferences/head-script.ts';

interface AppOptions {
  config: Config;
  database: Database;
  site: Site;
  pages: Pages;
  mountAssets: (server: FastifyInstance) => void;
  log: Logger;
  now?: () => number;
  sky?: SkyFeed;
}

export interface App {
  server: FastifyInstance;
  mail: MailQueue<AccountMails>;
  mailPlace: string;
  readMetrics(): Promise<Metric[]>;
  /** Opens the outbox on this machine, where it is shown at all. */
  mailLink: string | undefined;
}

/** Every part, mounted in order. */
export async function createApp({
  config,
  database,
  site,
  pages,
  mountAssets,
  log,
  now = Date.now,
  sky = new SkyFeed(now),
}: AppOptions): Promise<App> {
  const { db } = database;
  const { publicUrl } = config;
  const secrets = new Secrets(config.secretKeys);
  const outbox = join(config.dataDir, 'outbox');
  const transport = mailTransport(config, outbox);
  const compose = composeAccountMail({
    db,
    providerName: site.summary.provider.name,
    publicUrl,
    listOpenRequests: () => listOpenRequests(db),
    now,
  });
  const mail = new MailQueue({ db, secrets, now, transport, compose, log });
  const limits = new RateLimits({ db, secrets, now, networkFactor: config.rateLimitFactor });
  const visitors = new Visitors({ secrets, publicUrl });
  const sessions = new Sessions({ db, visitors, now });
  const delays = new SignInDelays({ db, secrets, now });
  const codes = new Codes({ db, secrets, limits, mail, now });
  const devices = new Devices({ db, publicUrl, now });
  const records = new AccountRecords({ db, secrets, now });
  const hashing = new HashingQueue();
  const accounts = new Accounts({ db, codes, delays, hashing, devices, mail, now });
  const resets = new PasswordResets({ db, mail, limits, hashing, now });
  const gateway = createGatewayParts({
    config,
    database,
    secrets,
    endpoints: documentedEndpoints(site),
    log,
    now,
  });
  const { verifier, refusalLog } = gateway;
  const forgetKey = (keyId: string) => gateway.keys.forget([keyId]);
  const keys = new Keys({ db, secrets, mail, now, onRevoked: forgetKey });
  const rotation = new Rotation({ db, secrets, mail, now, onChanged: forgetKey });
  const expiry = new Expiry({ db, mail, now, onChanged: forgetKey });
  const expiryNotices = new ExpiryNotices({ db, mail, now });
  const requests = new AccessRequests({ db, mail, operatorMail: config.operatorMail, now });
  const profile = new Profile({ db, sessions, devices, hashing, mail, now });
  const emailChanges = new EmailChanges({ db, codes, mail, now });
  const forgetKeys = (keyIds: string[]) => gateway.keys.forget(keyIds);
  const deletion = new Deletion({ db, secrets, mail, quota: gateway.quota, now, onRevoked: forgetKeys });

  const headers = securityHeaders({
    https: publicUrl.startsWith('https:'),
    connectTo: originsOf(Object.values(site.summary.hosts)),
    inlineScripts: [headScript],
  });
  const server = createServer({ config, log, headers, answerUnreadable });
  gateway.answerEarly(server);
  handleErrors(server, htmlOrJson);
  guardConnections(server, headers);
  healthRoutes(server, { db, health, ready });
  mountAssets(server);
  contentRoutes(server, site, now());
  await gateway.mountRoutes(server);
  const { sandbox } = site.summary;
  const weather = sandbox ? createSandbox(now) : undefined;
  const weatherOf = sourceFor({ sandbox, weather, hosts: site.summary.hosts });
  const own = config.demoKey && weatherOf(`Basic ${Buffer.from(config.demoKey).toString('base64')}`);
  statusRoutes(server, {
    forecasts: sandbox === 'data' || !sandbox ? own || undefined : weather,
    data: sandbox === 'forecasts' || !sandbox ? own || undefined : weather,
    now,
  });
  const demoTokens = weather && new DemoTokens({ secrets, now });
  if (weather && demoTokens) {
    server.addHook('onClose', () => weather.close());
    await server.register(
      async (scope) => {
        handleErrors(scope, asApiJson);
        await weatherRoutes(scope, {
          guard: createDemoGuard(scope, {
            tokens: demoTokens,
            guardOfKeys: createGuard(verifier, refusalLog, costOfCall),
            refusals: refusalLog,
            costOf: costOfCall,
            keysUrl: publicUrl + pageAddresses.apiKeys,
            networkFactor: config.rateLimitFactor,
            now,
          }),
          dataApiUrl: site.summary.hosts.data,
          weather,
          corsOrigins: config.corsOrigins,
          keyOf: (request) => request.key?.id ?? '',
        });
      },
      { prefix: api },
    );
    if (site.summary.sandbox !== 'forecasts') skyRoutes(server, sky);
  }
  if (!config.mcpUrl)
    await server.register(async (scope) =>
      mcpRoutes(scope, { verifier, refusals: refusalLog, site, weatherOf, now }),
    );
  if (isOutboxShown(config)) {
    const title = `${site.summary.provider.name} API`;
    const tokens = readFileSync(join(root, 'src/web/styles/tokens.css'), 'utf8');
    devMailRoutes(server, { path: devMail, home: pageAddresses.docs, outbox, secrets, title, tokens });
  }

  // Everything a browser's cookie matters for.
  await server.register(async (scope) => {
    await visitors.mount(scope);
    await scope.register(async (calls) =>
      accountRoutes(calls, { visitors, sessions, devices, accounts, codes, resets, limits, records }),
    );
    await scope.register(async (calls) =>
      keyRoutes(calls, { visitors, sessions, limits, keys, hours: gateway.quota }),
    );
    const own = { db, visitors, sessions, limits, delays, devices, hashing };
    await scope.register(async (calls) => rotationRoutes(calls, { ...own, rotation }));
    await scope.register(async (calls) => expiryRoutes(calls, { ...own, expiry }));
    await scope.register(async (calls) => accessRoutes(calls, { visitors, sessions, limits, requests }));
    await scope.register(async (calls) =>
      ownAccountRoutes(calls, { ...own, secrets, records, mail, profile, deletion, now }),
    );
    await scope.register(async (calls) => emailRoutes(calls, { ...own, records, emailChanges }));
    await scope.register(async (calls) => reportRoutes(calls, { sessions, keys }));
    await scope.register(async (calls) =>
      playgroundRoutes(calls, { db, secrets, visitors, sessions, limits, now }),
    );
    await scope.register(async (calls) => demoRoutes(calls, { tokens: demoTokens, visitors, limits }));
    await scope.register(async (documents) => pageRoutes(documents, { pages, visitors, site }));
  });

  const kept = [limits, mail, sessions, devices, codes, delays, resets, emailChanges, records];
  const stopHousekeeping = startHousekeeping(
    [...kept, ...gateway.housekeeping]
      .map((part) => () => part.forgetOld())
      .concat([() => requests.tellOperator(), () => expiryNotices.send()]),
    log,
  );
  server.addHook('onReady', async () => {
    mail.start();
    await gateway.start();
  });
  server.addHook('onClose', async () => {
    stopHousekeeping();
    for (const end of await Promise.allSettled([mail.stop(), ...gateway.stop()]))
      if (end.status === 'rejected') log.warn({ err: end.reason }, 'stopping');
  });
  const mailLink = isOutboxShown(config) ? devMailLink(publicUrl, devMailToken(secrets)) : undefined;
  const readMetrics = async () => [...gateway.readMetrics(), ...(await mailMetrics(db, now()))];
  return { server, mail, mailPlace: transport.place, mailLink, readMetrics };
}

function answerUnreadable(request: FastifyRequest, reply: FastifyReply): unknown {
  const path = request.raw.url!;
  if (path.startsWith(gatewayVerify)) return asApiJson(notAuthorized(), request, reply.code(403));
  const error = badRequest('The address could not be read.');
  const form = path.startsWith(api) ? asApiJson : htmlOrJson;
  return form(error, request, reply.code(error.status));
}

function mailTransport(config: Config, outbox: string): MailTransport {
  const from = config.mailFrom ?? 'no-reply@localhost';
  return config.smtpUrl ? smtpTransport(config.smtpUrl, from) : outboxTransport(outbox, from);
}

const originsOf = (urls: string[]) => [...new Set(urls.map((url) => new URL(url).origin))];
