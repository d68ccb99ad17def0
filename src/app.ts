import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { PasswordCost } from './accounts/passwords.ts';
import { wireAccounts } from './boot/accounts-wiring.ts';
import { wireGateway } from './boot/gateway-wiring.ts';
import { wireOAuth } from './boot/oauth-wiring.ts';
import { wireWeather } from './boot/weather-wiring.ts';
import { colourStyle } from './content/colours.ts';
import { contentRoutes } from './content/outputs/routes.ts';
import type { Site } from './content/site.ts';
import { demoRoutes } from './gateway/demo/routes.ts';
import { documentedEndpoints } from './gateway/endpoints.ts';
import { notAuthorized } from './gateway/verifier.ts';
import type { DocumentNetwork } from './oauth/client-documents.ts';
import { type Config, isDevMailboxShown } from './platform/config.ts';
import type { Database } from './platform/database.ts';
import { badRequest } from './platform/errors.ts';
import { asApiJson, htmlOrJson } from './platform/http/error-handler.ts';
import { addBackgroundWork, createServer, securityHeaders } from './platform/http/server.ts';
import { devMailboxRoutes, devMailboxToken } from './platform/mail/dev-mailbox.ts';
import { mailMetrics } from './platform/mail/store.ts';
import { root } from './platform/root.ts';
import { Secrets } from './platform/secrets.ts';
import type { Pages } from './site/pages.ts';
import { licenceRoutes, pageRoutes } from './site/routes.ts';
import { api, devMail, devMailLink, gatewayVerify, health, pages as pageAddresses, ready } from './urls.ts';
import { FleetFeed } from './weather/fleet/fleet-feed.ts';
import { headScript } from './web/preferences/head-script.ts';

interface AppOptions {
  config: Config;
  database: Database;
  site: Site;
  pages: Pages;
  mountAssets: (server: FastifyInstance) => void;
  log: Logger;
  now?: () => number;
  fleet?: FleetFeed;
  /** The cost of password hashes. Tests lower it. */
  passwordCost?: PasswordCost;
  /** Fetches the documents of apps. Tests replace it. */
  documentNetwork?: DocumentNetwork | undefined;
}

/** Creates the server of the whole portal and mounts every part in order. */
export async function createApp(options: AppOptions) {
  const { config, database, site, pages, mountAssets, log, now = Date.now, passwordCost } = options;
  const { fleet = new FleetFeed(now), documentNetwork } = options;
  const { db } = database;
  const { publicUrl } = config;
  const { keys: keyPolicy } = site;
  const { hosts, provider } = site.summary;
  const secrets = new Secrets(config.secretKeys);
  const endpoints = documentedEndpoints(site);
  const gateway = wireGateway({ config, database, secrets, endpoints, keyPolicy, log, now });
  const accounts = wireAccounts({ config, database, secrets, gateway, site, log, now, passwordCost });
  const { mail, mailDestination, visitors, limits } = accounts;
  const oauth = wireOAuth({ config, database, secrets, gateway, accounts, site, documentNetwork, log, now });
  const { accessTokens } = oauth;
  const weather = wireWeather({ config, site, database, secrets, gateway, limits, accessTokens, fleet, now });

  const headers = securityHeaders({
    https: publicUrl.startsWith('https:'),
    connectTo: originsOf(Object.values(hosts).filter((url) => url !== undefined)),
    inlineScripts: [headScript],
  });
  const paths = { health, ready, verify: gatewayVerify };
  const server = createServer({ config, log, db, paths, headers, errorForm: htmlOrJson, answerUnreadable });
  gateway.installFastPath(server);
  mountAssets(server);
  contentRoutes(server, site, now());
  licenceRoutes(server);
  await gateway.mountRoutes(server);
  await weather.mountRoutes(server);
  await oauth.mountRoutes(server);
  const hasMailbox = isDevMailboxShown(config);
  if (hasMailbox)
    devMailboxRoutes(server, {
      path: devMail,
      home: pageAddresses.docs,
      outbox: accounts.outbox,
      secrets,
      title: `${provider.name} API`,
      tokens: readFileSync(join(root, 'src/web/styles/tokens.css'), 'utf8') + colourStyle(site.look.colours),
      fonts: {
        Inter: readFileSync(join(root, 'src/web/fonts/inter.woff2')),
        'JetBrains Mono': readFileSync(join(root, 'src/web/fonts/jetbrains-mono.woff2')),
      },
    });

  // All routes that use the browser's cookie.
  await server.register(async (scope) => {
    await visitors.mount(scope);
    await accounts.mountRoutes(scope);
    await oauth.mountBrowserRoutes(scope);
    await scope.register(async (calls) =>
      demoRoutes(calls, { tokens: weather.demoTokens, visitors, limits }),
    );
    await scope.register(async (documents) => pageRoutes(documents, { pages, visitors, site, publicUrl }));
  });

  addBackgroundWork(server, {
    housekeeping: [...accounts.housekeeping, ...oauth.housekeeping, ...gateway.housekeeping],
    start: () => {
      mail.start();
      return gateway.start();
    },
    stop: () => [mail.stop(), ...gateway.stop()],
    log,
  });
  const mailboxLink = hasMailbox ? devMailLink(publicUrl, devMailboxToken(secrets)) : undefined;
  const readMetrics = async () => [...gateway.readMetrics(), ...(await mailMetrics(db, now()))];
  return { server, mail, mailDestination, mailboxLink, readMetrics };
}

function answerUnreadable(request: FastifyRequest, reply: FastifyReply): unknown {
  const path = request.url;
  if (path.startsWith(gatewayVerify)) return asApiJson(notAuthorized(), request, reply.code(403));
  const error = badRequest('The URL could not be decoded.');
  const form = path.startsWith(api) ? asApiJson : htmlOrJson;
  return form(error, request, reply.code(error.status));
}

const originsOf = (urls: string[]) => [...new Set(urls.map((url) => new URL(url).origin))];
