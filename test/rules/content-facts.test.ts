import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultPlace, pairOf } from '../../src/content/requests/places.ts';
import { landingFacts } from '../../src/site/landing-facts.ts';
import { api } from '../../src/urls.ts';
import populations from '../../src/weather/sandbox/tables/state-populations.json' with { type: 'json' };
import { readSource, sourceFiles } from '../helpers/source-files.ts';
import { createWeatherApp } from '../helpers/weather-app.ts';
import { sandboxSite as site } from './content-site.ts';

/** The pages state these numbers, so the sandbox must keep them. */

let app: FastifyInstance;
beforeAll(async () => {
  ({ app } = await createWeatherApp());
});
afterAll(() => app.close());

const get = async (path: string) => (await app.inject(`${api}${path}`)).json();

function stepOf(path: string, title: string) {
  const page = site.pages.find((each) => each.path === path)!;
  return site
    .sectionsOf(page)
    .flatMap((section) => (section.kind === 'guide' ? (section.guide.steps ?? []) : []))
    .find((step) => step.title === title)!;
}

/** Formats a time as "4 h 50 min". */
function minutesOf(words: string): number {
  const [, hours = 0, minutes = 0] = /^(?:(\d+) h ?)?(?:(\d+) min)?$/.exec(words)!;
  return 60 * Number(hours) + Number(minutes);
}

test('runs are ready when the page says, within five minutes', async () => {
  const { table } = stepOf('/docs/forecast-api/introduction', 'When a run is ready');
  const queries = { Deterministic: '', Ensemble: '?ens_member=mean', Intracycle: '?intracycle=true' };
  for (const [name, , first, complete] of table!.rows) {
    const runs = await get(`/generation_times.json${queries[name as keyof typeof queries]}`);
    const finished = Object.entries<Record<string, string>>(runs).filter(([, hours]) => hours['360']);
    expect(finished.length).toBeGreaterThan(3);
    for (const [run, hours] of finished) {
      const after = (hour: string) => (Date.parse(hours[hour]!) - Date.parse(run)) / 60_000;
      expect(Math.abs(after('0') - minutesOf(first!))).toBeLessThan(5);
      expect(Math.abs(after('360') - minutesOf(complete!))).toBeLessThan(5);
    }
  }
});

test('the archive begins when the page says, for runs and for observations', async () => {
  const begin = '2024-01-01';
  const inWords = '1 Jan 2024';
  expect(stepOf('/docs/forecast-api/introduction', 'When a run is ready').description).toContain(inWords);
  expect((await get('/historical_initialization_times.json'))[0]).toBe(`${begin}T00:00:00+00:00`);
  expect(stepOf('/docs/data-api/metadata', 'History and accuracy').description).toContain(inWords);
  const { observations } = await get('/observations.json?since=0');
  const minutesFromBegin = (Date.parse(observations[0].time) - Date.parse(begin)) / 60_000;
  expect(Math.abs(minutesFromBegin)).toBeLessThan(30);
});

test('degree days are weighted by three to five places of each state', () => {
  const counts = populations.states.map((state) => state.points.length);
  expect([Math.min(...counts), Math.max(...counts)]).toEqual([3, 5]);
});

test('the first call is about the same city on the landing page, in the guide and with a new key', () => {
  expect(site.landing.firstCall).toContain(`${defaultPlace.name}'s`);
  const { firstCall } = landingFacts(site);
  expect(firstCall?.curl).toContain(`coordinates=${pairOf(defaultPlace)}`);
});

test('the landing page gives the true age, range and rhythm of the data', async () => {
  const [age, days, hours] = [...site.landing.purpose.matchAll(/\*\*(\d+) \w+\*\*/g)].map(([, number]) =>
    Number(number),
  );
  const { available, latest } = await get('/initialization_times.json');
  const gap = Date.parse(latest) - Date.parse(available[1]);
  expect(hours).toBe(gap / 3_600_000);
  const hoursByRun = await get('/forecast_hours.json');
  expect(days).toBe(Math.max(...hoursByRun[latest]) / 24);
  const { observations } = await get(`/observations.json?include_updated_at=true`);
  const ages = observations.map(
    (row: { time: string; updated_at: string }) =>
      (Date.parse(row.updated_at) - Date.parse(row.time)) / 60_000,
  );
  const mean = ages.reduce((sum: number, each: number) => sum + each, 0) / ages.length;
  expect(Math.abs(mean - age!)).toBeLessThan(3);
});

test('getting a key takes the same time on every page', () => {
  const durations = /\bin (?:an?|one|two|three|five|ten|\d+|a few) (?:minutes?|seconds?)\b/g;
  const guides = site.pages
    .flatMap((page) => site.sectionsOf(page))
    .map((section) => JSON.stringify(section));
  const screens = sourceFiles().filter((file) => file.startsWith('src/web/') && file.endsWith('.tsx'));
  const promises = [...guides, ...screens.map(readSource)].flatMap((text) => text.match(durations) ?? []);
  expect(promises.length).toBeGreaterThan(3);
  expect(new Set(promises)).toEqual(new Set(['in two minutes']));
});

test('the noise of the sensors is what the page says', async () => {
  const { rows } = stepOf('/docs/data-api/metadata', 'History and accuracy').table!;
  const fields = { Temperature: 'temperature', Pressure: 'pressure', 'Wind, each component': 'speed_u' };
  const { observations } = await get('/observations.json?mission_id=W-1960');
  observations.sort(
    (one: { timestamp: number }, other: { timestamp: number }) => one.timestamp - other.timestamp,
  );
  for (const [words, field] of Object.entries(fields)) {
    const said = Number.parseFloat(rows.find(([name]) => name === words)![1]!);
    const values = observations.map((row: Record<string, number>) => row[field]!) as number[];
    expect(Math.abs(deviationFromNeighbours(values) / said - 1)).toBeLessThan(0.25);
  }
});

/** Subtracts the line through its neighbours from each value. For independent noise of deviation 1, only noise remains. */
function deviationFromNeighbours(values: number[]): number {
  const rest = values.slice(1, -1).map((value, index) => value - (values[index]! + values[index + 2]!) / 2);
  const middle = rest.map(Math.abs).sort((one, other) => one - other)[Math.floor(rest.length / 2)]!;
  // The median size of normal noise is 0.6745 of its deviation. Here three values add up.
  return middle / 0.6745 / Math.sqrt(1.5);
}
