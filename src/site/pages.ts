import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LandingMap, NamedPicture, Page, PageProps } from '../content/contract.ts';
import type { Site } from '../content/site.ts';
import { type ServedPage, servedPage } from '../platform/http/served-file.ts';
import { csrfTokenLength } from '../platform/http/visitor.ts';
import { assetsBase, pages as paths } from '../urls.ts';
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
  /** Style that the landing page has beside what every page has. */
  landingStyle?: string | undefined;
  /** By the path of the page: what its own code consists of. */
  ownFiles?: Record<string, Pick<Assets, 'imports' | 'stylesAhead'>>;
}

export interface PagesOptions {
  site: Site;
  publicUrl: string;
  /** The map of balloons on the landing page; undefined where no source has balloons. */
  landingMap: LandingMapOptions | undefined;
  /** What the data viewer shows before its code has come; nothing where the balloons are not ours. */
  viewerPictures?: (() => Promise<NamedPicture[]>) | undefined;
}

interface LandingMapOptions {
  draw: () => Promise<LandingMap>;
  everyMs: number;
  /** Fetched from another host: until the map is drawn, the page is served without it. */
  isRemote?: boolean;
}

/**
 * Renders each page once, when it is first asked for, with the configured hosts: a start waits for none of them. The
 * landing page is rendered again whenever its map of balloons changes.
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

/** A visitor of a portal that has just started is slower than this. */
const firstLandingMs = 1500;

function keepLanding(options: PagesOptions, renderer: Renderer): () => Promise<ServedPage> {
  const { landingMap } = options;
  const render = async () => renderLandingPage(options, renderer, await drawn(landingMap));
  let landing: Promise<ServedPage> | undefined;
  const find = () => {
    landing ??= landingMap?.isRemote ? renderLandingPage(options, renderer, undefined) : render();
    return landing;
  };
  const renew = async () => {
    // Until it is done, what there is is sent.
    const next = await render();
    landing = Promise.resolve(next);
  };
  if (landingMap) {
    setTimeout(landingMap.isRemote ? renew : find, firstLandingMs).unref();
    afterEach(landingMap.everyMs, renew);
  }
  return find;
}

/** In a page without its picture nothing is missing. */
const drawn = async (landingMap: LandingMapOptions | undefined) => landingMap?.draw().catch(() => undefined);

/** At every whole so many milliseconds of the clock; it keeps no process alive. */
function afterEach(everyMs: number, work: () => Promise<void>): void {
  setTimeout(
    async () => {
      await work();
      afterEach(everyMs, work);
    },
    everyMs - (Date.now() % everyMs),
  ).unref();
}

/** Renders a page when it is asked for, with the renderer as it then is. */
export function renderOnDemand(options: PagesOptions, findRenderer: () => Promise<Renderer>): Pages {
  const render = async (entry: PageEntry) => renderPage(options, await findRenderer(), entry);
  return {
    find: async (path) => {
      const { landingMap } = options;
      if (path === paths.landing)
        return renderLandingPage(
          options,
          await findRenderer(),
          await drawn(landingMap?.isRemote ? undefined : landingMap),
        );
      const entry = pageList(options.site).find((each) => each.path === path);
      return entry && render(entry);
    },
    notFound: () => render(notFoundPage),
  };
}

/** The bundles that a build left in its folder. */
export async function builtRenderer(folder: string): Promise<Renderer> {
  const read = (file: string) => readFileSync(join(folder, 'client', file), 'utf8');
  const manifest = JSON.parse(read('.vite/manifest.json')) as Manifest;
  const entry = manifest['src/web/main.tsx'];
  if (!entry) throw new Error('The build has no entry for src/web/main.tsx');
  const bundle = (await import(pathToFileURL(join(folder, 'server/server.js')).href)) as Pick<
    Renderer,
    'renderBody' | 'landingStyle'
  >;
  return {
    renderBody: bundle.renderBody,
    landingStyle: bundle.landingStyle,
    ownFiles: Object.fromEntries(
      Object.entries(ownCode).map(([path, name]) => [path, filesOf(manifest, name, entry)]),
    ),
    assets: {
      script: assetsBase + entry.file,
      imports: addressesOf(manifest, entry.imports ?? []),
      style: (entry.css ?? []).map((file) => read(file)).join(''),
      font: assetsBase + manifest[textFont]!.file,
      styleLater: read(manifest[codeFont]!.file),
    },
  };
}

