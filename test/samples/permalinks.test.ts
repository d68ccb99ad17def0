import { readdirSync } from 'node:fs';
import { describe, type ExpectStatic, inject, test } from 'vitest';
import type { Language } from '../../src/content/contract.ts';
import { codeOf } from '../../src/content/requests/code.ts';
import { environment } from '../helpers/key-environment.ts';
import { listTriedEndpoints, requestByPermalink, type TriedEndpoint } from './permalinks.ts';
import { inFolder, runSample } from './run-sample.ts';
import { siteOf } from './sandbox.ts';

const sandbox = inject('sandbox');
const inTurn: Language[] = ['curl', 'python'];

describe('a permalink of each endpoint is code that runs unchanged', () => {
  for (const [index, endpoint] of listTriedEndpoints(siteOf(sandbox.url)).entries()) {
    const language = inTurn[index % inTurn.length]!;
    const isMissing = sandbox.missing.includes(language === 'python' ? 'requests' : 'curl');
    const title = `${endpoint.name} in ${language}${isMissing ? ' (skipped: not to be had here)' : ''}`;
    test(title, { concurrent: endpoint.name !== 'gridded-full', skip: isMissing }, ({ expect }) =>
      inFolder((folder) => check(endpoint, language, folder, expect)),
    );
  }
});

async function check(
  endpoint: TriedEndpoint,
  language: Language,
  folder: string,
  expect: ExpectStatic,
): Promise<void> {
  const { link, request } = await requestByPermalink(sandbox, endpoint);
  const text = codeOf(request, language, environment);
  const { status, output } = await runSample(
    sandbox,
    { name: link, page: endpoint.page, title: link, language, text, prints: [] },
    folder,
  );
  expect(status, `${text}\n${output}`).toBe(0);
  expect(output.trim()).not.toBe('');
  if (request.isFile) expect(readdirSync(folder).filter((name) => name.endsWith('.nc'))).toHaveLength(1);
}
