import { dayMs } from '../../time.ts';
import { securityTxt } from '../../urls.ts';
import type { Site } from '../site.ts';

/** Less than a year, as RFC 9116 recommends. The text is made anew with each start. */
const validDays = 360;

export function securityText(site: Site, nowMs: number): string {
  const support = site.pages.find(({ path }) => path.endsWith('/support'));
  return [
    `Contact: mailto:${site.summary.provider.dataTeam}`,
    `Expires: ${new Date(nowMs + validDays * dayMs).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${site.url}${securityTxt}`,
    ...(support ? [`Policy: ${site.url}${support.path}`] : []),
    '',
  ].join('\n');
}