const textFont = 'src/web/fonts/inter.woff2';
const codeFont = 'src/web/styles/code-font.css';

/** Pages that are of little use before code of their own has come: it is asked for together with the app. */
const ownCode = {
  [paths.landing]: 'src/web/landing/landing-page.tsx',
  [paths.dataViewer]: 'src/web/viewer/data-viewer.tsx',
};

interface ManifestEntry {
  file: string;
  css?: string[];
  imports?: string[];
}
type Manifest = Record<string, ManifestEntry>;

const addressesOf = (manifest: Manifest, names: string[]) =>
  names.flatMap((name) => manifest[name]?.file ?? []).map((file) => assetsBase + file);

function filesOf(manifest: Manifest, name: string, { imports: known = [] }: ManifestEntry) {
  const { css = [], imports = [] } = manifest[name]!;
  return {
    imports: addressesOf(manifest, [name, ...imports.filter((each) => !known.includes(each))]),
    stylesAhead: css.map((file) => assetsBase + file),
  };
}

/** What a page needs beside its content. */
interface PageEntry {
  path: string;
  page?: Page;
  landing?: Pick<PageProps, 'landing' | 'picture'>;
  status?: number;
  headers?: Record<string, string>;
}

async function renderLandingPage(
  options: PagesOptions,
  renderer: Renderer,
  landingMap: LandingMap | undefined,
): Promise<ServedPage> {
  const { site } = options;
  const landing = { caption: landingMap?.caption, words: site.landing, facts: landingFacts(site) };
  const entry = { path: paths.landing, landing: { landing, picture: landingMap?.picture } };
  return renderPage(options, renderer, entry);
}

const notFoundPage: PageEntry = { path: '/not-found', status: 404 };

const pageList = (site: Site): PageEntry[] => [
  ...site.pages.map((page) => ({ path: page.path, page })),
  { path: paths.apiKeys },
  { path: paths.account },
  // The address holds a token.
  ...[paths.resetPassword, paths.undoEmail].map((path) => ({
    path,
    headers: { 'Referrer-Policy': 'no-referrer' },
  })),
];

async function renderPage(
  { site, publicUrl, landingMap, viewerPictures }: PagesOptions,
  renderer: Renderer,
  entry: PageEntry,
): Promise<ServedPage> {
  const isLanding = entry.landing !== undefined;
  const isViewer = site.summary.weather && entry.path === paths.dataViewer;
  const props: PageProps = {
    site: site.summary,
    path: entry.path,
    sections: entry.page ? site.sectionsOf(entry.page) : [],
    ...entry.landing,
    pictures: isViewer ? await viewerPictures?.().catch(() => undefined) : undefined,
  };
  const { head, tail } = createDocument({
    ...pageHead(site.summary, entry.path),
    canonical: publicUrl + entry.path,
    structured: entry.page && structuredData(site, entry.page),
    headScript,
    assets: assetsFor(renderer, isLanding || isViewer ? entry.path : undefined),
    look: site.look,
    body: renderer.renderBody(props),
    props,
  });
  return servedPage(head, csrfTokenLength, tail, {
    ...(entry.status ? { status: entry.status } : {}),
    ...(entry.headers ? { headers: entry.headers } : {}),
    ...(isLanding && landingMap ? { isShortLived: true } : {}),
  });
}

/** `own` is the path of a page with code of its own. */
function assetsFor({ assets, landingStyle = '', ownFiles }: Renderer, own: string | undefined): Assets {
  const files = own === undefined ? undefined : ownFiles?.[own];
  return {
    ...assets,
    style: (assets.style ?? '') + (own === paths.landing ? landingStyle : ''),
    imports: [...(assets.imports ?? []), ...(files?.imports ?? [])],
    ...(files?.stylesAhead ? { stylesAhead: files.stylesAhead } : {}),
  };
}
