import { defaultPlace } from '../../content/requests/places.ts';
import { inSlices } from '../../platform/long-work.ts';
import { forecastsText } from '../row-text.ts';
import type { WeatherSource } from '../source.ts';

/** The documentation shows as many rows of this answer. */
const shownRows = 2;

/** The beginning of the current answer to the documentation's first call, as its page shows it. */
export async function readFirstAnswer(weather: Pick<WeatherSource, 'forecastPoints'>): Promise<string> {
  const { forecasts } = await weather.forecastPoints({
    places: [defaultPlace],
    minHour: 0,
    maxHour: shownRows - 1,
    minTimeMs: Number.NEGATIVE_INFINITY,
    maxTimeMs: Number.POSITIVE_INFINITY,
  });
  const rows = forecasts.map((place) => place.slice(0, shownRows));
  return indentRows(`{"forecasts":${await inSlices(forecastsText(rows))}}`);
}

/** Indents without parsing, which would lose the final zeros of numbers. No text in these rows has such signs. */
function indentRows(text: string): string {
  let depth = 0;
  return text.replaceAll(/[[{]|[\]}]|,|":/g, (sign) => {
    if (sign === '":') return '": ';
    if (sign === ',') return `,\n${'  '.repeat(depth)}`;
    if ('[{'.includes(sign)) return `${sign}\n${'  '.repeat(++depth)}`;
    return `\n${'  '.repeat(--depth)}${sign}`;
  });
}
