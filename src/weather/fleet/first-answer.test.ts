import { expect, test } from 'vitest';
import { nowMs } from '../../../test/helpers/weather-app.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import { readFirstAnswer } from './first-answer.ts';

test('the answer has the newest rows, indented, and every digit', async () => {
  const weather = createSandbox(() => nowMs);
  const text = await readFirstAnswer(weather);
  const { forecasts } = JSON.parse(text);
  expect(forecasts[0]).toHaveLength(2);
  const [newest] = await weather.listRuns({ model: 'main' });
  expect(forecasts[0][0].time).toBe(newest);
  expect(text).toMatch(/^\{\n {2}"forecasts": \[\n {4}\[\n {6}\{\n {8}"time": "\d{4}-/);
  expect(text).toMatch(/"precipitation": \d+\.\d{3},\n/);
  expect(text.split('\n').at(-1)).toBe('}');
});
