import type { FastifyInstance } from 'fastify';
import { notFound } from '../../platform/errors.ts';
import { revalidate, type ServedFile, sendFile, servedFile } from '../../platform/http/served-file.ts';
import { basePaths, changelogFeed, llms, llmsFull, openApi, relative, robots, sitemap } from '../../urls.ts';
import type { Site } from '../site.ts';
import { changelogFeedText, robotsText, sitemapText } from './feeds.ts';
import { llmsFullText, llmsText } from './llms.ts';
import { markdownRoutes } from './markdown-routes.ts';
import { openApiOf } from './openapi.ts';
import { createSearchIndex } from './search-index.ts';
import { wellKnownRoutes } from './well-known.ts';

/** The documentation in every form but pages. */
export function contentRoutes(app: FastifyInstance, site: Site, nowMs: number): void {
  dataFileRoutes(app, site);
  wellKnownRoutes(app, site, nowMs);
  markdownRoutes(app, site);
  serveText(app, robots, 'text/plain', () => robotsText(site));
  serveText(app, sitemap, 'application/xml', () => sitemapText(site));
  serveText(app, llms, 'text/plain', () => llmsText(site));
  serveText(app, llmsFull, 'text/plain', () => llmsFullText(site));
  serveText(app, changelogFeed, 'application/atom+xml', () => changelogFeedText(site));
  serveText(app, openApi, 'application/json', () => JSON.stringify(openApiOf(site)));
  for (const base of basePaths)
    serveText(app, base + relative.searchIndex, 'application/json', () =>
      JSON.stringify(createSearchIndex(site)),
    );
}

/** The content as YAML, and what its pictures are drawn from, which the browser app fetches when it moves on. Only known names are looked up. */
function dataFileRoutes(app: FastifyInstance, site: Site): void {
  const files = new Map<string, ServedFile>();
  for (const base of basePaths) {
    app.get<{ Params: { kind: string; file: string } }>(base + relative.dataFile, async (request, reply) => {
      const { kind, file } = request.params;
      const text = site.findDataFile(kind, file);
      if (text === undefined) throw notFound();
      const path = `${kind}/${file}`;
      const served = files.get(path) ?? servedFile(`${mediaTypeOf(file)}; charset=utf-8`, text, revalidate);
      files.set(path, served);
      return sendFile(request, reply, served);
    });
  }
}

const mediaTypeOf = (file: string) => (file.endsWith('.json') ? 'application/json' : 'text/yaml');

/** Made when it is first asked for, and then kept: a start waits for none of it. */
function serveText(app: FastifyInstance, path: string, type: string, write: () => string): void {
  let file: ServedFile | undefined;
  app.get(path, (request, reply) => {
    file ??= servedFile(`${type}; charset=utf-8`, write(), revalidate);
    return sendFile(request, reply, file);
  });
}
