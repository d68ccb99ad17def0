import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { inputsOf, isInPath } from '../../src/content/endpoint-routes.ts';
import { choicesOf } from '../../src/content/parameters.ts';
import { loadSite } from '../../src/content/site.ts';
import { CheckLinks } from '../../src/mcp/toolkit/check-links.ts';
import { getCode } from '../../src/mcp/tools/get-code.ts';
import { root } from '../../src/platform/root.ts';
import { inFolder } from './run-sample.ts';

const sandbox = inject('sandbox');

/** It must arrive as it is, and nothing in it may be executed. */
const awkward = 'a & b=c?d#e%20f+g "\' \\ $HOME #{x} `id` Zürich 東京 🎈';
const awkwardInPath = 'a & b=c+d "\' \\ $HOME `id` Zürich 🎈';
const largeNumber = '1795034966383360004';

interface Written {
  code: string;
  path: string;
  query: Record<string, string>;
}

let server: Server;
const received: URL[] = [];
let programs: (language: string) => Promise<Written[]>;
beforeAll(async () => {
  server = createServer((request, response) => {
    received.push(new URL(request.url!, 'http://localhost'));
    response.end(`{"next_since":${largeNumber}}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const portal = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const base = `${portal}/api/v1`;
  const hosts = { data: base, forecasts: base, mcp: `${portal}/mcp`, portal };
  const site = loadSite(join(root, 'content'), hosts, { sandbox: 'both' });
  const checks = new CheckLinks(site);
  // Several sections may describe one path. The tool uses the first.
  const endpoints = [
    ...new Map(checks.endpoints.toReversed().map((each) => [each.route.path, each])).values(),
  ];
  programs = (language) => Promise.all(endpoints.map((endpoint) => write(endpoint, language)));

  /** Every parameter of the path that excludes no earlier one, with its last choice or an awkward text. */
  async function write({ doc, route }: (typeof endpoints)[number], language: string): Promise<Written> {
    const values: Record<string, string> = {};
    for (const parameter of inputsOf(doc, route.path)) {
      const { name, not_with = [] } = parameter;
      if (not_with.some((other) => other in values)) continue;
      const text = isInPath(name, route.path) ? awkwardInPath : awkward;
      values[name] = String(choicesOf(parameter, route.path)?.at(-1) ?? text);
    }
    const given = getCode.input.parse({ endpoint: route.path, language, arguments: values });
    const { data } = await getCode.answer(given, { site, checks, now: Date.now } as never);
    const inQuery = Object.entries(values).filter(([name]) => !isInPath(name, route.path));
    return {
      code: data.code as string,
      path: `/api/v1${route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name]!)}`,
      query: Object.fromEntries(inQuery),
    };
  }
});
afterAll(() => server.close());

/** All programs run in one process of their language, one after the other. */
const runners = {
  python: [
    'python3',
    'run.py',
    "import glob, runpy\nfor name in sorted(glob.glob('program-*')):\n    runpy.run_path(name, run_name='__main__')\n",
  ],
  javascript: [
    process.execPath,
    'run.mjs',
    "import { globSync } from 'node:fs';\nfor (const name of globSync('program-*').sort()) await import('./' + name);\n",
  ],
} as const;
const extensions = { python: 'py', javascript: 'mjs' };

describe.each(['python', 'javascript'] as const)(
  'the code of get_code for each endpoint in %s',
  (language) => {
    const isMissing = language === 'python' && sandbox.missing.includes('requests');
    test.skipIf(isMissing)('runs, and sends each value as it was given', async () => {
      const written = await programs(language);
      expect(written.length).toBeGreaterThan(20);
      received.length = 0;
      const printed = await inFolder(async (folder) => {
        for (const [index, { code }] of written.entries())
          writeFileSync(join(folder, `program-${100 + index}.${extensions[language]}`), code);
        const [program, file, runner] = runners[language];
        writeFileSync(join(folder, file), runner);
        const env = { PATH: sandbox.path, WB_CLIENT_ID: 'wbc_x', WB_API_KEY: 'wb_x' };
        const child = spawn(program, [file], { cwd: folder, env });
        let output = '';
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
        const [status] = await once(child, 'close');
        expect(status, output).toBe(0);
        return output;
      });
      const arrived = received.map(({ pathname, searchParams }) => {
        const path = decodeURIComponent(pathname);
        return { path, query: Object.fromEntries(searchParams) };
      });
      expect(arrived).toEqual(written.map(({ path, query }) => ({ path, query })));
      expect(printed).toContain(largeNumber);
    });
  },
);
