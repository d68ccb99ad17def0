import type { FastifyInstance } from 'fastify';
import { fillCanonicalEmails } from '../accounts/address-history.ts';
import { type App, createApp } from '../app.ts';
import type { NamedPicture } from '../content/contract.ts';
import { isSandboxed } from '../content/sandbox-sentence.ts';
import { loadSite, type Site } from '../content/site.ts';
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

/** The browser app: built files, or a bundler that makes them as they are asked for. */
interface FrontEnd {
  pages(options: PagesOptions): Promise<Pages>;
  mountAssets(server: FastifyInstance): void;
}

/** Everything there is, with the pages made before anyone is served. */
export async function preparePortal(config: Config, frontEnd: FrontEnd): Promise<Prepared> {
  const configured = hostsOf(config);
  const site = loadSite(config.contentDir, configured.hosts, configured);
  const { sandbox } = site.summary;
  const fleet = new FleetFeed(Date.now);
  const pages = await frontEnd.pages({
    site,
    publicUrl: config.publicUrl,
    landingMap: landingMap(config, site.summary, fleet),
    viewerPictures: isSandboxed(sandbox, 'data') ? () => drawDefaultPictures(fleet) : undefined,
  });
  const { mountAssets } = frontEnd;
  return {
    bringUpToDate: fillCanonicalEmails,
    async createServer(database, log) {
      const app = await createApp({ config, database, site, pages, mountAssets, fleet, log });
      return {
        server: app.server,
        readMetrics: app.readMetrics,
        lines: [...whereThingsAre(config, app, database.place), ...warnings(site)],
      };
    },
  };
}

async function drawDefaultPictures(feed: FleetFeed): Promise<NamedPicture[]> {
  const weather = createSandbox(Date.now);
  const { fleet } = await feed.read();
  return defaultPictures(weather, fleet).finally(() => weather.close());
}

const whereThingsAre = ({ publicUrl }: Config, { mailPlace, mailLink }: App, databasePlace: string) => [
  `The portal is at  ${publicUrl}`,
  `Mail goes to      ${mailPlace}`,
  ...(mailLink ? [`Read it at        ${mailLink}`] : []),
  `Data is kept in   ${databasePlace}`,
  'Stop it with      Ctrl+C',
];

function warnings({ summary: { sandbox } }: Site): string[] {
  if (sandbox !== 'forecasts' && sandbox !== 'data') return [];
  const [api, variable] = sandbox === 'data' ? ['Data', 'DATA'] : ['Forecast', 'FORECASTS'];
  return ['', `The ${api} API is still the sandbox, and the pages say so: set ${variable}_API_URL as well.`];
}

/** The whole portal with the built browser app. */
export async function prepareBuiltPortal(config: Config): Promise<Prepared> {
  const folder = buildIfNeeded(console.log);
  const renderer = await builtRenderer(folder);
  return preparePortal(config, {
    pages: async (options) => renderPages(options, renderer),
    mountAssets: (server) => assetRoutes(server, folder),
  });
}
