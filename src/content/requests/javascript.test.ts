import { expect, test } from 'vitest';
import type { ApiRequest } from '../contract.ts';
import { codeWithJavaScript, javascriptCode } from './javascript.ts';

const environment = { clientId: 'TEA_ID', apiKey: 'TEA_KEY' };
const request: ApiRequest = {
  base: 'https://tea.example/api/v1',
  path: '/points',
  query: [
    ['coordinates', '37.77,-122.42;40.71,-74.01'],
    ['max-hour', '24'],
  ],
  isFile: false,
};

test('a call has each parameter on its own line, and reads the key from two variables', () => {
  expect(javascriptCode(request, environment)).toBe(`const url = new URL("https://tea.example/api/v1/points");
url.searchParams.set("coordinates", "37.77,-122.42;40.71,-74.01");
url.searchParams.set("max-hour", "24");
const credentials = btoa(\`\${process.env.TEA_ID}:\${process.env.TEA_KEY}\`);
const response = await fetch(url, {
  headers: { Authorization: \`Basic \${credentials}\` },
  signal: AbortSignal.timeout(300_000),
});
if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
const answer = await response.json();
console.log(JSON.stringify(answer, null, 2));
`);
});

test('a file is written as it arrives, under the name that the other languages use', () => {
  const file = { ...request, path: '/gridded/500/wind_u', query: [], isFile: true };
  const { javascript, python } = codeWithJavaScript(file, environment);
  expect(javascript).toContain('await writeFile("wind_u_500.nc", response.body);');
  expect(javascript).not.toContain('searchParams');
  expect(python).toContain('wind_u_500.nc');
});
