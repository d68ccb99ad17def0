import type { FastifyInstance } from 'fastify';
import { notFound } from '../platform/errors.ts';
import { cacheAndAsk, type ServedFile, sendFile, servedFile } from '../platform/served-file.ts';
import { basePaths, relative } from '../urls.ts';
import type { Site } from './site.ts';

/** The content as YAML, which the browser app fetches when it moves on. Only known names are looked up. */
export function dataFileRoutes(app: FastifyInstance, site: Site): void {
  const files = new Map<string, ServedFile>();
  for (const base of basePaths) {
    app.get<{ Params: { kind: string; file: string } }>(base + relative.dataFile, async (request, reply) => {
      const { kind, file } = request.params;
      const text = site.findDataFile(kind, file);
      if (text === undefined) throw notFound();
      const path = `${kind}/${file}`;
      const served = files.get(path) ?? servedFile('text/yaml; charset=utf-8', text, cacheAndAsk);
      files.set(path, served);
      return sendFile(request, reply, served);
    });
  }
}
