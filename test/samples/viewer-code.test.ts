import { readdirSync } from 'node:fs';
import { describe, expect, inject, test } from 'vitest';
import type { Language } from '../../src/content/contract.ts';
import { codeInAll } from '../../src/content/requests/code.ts';
import { soundingOf } from '../../src/pictures/sounding/sounding.ts';
import { isUnavailable } from '../../src/pictures/sounding/unavailable.ts';
import { modelProfile } from '../../src/urls.ts';
import type { ModelProfile } from '../../src/weather/contract.ts';
import { writeModelQuery } from '../../src/weather/fleet/model-points.ts';
import { modelProgram } from '../../src/web/viewer/comparison/model-code.ts';
import { modelRequestFor } from '../../src/web/viewer/comparison/model-request.ts';
import { readAddress } from '../../src/web/viewer/store/viewer-address.ts';
import { type CallText, loadFlight, loadLeg } from '../../src/web/viewer/store/viewer-data.ts';
import { viewedRequests } from '../../src/web/viewer/viewed-code.tsx';
import { environment } from '../helpers/key-environment.ts';
import { askSandbox, fetchFrom } from './ask-sandbox.ts';
import { inFolder, runSample } from './run-sample.ts';
import { siteOf } from './sandbox.ts';

const sandbox = inject('sandbox');
const { signal } = new AbortController();
const callText: CallText = async ({ path, query }) => ({
  ok: true,
  value: await (await fetchFrom(sandbox, path, Object.fromEntries(query))).text(),
});

/** Every run tests two languages; `npm run test:long` tests all five. */
const languages: Language[] = process.env.TEST_LONG
  ? ['curl', 'python', 'java', 'ruby', 'netcdf']
  : ['curl', 'python'];
const toolOf = { curl: 'curl', python: 'requests', java: 'java', ruby: 'ruby', netcdf: 'ncdump' };

describe('the code that the viewer shows for its data runs unchanged', async () => {
  const { missions } = await askSandbox<{ missions: { id: string; name: string }[] }>(
    sandbox,
    '/missions.json',
  );
  const [{ id, name: mission }] = missions as [(typeof missions)[number]];
  const loaded = await loadFlight(callText, { mission, id }, signal);
  if (!loaded.ok) throw new Error(loaded.message);
  const flight = loaded.value;
  // The longest leg has more than a page of observations.
  const lengths = flight.legs.map(({ begin, end }) => end.timeSeconds - begin.timeSeconds);
  const number = lengths.indexOf(Math.max(...lengths)) + 1;
  const { settings } = readAddress('?wind300=on&cyclones=on');
  const { hosts } = siteOf(sandbox.url).summary;
  const requests = viewedRequests({ flight, number, settings, hosts, nowMs: Date.now() });

  const run = async (title: string, language: Language, text: string) =>
    inFolder(async (folder) => {
      const sample = { name: title, page: '/docs/data-viewer', title, language, text, prints: [] };
      const { status, stdout, output } = await runSample(sandbox, sample, folder);
      expect(status, `${text}\n${output}`).toBe(0);
      expect(output.trim()).not.toBe('');
      return { stdout, files: readdirSync(folder).filter((name) => name.endsWith('.nc')) };
    });

  for (const { title, request } of requests) {
    const texts = codeInAll(request, environment);
    for (const language of languages.filter((each) => texts[each] !== undefined))
      test.skipIf(sandbox.missing.includes(toolOf[language]))(`${title}, in ${language}`, async () => {
        const { files } = await run(title, language, texts[language]!);
        expect(files.length).toBe(request.isFile ? 1 : 0);
      });
  }

  test.skipIf(['requests', 'netCDF4'].some((name) => sandbox.missing.includes(name)))(
    'the program for the forecast beside the balloon prints the values that the viewer draws',
    async () => {
      const drawn = await loadLeg(callText, flight, number, signal);
      const sounding = drawn.ok ? drawn.value?.sounding : undefined;
      if (!sounding || isUnavailable(sounding)) throw new Error('There is no sounding');
      const options = { lead: 'newest', nowMs: Date.now(), isOneCall: true } as const;
      const request = modelRequestFor(sounding, options);
      const program = modelProgram(request, { base: hosts.forecasts, resolution: 1, environment });
      const { stdout } = await run('Forecast', 'python', program);
      const answer = await fetch(
        `${sandbox.url}${modelProfile}?${writeModelQuery(request.runMs, request.points)}`,
      );
      const { levels } = (await answer.json()) as ModelProfile;
      expect(levels.length).toBeGreaterThan(5);
      const printed = stdout
        .trim()
        .split('\n')
        .map((line) => line.match(/-?\d+(\.\d+)?/g)!.map(Number));
      expect(printed.length).toBe(levels.length);
      for (const [index, level] of levels.entries()) {
        const [pressure, celsius, grams, u, v] = printed[index]!;
        expect(pressure).toBe(level.pressure);
        expect(celsius).toBeCloseTo(level.temperature, 1);
        expect(grams).toBeCloseTo(1000 * level.specific_humidity, 3);
        expect(u).toBeCloseTo(level.wind_u, 1);
        expect(v).toBeCloseTo(level.wind_v, 1);
      }
    },
  );

  test.skipIf(sandbox.missing.includes('curl'))('the code returns the sounding that is drawn', async () => {
    const rows = [];
    for (const { title, request } of requests.filter(({ title }) => title.startsWith('Observations'))) {
      const { stdout } = await run(title, 'curl', codeInAll(request, environment).curl!);
      const page = JSON.parse(stdout);
      expect(page.has_next_page).toBe(false);
      rows.push(...page.observations);
    }
    const drawn = await loadLeg(callText, flight, number, signal);
    expect(soundingOf(rows, flight.legs[number - 1]!)).toEqual(drawn.ok && drawn.value?.sounding);
  });
});
