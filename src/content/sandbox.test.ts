import { expect, test } from 'vitest';
import { conditionsOf } from './sandbox.ts';

const own = {
  forecasts: 'https://portal.test/api',
  data: 'https://portal.test/api',
  mcp: 'https://portal.test/mcp',
  portal: 'https://portal.test',
};

test('with one host configured, each API has its own conditions, and so does the library', () => {
  const hosts = { ...own, forecasts: 'https://forecasts.test' };
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
    mcp_sign_in: true,
    library_redirected: true,
    forecasts_library_redirected: true,
    data_library_redirected: false,
  });
  const elsewhere = { ...own, mcp: 'https://mcp.test/mcp' };
  expect(conditionsOf('data', elsewhere, own).mcp_sign_in).toBe(false);
});
