import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { root } from '../../src/platform/root.ts';
import { randomSecret } from '../../src/platform/secrets.ts';
import { api } from '../../src/urls.ts';
import { openOwnPortalBrowser, type PortalBrowser } from '../e2e/portal-browser.ts';
import { findChromium } from '../helpers/chromium.ts';
import { createPostgresDatabase } from '../helpers/database.ts';
import { nginx, startNginx } from '../helpers/nginx.ts';
import { codeIn } from '../helpers/portal.ts';
import { freePort } from '../helpers/postgres.ts';
import { eventually } from '../helpers/process.ts';
import { startSmtp } from '../helpers/smtp.ts';
import { createWeatherApp } from '../helpers/weather-app.ts';

/** Names the programs that this machine lacks. */
export const findMissingPrograms = () =>
  Object.entries({ nginx, Chromium: findChromium(), PostgreSQL: inject('postgresUrl') })
    .flatMap(([name, found]) => (found ? [] : name))
    .join(', ');

/** A portal as a provider runs it: in production, with PostgreSQL and SMTP, and with both APIs behind a gateway. */
export interface ProviderDeployment extends PortalBrowser {
  /** The URL of the API at the gateway. For browsers it is on another host than the portal. */
  apiUrl: string;
  /** The environment of the portal, to start a second process. */
  env: Record<string, string>;
  /** Returns the newest code that was mailed to the address. */
  codeFor(email: string): Promise<string>;
  admin(...args: string[]): Promise<string>;
  gatewayLog(): string;
}

export async function openProviderDeployment(): Promise<ProviderDeployment> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-provider-'));
  const [portalPort, smtpPort] = [await freePort(), await freePort()];
  const portalUrl = `http://localhost:${portalPort}`;
  // It checks no keys, because the gateway has checked them already.
  const { app: provider } = await createWeatherApp(Date.now);
  await provider.listen({ port: 0, host: '127.0.0.1' });
  const ports = { portal: portalPort, api: (provider.server.address() as AddressInfo).port };
  const gateway = await startNginx({ folder, ports, portalUrl });
  const smtp = await startSmtp(smtpPort);
  const database = await createPostgresDatabase();
  const apiUrl = `http://127.0.0.1:${gateway.port}${api}`;
  const env = {
    NODE_ENV: 'production',
    PORT: String(portalPort),
    PUBLIC_URL: portalUrl,
    SECRET_KEY: randomSecret(),
    DATABASE_URL: database.url,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    MAIL_FROM: 'portal@example.com',
    FORECASTS_API_URL: apiUrl,
    DATA_API_URL: apiUrl,
  };
  const closeAround = async () => {
    await gateway.stop();
    await provider.close();
    await smtp.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  };
  const portalBrowser = await openOwnPortalBrowser(env).catch(async (error) => {
    await closeAround();
    throw error;
  });
  return {
    ...portalBrowser,
    apiUrl,
    env,
    gatewayLog: gateway.log,
    codeFor: (email) =>
      eventually(() => {
        const mail = smtp.received.findLast(({ to }) => to?.[0]?.address === email);
        return mail && codeIn(mail);
      }),
    async admin(...args) {
      const options = { cwd: root, env: { PATH: process.env.PATH, ...env } };
      return (await run(process.execPath, ['run.mjs', 'src/admin.ts', ...args], options)).stdout;
    },
    async close() {
      await portalBrowser.close().finally(closeAround);
    },
  };
}

const run = promisify(execFile);
