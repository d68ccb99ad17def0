import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { LandingMap, NamedPicture, Page, PageProps } from '../content/contract.ts';
import type { Site } from '../content/site.ts';
import { type ServedPage, servedPage } from '../platform/http/served-file.ts';
import { csrfTokenLength } from '../platform/http/visitor.ts';
import { assetsBase, mcpServer, oauth, pages as paths } from '../urls.ts';
import { headScript } from '../web/preferences/head-script.ts';
import { pageHead } from '../web/router/site-map.ts';
import { type Assets, createDocument, structuredData } from './document.ts';
import { landingFacts } from './landing-facts.ts';

/** Every page as complete HTML. */
export interface Pages {
  find(path: string): Promise<ServedPage | undefined>;
  notFound(): Promise<ServedPage>;
}

export interface Renderer {
  assets: Assets;
  renderBody(props: PageProps): string;
  /** Styles that only the landing page needs. */
  landingStyle?: string | undefined;
  /** The scripts and styles that only one page needs, by the path of the page. */
  ownFiles?: Record<string, Pick<Assets, 'importsAhead' | 'stylesAhead'>>;
}

export interface PagesOptions {
  site: Site;
  publicUrl: string;
  /** The map of balloons on the landing page; undefined where no source has balloons. */
  landingMap: LandingMapOptions | undefined;
  /** The viewer shows these until its code is loaded; undefined if the balloons are not the sandbox's. */
  viewerPictures?: (() => Promise<NamedPicture[]>) | undefined;
}

interface LandingMapOptions {
  draw: () => Promise<LandingMap>;
  everyMs: number;
  /** Fetched from another host: until the map is drawn, the page is served without it. */
  isRemote?: boolean;
}

/**
 * Renders each page once, at its first request and with the configured hosts, so that the start waits for none of them.
 * The landing page is rendered again whenever its map of balloons changes.
 */
export function renderPages(options: PagesOptions, renderer: Renderer): Pages {
  const entries = new Map(pageList(options.site).map((entry) => [entry.path, entry]));
  const rendered = new Map<PageEntry, Promise<ServedPage>>();
  const once = (entry: PageEntry) => {
    const page = rendered.get(entry) ?? renderPage(options, renderer, entry);
    rendered.set(entry, page);
    return page;
  };
  const findLanding = keepLanding(options, renderer);
  return {
    async find(path) {
      if (path === paths.landing) return findLanding();
      const entry = entries.get(path);
      return entry && once(entry);
    },
    notFound: () => once(notFoundPage),
  };
}

/** The first visitor after a start is rarely faster than this. */
const firstLandingMs = 1500;

function keepLanding(options: PagesOptions, renderer: Renderer): () => Promise<ServedPage> {
  const { landingMap } = options;
  const render = async () => renderPage(options, renderer, landingPage, await drawMap(landingMap));
  let landing: Promise<ServedPage> | undefined;
  const find = () => {
    landing ??= landingMap?.isRemote ? renderPage(options, renderer, landingPage) : render();
    return landing;
  };
  const renew = async () => {
    // The previous page is served until the new one is complete.
    const next = await render();
    landing = Promise.resolve(next);
  };
  if (landingMap) {
    setTimeout(landingMap.isRemote ? renew : find, firstLandingMs).unref();
    repeat(landingMap.everyMs, renew);
  }
  return find;
}

/** The page is complete without its map. */
const drawMap = async (landingMap: LandingMapOptions | undefined) =>
  landingMap?.draw().catch(() => undefined);

/** Runs at multiples of the interval on the clock. The timer does not keep the process alive. */
function repeat(everyMs: number, work: () => Promise<void>): void {
  const run = () => work().then(() => repeat(everyMs, work));
  setTimeout(run, everyMs - (Date.now() % everyMs)).unref();
}

/** Renders a page at each request, with the current renderer. */
export function renderOnDemand(options: PagesOptions, findRenderer: () => Promise<Renderer>): Pages {
  const { site, landingMap } = options;
  return {
    async find(path) {
      const isLanding = path === paths.landing;
      const entry = isLanding ? landingPage : pageList(site).find((each) => each.path === path);
      const map = isLanding && !landingMap?.isRemote ? await drawMap(landingMap) : undefined;
      return entry && renderPage(options, await findRenderer(), entry, map);
    },
    notFound: async () => renderPage(options, await findRenderer(), notFoundPage),
  };
}

