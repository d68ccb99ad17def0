import MiniSearch from 'minisearch';
import { describe, expect, test } from 'vitest';
import { createSearchIndex, searchEntries } from '../../src/content/outputs/search-index.ts';
import { search, searchOptions } from '../../src/content/search.ts';
import { pages } from '../../src/urls.ts';
import { ownPages } from '../../src/web/search/use-search.ts';
import { sandboxSite as site } from './content-site.ts';

/** The browser searches the same index. */
const index = MiniSearch.loadJSON(JSON.stringify(createSearchIndex(site)), searchOptions);
index.addAll(ownPages);
const find = (query: string) => search(index, query);

describe('the first thing found', () => {
  test.each([
    ['points', '/docs/forecast-api/points#point-forecasts'],
    ['cyclone', '/docs/forecast-api/tropical-cyclones#tropical-cyclones'],
    [
      '/historical_initialization_times.json',
      '/docs/forecast-api/availability#historical-initialization-times',
    ],
    ['authentication', '/docs/authentication'],
    ['basic auth', '/docs/authentication#basic-auth'],
    ['jwt', '/docs/authentication#jwt-auth'],
    ['get_observations', '/docs/python-library/data#get-observations'],
    ['get api key', '/docs/getting-started#your-first-call-get-an-api-key'],
    ['xarray', '/docs/forecast-api/gridded#example-open-a-grid-with-xarray-and-plot-it'],
    ['max_forecast_hour', '/docs/forecast-api/points#point-forecasts-input-max-forecast-hour'],
    ['password', pages.account],
    ['change password', pages.account],
    ['delete account', pages.account],
    ['sessions', pages.account],
    ['export', pages.account],
    ['account', pages.account],
    ['rotate', pages.apiKeys],
    ['heating', '/docs/forecast-api/population-weighted#heating-degree-days-hdd'],
  ])('for %s is %s', (query, href) => {
    expect(find(query)[0]?.href).toBe(href);
  });
});

describe('is found in spite of a typo or a missing end', () => {
  test.each([
    ['tempreture', 'temperature'],
    ['cylcone', 'Tropical cyclones'],
    ['intialization', 'Initialization times'],
    ['obsrvations', 'Observations'],
    ['autentication', 'Authentication'],
    ['super obs', 'Super observations'],
    ['latit', 'latitude'],
  ])('%s: %s', (query, title) => {
    expect(
      find(query)
        .slice(0, 3)
        .map((hit) => hit.title),
    ).toContain(title);
  });
});

describe('a word that no page uses leads to what there is', () => {
  test.each([
    ['cape', '/docs/variables#not-available'],
    ['gust', '/docs/variables#not-available'],
    ['gusts', '/docs/variables#not-available'],
    ['snow', '/docs/variables#not-available'],
    ['hurricane', '/docs/forecast-api/tropical-cyclones#tropical-cyclones'],
    ['pricing', '/docs/support#get-all-access'],
    ['license', '/docs/licence'],
    ['quota', '/docs/errors#every-status-429-too-many-requests'],
    ['not offered', '/docs/variables#not-available'],
    ['repeat', '/docs/errors#what-to-retry'],
    ['e-mail', '/docs/support'],
  ])('%s: %s', (query, href) => {
    expect(find(query)[0]?.href).toBe(href);
  });
});

