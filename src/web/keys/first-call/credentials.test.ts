import { expect, test } from 'vitest';
import { addressOf } from '../../../content/requests/request.ts';
import { curlLine, envFile, envFileName, firstCallRequest, mcpLinkOf } from './credentials.ts';

const credentials = { clientId: 'wbc_ada', secret: 'wb_secret' };

test('the curl line is one command, whole', () => {
  expect(curlLine(credentials, 'http://localhost:3000/api/v1/points?coordinates=1,2&x=3')).toBe(
    'curl -u "wbc_ada:wb_secret" "http://localhost:3000/api/v1/points?coordinates=1,2&x=3"',
  );
});

test('the first call asks for 24 hours, the present one first', () => {
  const request = firstCallRequest('http://x.test/api/v1', new Date('2026-11-15T21:59:59Z'), '40.71,-74.01');
  expect(addressOf(request)).toBe(
    'http://x.test/api/v1/points?coordinates=40.71,-74.01&min_forecast_time=2026-11-15T21&max_forecast_time=2026-11-16T20',
  );
});

test('the .env file sets the two variables', () => {
  const names = { clientId: 'TEA_CLIENT', apiKey: 'TEA_KEY' };
  expect(envFile(credentials, names)).toBe('TEA_CLIENT=wbc_ada\nTEA_KEY=wb_secret\n');
  expect(envFileName('Wind & Co')).toBe('wind-co.env');
});

test('the personal MCP link carries both', () => {
  expect(mcpLinkOf('https://x.test/mcp', 'wbc_ada', 'wb_secret')).toBe(
    'https://x.test/mcp?client_id=wbc_ada&api_key=wb_secret',
  );
});