/** The renderer of a finished build. */
export async function builtRenderer(folder: string): Promise<Renderer> {
  const read = (file: string) => readFileSync(join(folder, 'client', file), 'utf8');
  const manifest = manifestSchema.parse(JSON.parse(read('.vite/manifest.json')));
  const entry = entryOf(manifest, 'src/web/main.tsx');
  const { renderBody, landingStyle } = await import(pathToFileURL(join(folder, 'server/server.js')).href);
  return {
    renderBody,
    landingStyle,
    ownFiles: Object.fromEntries(
      Object.entries(ownCode).map(([path, name]) => [path, filesOf(manifest, name, entry)]),
    ),
    assets: {
      script: assetsBase + entry.file,
      imports: urlsOf(manifest, entry.imports),
      style: entry.css.map((file) => read(file)).join(''),
      font: assetsBase + entryOf(manifest, textFont).file,
    },
  };
}

const textFont = 'src/web/fonts/inter.woff2';

/** These pages are of little use without their own code, which is therefore requested together with the app. */
const ownCode = {
  [paths.landing]: 'src/web/landing/landing-page.tsx',
  [paths.dataViewer]: 'src/web/viewer/data-viewer.tsx',
  [paths.status]: 'src/web/status/status-board.tsx',
};

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.array(z.string()).default([]),
    imports: z.array(z.string()).default([]),
  }),
);
type Manifest = z.infer<typeof manifestSchema>;

function entryOf(manifest: Manifest, name: string): Manifest[string] {
  const entry = manifest[name];
  if (!entry) throw new Error(`The build has no entry for ${name}`);
  return entry;
}

const urlsOf = (manifest: Manifest, names: string[]) =>
  names.flatMap((name) => manifest[name]?.file ?? []).map((file) => assetsBase + file);

/** The files that the page's code needs beyond those of the app, so that the browser requests all of them at once. */
function filesOf(manifest: Manifest, name: string, { imports: known }: Manifest[string]) {
  const needed = new Set([...known, name]);
  // A set also visits what is added on the way: the imports of imports.
  for (const each of needed) for (const imported of manifest[each]?.imports ?? []) needed.add(imported);
  return {
    importsAhead: urlsOf(manifest, [...needed].slice(known.length)),
    stylesAhead: entryOf(manifest, name).css.map((file) => assetsBase + file),
  };
}

interface PageEntry {
  path: string;
  page?: Page;
  status?: number;
  headers?: Record<string, string>;
}

const landingPage: PageEntry = { path: paths.landing };
const notFoundPage: PageEntry = { path: '/not-found', status: 404 };

const pageList = (site: Site): PageEntry[] => [
  ...site.pages.map((page) => ({ path: page.path, page })),
  { path: paths.apiKeys },
  { path: paths.account },
  // The URLs of these pages contain a token.
  ...[paths.resetPassword, paths.undoEmail].map((path) => ({
    path,
    headers: { 'Referrer-Policy': 'no-referrer' },
  })),
  ...(site.summary.hosts.mcp === site.url + mcpServer ? [consentPage] : []),
];

/**
 * Its URL has an app's request, which no other site needs to see. Some apps open it in a popup and wait for its end, so
 * it may keep its opener.
 */
const consentPage: PageEntry = {
  path: oauth.authorize,
  headers: { 'Referrer-Policy': 'no-referrer', 'Cross-Origin-Opener-Policy': 'unsafe-none' },
};

async function renderPage(
  { site, publicUrl, viewerPictures }: PagesOptions,
  renderer: Renderer,
  entry: PageEntry,
  map?: LandingMap,
): Promise<ServedPage> {
  const { path, page, status, headers } = entry;
  const isLanding = path === paths.landing;
  const isViewer = site.summary.weather && path === paths.dataViewer;
  const props: PageProps = {
    site: site.summary,
    path,
    sections: page ? site.sectionsOf(page) : [],
    ...(isLanding && {
      landing: {
        map: map && { caption: map.caption, windSpeeds: map.windSpeeds },
        words: site.landing,
        facts: landingFacts(site, map?.firstAnswer),
      },
      picture: map?.picture,
    }),
    pictures: isViewer ? await viewerPictures?.().catch(() => undefined) : undefined,
  };
  const { head, tail } = createDocument({
    ...pageHead(site.summary, path),
    canonical: publicUrl + path,
    structured: page && structuredData(site, page),
    headScript,
    assets: isLanding || isViewer ? withOwnFiles(renderer, path) : renderer.assets,
    look: site.look,
    body: renderer.renderBody(props),
    props,
  });
  return servedPage(head, csrfTokenLength, tail, { status, headers });
}

const withOwnFiles = ({ assets, landingStyle = '', ownFiles }: Renderer, path: string): Assets => ({
  ...assets,
  ...ownFiles?.[path],
  style: (assets.style ?? '') + (path === paths.landing ? landingStyle : ''),
});
