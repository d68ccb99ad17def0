import type { FastifyInstance } from 'fastify';
import { createApp } from '../app.ts';
import { isSandboxed } from '../content/sandbox.ts';
import { loadSite } from '../content/site.ts';
import type { Config } from '../platform/config.ts';
import { buildIfNeeded } from '../site/build.ts';
import { hostsOf } from '../site/hosts.ts';
import { builtRenderer, type Pages, type PagesOptions, renderPages } from '../site/pages.ts';
import { assetRoutes } from '../site/routes.ts';
import { defaultPictures } from '../weather/fleet/default-flight.ts';
import { FleetFeed } from '../weather/fleet/fleet-feed.ts';
import { landingMap } from '../weather/fleet/landing-map.ts';
import { createSandbox } from '../weather/sandbox/sandbox.ts';
import type { Prepared } from './start.ts';

/** The browser app: built files, or a bundler that builds them on demand. */
interface FrontEnd {
  pages(options: PagesOptions): Promise<Pages>;
  mountAssets(server: FastifyInstance): void;
}

export async function prepareBuiltPortal(config: Config, report: (line: string) => void): Promise<Prepared> {
  const folder = buildIfNeeded(report);
  const renderer = await builtRenderer(folder);
  return preparePortal(config, {
    pages: async (options) => renderPages(options, renderer),
    mountAssets: (server) => assetRoutes(server, folder),
  });
}

export async function preparePortal(config: Config, { pages, mountAssets }: FrontEnd): Promise<Prepared> {
  const { publicUrl } = config;
  const configured = hostsOf(config);
  const site = loadSite(config.contentDir, configured.hosts, configured);
  const { sandbox } = site.summary;
  const fleet = new FleetFeed(Date.now);
  const drawDefaultPictures = async () => {
    const weather = createSandbox(Date.now);
    const snapshot = await fleet.read();
    return defaultPictures(weather, snapshot.fleet).finally(() => weather.close());
  };
  const renderedPages = await pages({
    site,
    publicUrl,
    landingMap: landingMap(config, site.summary, fleet),
    viewerPictures: isSandboxed(sandbox, 'data') ? drawDefaultPictures : undefined,
  });
  return {
    async createServer(database, log) {
      const app = await createApp({ config, database, site, pages: renderedPages, mountAssets, fleet, log });
      const { server, readMetrics, mailDestination, mailboxLink } = app;
      const summary = {
        portal: publicUrl,
        email: mailDestination,
        ...(mailboxLink ? { mailbox: mailboxLink } : {}),
        database: database.location,
      };
      return { server, readMetrics, summary, warnings: warningsAbout(sandbox) };
    },
  };
}

function warningsAbout(sandbox: ReturnType<typeof hostsOf>['sandbox']): string[] {
  if (sandbox !== 'forecasts' && sandbox !== 'data') return [];
  const [api, variable] = sandbox === 'data' ? ['Data', 'DATA'] : ['Forecast', 'FORECASTS'];
  return [`the ${api} API still uses the sandbox. Set ${variable}_API_URL as well.`];
}