describe('a question as it is asked leads to its answer', () => {
  const pagination = '/docs/data-api/observations#poll-observations-follow-the-pages';
  const difference = '/docs/data-api/introduction#how-the-data-api-works-observations-and-super-observations';
  const failure = '/docs/authentication#overview-when-authentication-fails';
  const replaceSecret = '/docs/authentication#overview-replace-the-secret-of-a-key';
  const runs = '/docs/forecast-api/introduction#how-the-forecast-api-works-runs-and-hours';
  test.each([
    ['pagination', pagination],
    ['How does pagination work?', pagination],
    ['how do I paginate', pagination],
    ['difference between observations and super observations', difference],
    ['What is the difference between super observations and observations?', difference],
    ['how do super observations differ from observations', difference],
    ['token expired', failure],
    ['my token has expired', failure],
    ['Why is my token expired?', failure],
    ['how long is a token valid?', '/docs/authentication#jwt-auth'],
    ['How do I authenticate?', '/docs/authentication#overview'],
    ['how can I get an API key?', '/docs/getting-started#your-first-call-get-an-api-key'],
    ['is there a gust forecast?', '/docs/variables#not-available'],
    ['what is a mission', '/docs/data-api/missions#flying-missions'],
    ['why do I get a 403?', '/docs/errors#every-status-403-forbidden'],
    ['what does 429 mean', '/docs/errors#every-status-429-too-many-requests'],
    ['how many requests can I make per hour?', '/docs/errors#every-status-429-too-many-requests'],
    ['how do I rotate a key', pages.apiKeys],
    ['I lost my API key', pages.apiKeys],
    ['how do I change my email address?', pages.account],
    ['my key was leaked', replaceSecret],
    ['how do I sign a token?', '/docs/authentication#jwt-auth'],
    ['how do I call the API from JavaScript?', '/docs/javascript#call-the-api-from-javascript'],
    ['can I call the API from a browser?', '/docs/javascript#call-it-from-a-web-page'],
    ['how often is the forecast updated?', runs],
    ['how far ahead does the forecast go?', runs],
    ['what time zone are the times in?', '/docs/forecast-api/introduction#how-the-forecast-api-works-times'],
    ['how do I get historical forecasts?', '/docs/forecast-api/gridded#historical-gridded-forecasts'],
    ['how do I download the whole globe?', '/docs/forecast-api/gridded#gridded-forecasts-single-variable'],
    ['can I use the data commercially?', '/docs/licence#data'],
    ['how much does it cost?', '/docs/support#get-all-access'],
    ['is the API down?', '/docs/status#current-status-what-down-slow-and-unknown-mean'],
    ['which variables are available?', '/docs/variables'],
    ['how do I connect Claude?', '/docs/mcp#set-up-claude'],
    ['OpenAPI', '/docs#rest-api'],
  ])('%s: %s', (query, href) => {
    expect(find(query)[0]?.href).toBe(href);
  });

  test('also for assistants, who cannot open the pages of an account', () => {
    const documentation = createSearchIndex(site);
    for (const question of ['how do I rotate a key', 'I lost my API key', 'my key was leaked'])
      expect(search(documentation, question)[0]?.href).toBe(replaceSecret);
  });

  test('a question of words that every question has finds nothing', () => {
    expect(find('How does this work and why?')).toEqual([]);
  });
});

test('a word of fewer than five letters means itself', () => {
  const words = (query: string) => new Set(find(query).flatMap((hit) => hit.terms));
  for (const word of words('cape')) expect(word).toMatch(/^cape/);
  for (const word of words('wind')) expect(word).toMatch(/^wind/);
});

test('errors are found by number and by words', () => {
  expect(find('429')[0]).toMatchObject({ kind: 'error', title: '429 Too Many Requests' });
  expect(find('too many requests')[0]).toMatchObject({ kind: 'error', title: '429 Too Many Requests' });
});

test('a language finds what has samples in it', () => {
  for (const language of ['ruby', 'java', 'netcdf', 'curl']) expect(find(language).length).toBeGreaterThan(5);
});

test('every page, endpoint, parameter and error has an entry', () => {
  const entries = searchEntries(site);
  const count = (kind: string) => entries.filter((entry) => entry.kind === kind).length;
  const endpoints = site.pages
    .flatMap((page) => site.sectionsOf(page))
    .flatMap((section) => (section.kind === 'endpoint' ? [section.endpoint] : []));
  expect(count('page')).toBe(site.pages.length);
  expect(count('endpoint')).toBe(endpoints.length);
  const statuses = site.pages
    .flatMap((page) => site.sectionsOf(page))
    .flatMap((section) => (section.kind === 'guide' ? (section.guide.steps ?? []) : []))
    .filter((step) => step.status);
  expect(count('error')).toBe(endpoints.flatMap((doc) => doc.errors).length + statuses.length);
  const names = new Set(entries.map((entry) => entry.title));
  for (const { input_parameters, response_parameters } of endpoints) {
    for (const { name } of [...input_parameters, ...response_parameters]) expect(names).toContain(name);
  }
});

test('nonsense finds nothing', () => {
  expect(find('zzzzqqqq')).toEqual([]);
  expect(find('')).toEqual([]);
});

test('a search takes less than 50 ms', () => {
  const queries = [
    'po',
    'point forecast',
    'tempreture',
    '403',
    'how do i get a key',
    'wind_u_10m',
    'observations since',
  ];
  const times = queries.map((query) => {
    const start = process.cpuUsage();
    find(query);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  expect(Math.max(...times)).toBeLessThan(50);
});
