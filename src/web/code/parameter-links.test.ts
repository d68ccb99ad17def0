import { expect, test } from 'vitest';
import { highlight } from './highlight.ts';
import { linkParameters } from './parameter-links.ts';

const links = new Map([
  ['time', 'grid-input-time'],
  ['forecast_hour', 'grid-input-forecast-hour'],
]);
const linked = (html: string) =>
  [...linkParameters(html, links).matchAll(/href="#([^"]+)"/g)].map(([, to]) => to);

test.each([
  ['bash', 'curl -G "http://localhost/grid" -d time=2026 -d "forecast_hour=$hour"'],
  ['python', 'params={"time": now, "forecast_hour": 24}'],
  ['ruby', 'URI.encode_www_form(time: now, forecast_hour: 24)'],
  ['java', 'var url = "http://localhost/grid?time=" + time + "&forecast_hour=24";'],
] as const)('%s: each parameter leads to its description where it is given a value', (grammar, text) => {
  expect(linked(highlight(text, grammar))).toEqual(['grid-input-time', 'grid-input-forecast-hour']);
});

test('a word of the same name is left alone, and so is the markup around it', () => {
  for (const text of ['import time', 'row["time"]', 'datetime=1', 'time == 1'])
    expect(linked(highlight(text, 'python'))).toEqual([]);
  expect(linkParameters('<span class="time">x</span>', links)).toBe('<span class="time">x</span>');
});
