import type { FastifyInstance } from 'fastify';
import { revalidate, sendFile, servedFile } from '../../platform/http/served-file.ts';
import {
  apiCatalog,
  iconPng,
  iconSvg,
  mcpServerCard,
  securityTxt,
  skillAddress,
  skillIndex,
} from '../../urls.ts';
import type { Site } from '../site.ts';
import { apiCatalogOf } from './api-catalog.ts';
import { securityText } from './security-text.ts';
import { serverCardOf } from './server-card.ts';
import { skillIndexOf, skillsOf } from './skills.ts';

/** What programs look for at addresses that are the same everywhere. */
export function wellKnownRoutes(app: FastifyInstance, site: Site, nowMs: number): void {
  const serve = (path: string, type: string, text: string | Buffer) => {
    const file = servedFile(type, text, revalidate);
    app.get(path, (request, reply) => sendFile(request, reply, file));
  };
  const { weather, hosts } = site.summary;
  const skills = weather ? skillsOf(site) : [];
  serve(apiCatalog, linksetType, JSON.stringify(apiCatalogOf(site)));
  if (hosts.mcp) serve(mcpServerCard, 'application/json; charset=utf-8', JSON.stringify(serverCardOf(site)));
  if (skills.length > 0)
    serve(skillIndex, 'application/json; charset=utf-8', JSON.stringify(skillIndexOf(skills)));
  for (const { name, text } of skills) serve(skillAddress(name), 'text/markdown; charset=utf-8', text);
  serve(iconSvg, 'image/svg+xml', site.look.icon);
  if (site.look.iconPng) serve(iconPng, 'image/png', site.look.iconPng);
  serve(securityTxt, 'text/plain; charset=utf-8', securityText(site, nowMs));
}

const linksetType = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
