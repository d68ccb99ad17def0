import { expect, test } from 'vitest';
import { conditionsOf } from './sandbox.ts';

const own = { forecasts: 'https://portal.test/api', data: 'https://portal.test/api' };

test('with one host configured, each API has its own conditions, and so does the library', () => {
  const hosts = { forecasts: 'https://forecasts.test', data: own.data };
  expect(conditionsOf('data', hosts, { ...own, forecasts: 'https://forecasts.test' })).toMatchObject({
    sandbox: true,
    provider: true,
    forecasts_sandbox: false,
    forecasts_provider: true,
    data_sandbox: true,
    data_provider: false,
    library_redirected: false,
  });
  expect(conditionsOf('data', hosts, own)).toMatchObject({
    library_redirected: true,
    forecasts_library_redirected: true,
    data_library_redirected: false,
  });
});
