import { interpolateCells } from '../../../pictures/grid.ts';
import type { ModelLevel, ModelPoint } from '../../../pictures/sounding/model-profile.ts';
import type { LongWork } from '../../../platform/long-work.ts';
import type { FieldChoice } from '../../source.ts';
import { levelAt, placeAt } from '../atmosphere/geometry.ts';
import { forecastAt } from '../forecasts/forecast-snapshots.ts';
import type { ForecastHour } from '../forecasts/runs.ts';
import { fillGridRow } from './grid.ts';
import { validMs } from './grid-file.ts';

/** The resolution that guests can download, so that anyone can check the numbers. */
const stepDegrees = 1;
const variables = ['temperature', 'specific_humidity', 'wind_u', 'wind_v'] as const;

/** The values of the grid files between the four nearest cells. */
export function* modelLevels(
  points: readonly { point: ModelPoint; valid: ForecastHour }[],
): LongWork<ModelLevel[]> {
  const levels: ModelLevel[] = [];
  for (const { point, valid } of points) {
    const snapshot = forecastAt(valid.forecast, validMs(valid));
    const level = levelAt(point.pressure);
    const cells = new Map<string, ReturnType<typeof placeAt>>();
    const readValue = (name: (typeof variables)[number]) => {
      const choice: FieldChoice = { kind: 'upper', name, levelsHpa: [point.pressure] };
      return interpolateCells(stepDegrees, point, (row, column) => {
        const cell = `${row} ${column}`;
        const place = cells.get(cell) ?? placeAt(90 - row * stepDegrees, column * stepDegrees);
        cells.set(cell, place);
        const value = new Float64Array(1);
        fillGridRow(place, choice, snapshot, level, value);
        // Files hold floats of 32 bits.
        return Math.fround(value[0]!);
      });
    };
    levels.push({
      ...point,
      temperature: readValue('temperature'),
      specific_humidity: readValue('specific_humidity'),
      wind_u: readValue('wind_u'),
      wind_v: readValue('wind_v'),
    });
    yield;
  }
  return levels;
}
