import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { ApiRequest, CodeLanguage } from '../../src/content/contract.ts';
import { codeWithJavaScript } from '../../src/content/requests/javascript.ts';
import { environment } from '../helpers/key-environment.ts';
import { inFolder, runSample } from './run-sample.ts';

/** Usual and hostile values of a field. Each must arrive unchanged, and nothing in it may be executed. */
const typed: ApiRequest['query'] = [
  ['plain', '37.77,-122.42;40.71,-74.01'],
  ['number', '-64.0'],
  ['shell', '$(touch here) `touch here` $HOME "\' \\ !'],
  ['ruby', '#{`touch here`} #$0 #@x'],
  ['address', 'a&b=c?d#e%20f+g/h'],
  ['letters', 'Zürich 東京 🎈'],
];
const programs: Record<Exclude<CodeLanguage, 'netcdf'>, string> = {
  ...{ curl: 'curl', python: 'requests', java: 'java', ruby: 'ruby', javascript: 'node' },
};
const sandbox = inject('sandbox');

let server: Server;
let base = '';
const asked: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url!);
    response.setHeader('content-type', 'application/json').end('{"ok":true}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
});
afterAll(() => server.close());

for (const [language, program] of Object.entries(programs) as [CodeLanguage, string][]) {
  test.skipIf(sandbox.missing.includes(program))(`${language} sends each value as it was typed`, async () => {
    const request = { base, path: '/tea', query: typed, isFile: false };
    const text = codeWithJavaScript(request, environment)[language]!;
    const sample = { name: language, page: '/docs', title: language, language, text, prints: [] };
    const { status, output } = await inFolder((folder) => runSample(sandbox, sample, folder));
    expect(status, output).toBe(0);
    expect([...new URL(asked.at(-1)!, base).searchParams]).toEqual(typed);
  });
}
