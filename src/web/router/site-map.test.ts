import { expect, test } from 'vitest';
import type { SiteSummary } from '../../content/contract.ts';
import { chaptersAround, pageHead, placeAt } from './site-map.ts';

const page = (path: string, title: string) => ({ path, title, description: `About ${title}`, sections: [] });
const site: SiteSummary = {
  provider: {
    name: 'Cloudy',
    mainSite: 'https://cloudy.example',
    dataTeam: 'team@cloudy.example',
    offers: 'umbrellas',
    mark: '<svg viewBox="0 0 1 1"></svg>',
  },
  apis: [],
  keys: {
    prefixes: ['cl'],
    environment: { clientId: 'CLOUDY_ID', apiKey: 'CLOUDY_KEY' },
    freeWords: 'small umbrellas',
  },
  models: {},
  hasMcpSignIn: true,
  weather: true,
  hosts: { data: 'x', forecasts: 'x', mcp: 'x' },
  assistants: [],
  sandbox: false,
  endpoints: [],
  footer: [{ title: 'Small print', pages: [page('/docs/terms', 'Terms')] }],
  navigation: [
    { title: 'Overview', icon: 'x', pages: [page('/docs', 'Overview')] },
    { title: 'Umbrellas', icon: 'x', pages: [page('/docs/a', 'Open'), page('/docs/b', 'Shut')] },
  ],
};

test('the chapters follow the navigation, across its groups', () => {
  expect(chaptersAround(site, '/docs')).toEqual({ previous: undefined, next: page('/docs/a', 'Open') });
  expect(chaptersAround(site, '/docs/a').previous?.path).toBe('/docs');
  expect(chaptersAround(site, '/docs/b').next).toBeUndefined();
});

test('a page outside the navigation has no chapters around it', () => {
  expect(chaptersAround(site, '/docs/api-keys')).toEqual({});
  expect(chaptersAround(site, '/docs/terms')).toEqual({});
});

test('finds the page kind of every path', () => {
  expect(placeAt(site, '/').kind).toBe('landing');
  expect(placeAt(site, '/docs/b')).toMatchObject({ kind: 'docs', group: { title: 'Umbrellas' } });
  expect(placeAt(site, '/docs/api-keys').kind).toBe('api-keys');
  expect(placeAt(site, '/docs/terms')).toEqual({ kind: 'docs', page: page('/docs/terms', 'Terms') });
  expect(placeAt(site, '/docs/c').kind).toBe('not-found');
});

test('pages with the same title include their chapter', () => {
  const rain = { title: 'Rain', icon: 'x', pages: [page('/docs/r', 'Open')] };
  const twice = { ...site, navigation: [...site.navigation, rain] };
  expect(pageHead(twice, '/docs/a').title).toBe('Open · Umbrellas · Cloudy API');
  expect(chaptersAround(twice, '/docs').next?.title).toBe('Open · Umbrellas');
  expect(pageHead(twice, '/docs/r').title).toBe('Open · Rain · Cloudy API');
  expect(pageHead(twice, '/docs/b').title).toBe('Shut · Cloudy API');
});

test('the head is the same after a navigation as after a load', () => {
  expect(pageHead(site, '/docs/b')).toEqual({
    title: 'Shut · Cloudy API',
    description: 'About Shut',
    markdown: '/docs/b.md',
  });
  expect(pageHead(site, '/nowhere')).toMatchObject({ title: 'Page not found', robots: 'noindex' });
});
