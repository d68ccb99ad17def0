import { sitemap } from '../src/urls.ts';
import type { Figure } from './figure.ts';
import { type Audit, audit } from './lighthouse.ts';
import { percentile } from './load.ts';

const visits = 3;

/** Every page that a search engine may show, as Lighthouse's phone sees it. The worst page counts. */
export async function lighthouseFigures(portalUrl: string): Promise<Figure[]> {
  const listed = await (await fetch(portalUrl + sitemap)).text();
  const paths = [...listed.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url!).pathname);
  const pages: Audit[] = [];
  for (const path of paths) pages.push(await visit(portalUrl + path));
  const worst = (of: (page: Audit) => number) => Math.max(...pages.map(of));
  const least = (index: number) => Math.min(...pages.map(({ scores }) => scores[index]!));
  return [
    {
      what: `LCP of ${paths.length} pages, the slowest`,
      value: worst(({ lcpMs }) => lcpMs),
      unit: 'ms',
      aim: '1200',
    },
    {
      what: 'LCP, median',
      value: percentile(
        pages.map(({ lcpMs }) => lcpMs),
        0.5,
      ),
      unit: 'ms',
    },
    {
      what: 'total blocking time, the longest',
      value: worst(({ blockingMs }) => blockingMs),
      unit: 'ms',
      aim: '50',
    },
    { what: 'layout shift, the largest', value: worst(({ shift }) => shift), unit: '', aim: '0.01' },
    { what: 'score for performance, the least', value: least(0), unit: '', aim: '100' },
    { what: 'score for accessibility, the least', value: least(1), unit: '', aim: '100' },
    { what: 'score for best practices, the least', value: least(2), unit: '', aim: '100' },
    { what: 'score for search engines, the least', value: least(3), unit: '', aim: '100' },
  ];
}

/** The median of a few: what else the machine does is not the page's. */
async function visit(url: string): Promise<Audit> {
  const audits: Audit[] = [];
  for (let each = 0; each < visits; each++) audits.push(await audit(url));
  const middle = (of: (audit: Audit) => number) => percentile(audits.map(of), 0.5);
  return {
    lcpMs: middle(({ lcpMs }) => lcpMs),
    blockingMs: middle(({ blockingMs }) => blockingMs),
    shift: middle(({ shift }) => shift),
    scores: audits[0]!.scores.map((_, index) => middle(({ scores }) => scores[index]!)),
  };
}
