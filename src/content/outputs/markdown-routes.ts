import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../platform/errors.ts';
import { revalidate, type ServedFile, sendFile, servedFile } from '../../platform/http/served-file.ts';
import { apiCatalog, llms, markdownOf as markdownAddress, pages } from '../../urls.ts';
import type { Site } from '../site.ts';
import { otherMarkdowns } from './llms.ts';
import { markdownOf } from './markdown.ts';

/** Every page as Markdown, at its address plus `.md` and at the address itself for clients that accept Markdown. */
export function markdownRoutes(app: FastifyInstance, site: Site): void {
  const files = new Map<string, ServedFile>();
  const others = otherMarkdowns(site);

  /** Only existing pages are cached, so that clients cannot fill the memory with invented names. */
  function requireFile(path: string, section: string | undefined): ServedFile {
    const name = section === undefined ? path : `${path}#${section}`;
    const known = files.get(name);
    if (known) return known;
    const text = markdownOf(site, path, section) ?? (section === undefined ? others[path] : undefined);
    if (text === undefined) throw notFound();
    const file = servedFile('text/markdown; charset=utf-8', text, revalidate);
    files.set(name, file);
    return file;
  }

  app.addConstraintStrategy(byForm);
  for (const path of [...site.pages.map((page) => page.path), ...Object.keys(others)]) {
    const send = async (request: SectionRequest, reply: FastifyReply) => {
      const { section } = request.query;
      if (Array.isArray(section)) throw notFound();
      reply.header('Link', linksFor(undefined));
      return sendFile(request, reply, requireFile(path, section), 'Accept-Encoding, Accept');
    };
    app.get(markdownAddress(path === pages.landing ? '/index' : path), send);
    app.get(path, { constraints: { form: 'markdown' } }, send);
  }
}

type SectionRequest = FastifyRequest<{ Querystring: { section?: string | string[] } }>;

/** A constraint that gives an address one route for Markdown and another for all other clients. */
const byForm = {
  name: 'form',
  storage() {
    const handlers = new Map<string, never>();
    return {
      get: (form: string) => handlers.get(form) ?? null,
      set: (form: string, handler: never) => void handlers.set(form, handler),
    };
  },
  deriveConstraint: ({ headers }: { headers: { accept?: string | undefined } }) =>
    prefersMarkdown(headers.accept) ? 'markdown' : undefined,
  validate: () => true,
};

/** Browsers never accept Markdown explicitly. A client that does, and does not prefer HTML, gets it. */
export function prefersMarkdown(accept: string | undefined): boolean {
  if (!accept?.toLowerCase().includes('text/markdown')) return false;
  const quality = (type: string) => {
    const entry = accept.split(',').find((each) => each.trim().toLowerCase().startsWith(type));
    return entry ? Number(/;\s*q=([\d.]+)/.exec(entry)?.[1] ?? 1) : 0;
  };
  return quality('text/markdown') > 0 && quality('text/markdown') >= quality('text/html');
}

const everywhere = `<${llms}>; rel="describedby"; type="text/plain", <${apiCatalog}>; rel="api-catalog"`;

/** The `Link` header of a page, with its Markdown form if it has one. */
export const linksFor = (path: string | undefined) =>
  path === undefined
    ? everywhere
    : `<${markdownAddress(path)}>; rel="alternate"; type="text/markdown", ${everywhere}`;
