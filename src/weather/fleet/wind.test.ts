import { expect, test } from 'vitest';
import { nowMs } from '../../../test/helpers/weather-app.ts';
import { PublicError } from '../../platform/errors.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import { readForecastWind } from './wind.ts';

const weather = createSandbox(() => nowMs);

test('wind is read from the forecast at every position, or is undefined', async () => {
  const wind = (await readForecastWind(weather, nowMs))!;
  const hour = { series: { model: 'main' }, timeMs: nowMs } as const;
  const at = { minLatitude: 50, maxLatitude: 50, minLongitude: -3, maxLongitude: -3 };
  for (const [index, name] of (['wind_u', 'wind_v'] as const).entries()) {
    const { rows } = await weather.readField(hour, { kind: 'upper', name, levelsHpa: [300] }, at);
    const [row] = await Array.fromAsync(rows);
    expect(wind({ latitude: 50, longitude: -3 })[index]).toBe(row![0]);
  }
  const readField = () => Promise.reject(new PublicError(502, 'is NetCDF-4'));
  expect(await readForecastWind({ readField }, nowMs)).toBeUndefined();
});
