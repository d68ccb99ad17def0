import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { NamedPicture, Page, PageProps } from '../content/contract.ts';
import type { Site } from '../content/site.ts';
import { type ServedPage, servedPage } from '../platform/http/served-file.ts';
import { csrfTokenLength } from '../platform/http/visitor.ts';
import { assetsBase, pages as paths } from '../urls.ts';
import { headScript } from '../web/preferences/head-script.ts';
import { pageHead } from '../web/router/site-map.ts';
import { type Assets, createDocument } from './document.ts';

/** Every page as complete HTML. */
export interface Pages {
  find(path: string): Promise<ServedPage | undefined>;
  notFound(): Promise<ServedPage>;
}

export interface Renderer {
  assets: Assets;
  renderBody(props: PageProps): string;
}

export interface PagesOptions {
  site: Site;
  publicUrl: string;
  /** The landing page's picture; none when there is no atmosphere to draw. */
  drawPicture: (() => string) | undefined;
  /** What the data viewer shows before its code has come; nothing where the balloons are not ours. */
  viewerPictures?: NamedPicture[] | undefined;
}

/** Renders everything once, with the configured hosts; the landing page, which shows today's weather, once an hour. */
export function renderPages(options: PagesOptions, renderer: Renderer): Pages {
  const render = (entry: PageEntry) => renderPage(options, renderer, entry);
  const rendered = new Map(pageList(options.site).map((entry) => [entry.path, render(entry)]));
  const missing = render(notFoundPage);
  let drawnAt = Date.now();
  return {
    find: async (path) => {
      if (path === landingPage.path && options.drawPicture && Date.now() - drawnAt > redrawMs) {
        drawnAt = Date.now();
        rendered.set(path, render(landingPage));
      }
      return rendered.get(path);
    },
    notFound: async () => missing,
  };
}

const redrawMs = 3600 * 1000;

/** Renders a page when it is asked for, with the renderer as it then is. */
export function renderOnDemand(options: PagesOptions, findRenderer: () => Promise<Renderer>): Pages {
  const render = async (entry: PageEntry) => renderPage(options, await findRenderer(), entry);
  return {
    find: async (path) => {
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
  const { renderBody } = (await import(pathToFileURL(join(folder, 'server/server.js')).href)) as Pick<
    Renderer,
    'renderBody'
  >;
  return {
    renderBody,
    assets: {
      script: assetsBase + entry.file,
      imports: (entry.imports ?? [])
        .flatMap((name) => manifest[name]?.file ?? [])
        .map((file) => assetsBase + file),
      style: (entry.css ?? []).map((file) => read(file)).join(''),
      font: assetsBase + manifest[textFont]!.file,
    },
  };
}

const textFont = 'src/web/fonts/inter.woff2';

type Manifest = Record<string, { file: string; src?: string; css?: string[]; imports?: string[] }>;

/** What a page needs beside its content. */
interface PageEntry {
  path: string;
  page?: Page;
  status?: number;
  headers?: Record<string, string>;
}

const landingPage: PageEntry = { path: paths.landing };
const notFoundPage: PageEntry = { path: '/not-found', status: 404 };

const pageList = (site: Site): PageEntry[] => [
  landingPage,
  ...site.pages.map((page) => ({ path: page.path, page })),
  { path: paths.apiKeys },
  { path: paths.account },
  // The address holds a token.
  ...[paths.resetPassword, paths.undoEmail].map((path) => ({
    path,
    headers: { 'Referrer-Policy': 'no-referrer' },
  })),
];

function renderPage(
  { site, publicUrl, drawPicture, viewerPictures }: PagesOptions,
  renderer: Renderer,
  entry: PageEntry,
): ServedPage {
  const props: PageProps = {
    site: site.summary,
    path: entry.path,
    sections: entry.page ? site.sectionsOf(entry.page) : [],
    picture: entry.path === paths.landing ? drawPicture?.() : undefined,
    pictures: entry.path === paths.dataViewer ? viewerPictures : undefined,
  };
  const { head, tail } = createDocument({
    ...pageHead(site.summary, entry.path),
    canonical: publicUrl + entry.path,
    headScript,
    assets: renderer.assets,
    body: renderer.renderBody(props),
    props,
  });
  return servedPage(head, csrfTokenLength, tail, {
    ...(entry.status ? { status: entry.status } : {}),
    ...(entry.headers ? { headers: entry.headers } : {}),
  });
}
