import { expect, test } from 'vitest';
import type { Page, SiteSummary } from '../../content/contract.ts';
import type { SearchHit } from '../../content/search.ts';
import { pages } from '../../urls.ts';
import { patternOf } from './search-dialog.tsx';
import { chapterGroup, groupHits } from './use-search.ts';

const page = (path: string, title: string): Page => ({ path, title, description: `${title}.`, sections: [] });
const site = {
  navigation: [
    { title: 'Overview', icon: 'x', pages: [page('/docs', 'Overview')] },
    { title: 'Teapots', icon: 'x', pages: [page('/docs/pots', 'Pots'), page('/docs/lids', 'Lids')] },
  ],
} as SiteSummary;
const hit = (href: string): SearchHit => ({
  kind: 'heading',
  title: href,
  code: '',
  context: '',
  href,
  excerpt: '',
  terms: [],
});

test('hits are grouped by page, best page first', () => {
  const hits = ['/docs/lids#size', '/docs', '/docs/lids', '/docs/pots#a', pages.apiKeys, pages.account].map(
    hit,
  );
  expect(groupHits(site, hits).map(({ titles, hits: own }) => [titles, own.map(({ href }) => href)])).toEqual(
    [
      [
        ['Teapots', 'Lids'],
        ['/docs/lids#size', '/docs/lids'],
      ],
      [['Overview'], ['/docs']],
      [['Teapots', 'Pots'], ['/docs/pots#a']],
      [['API Keys'], [pages.apiKeys]],
      [['Account'], [pages.account]],
    ],
  );
});

test('a shared parameter has one group that lists its endpoints', () => {
  const shared = ['/docs/pots#size', '/docs/lids#size', '/docs#size'].map(
    (href): SearchHit => ({ ...hit(href), kind: 'parameter', title: 'size', context: `Of ${href}` }),
  );
  const [first, ...others] = groupHits(site, [...shared, hit('/docs/pots')]);
  expect(first?.titles).toEqual(['size']);
  expect(first?.hits.map(({ title }) => title)).toEqual([
    'Of /docs/pots#size',
    'Of /docs/lids#size',
    'Of /docs#size',
  ]);
  expect(others.map(({ titles }) => titles)).toEqual([['Teapots', 'Pots']]);
});

test('a page shows a limited number of hits', () => {
  const many = Array.from({ length: 9 }, (_, index) => hit(`/docs/pots#${index}`));
  expect(groupHits(site, [...many, hit('/docs')]).map((group) => group.hits.length)).toEqual([4, 1]);
});

test('an empty query lists every chapter', () => {
  expect(chapterGroup(site).hits.map(({ title, href }) => [title, href])).toEqual([
    ['Overview', '/docs'],
    ['Teapots', '/docs/pots'],
  ]);
});

test('marks matching words and their plurals', () => {
  expect('Two teapots, one pot (hot?)'.split(patternOf(['pot', 'hot?']))).toEqual([
    'Two teapots, one ',
    'pot',
    ' (',
    'hot?',
    ')',
  ]);
  expect('min_forecasts'.split(patternOf(['forecast']))).toEqual(['min_', 'forecasts', '']);
  expect('as it is'.split(patternOf([]))).toEqual(['as it is']);
});
