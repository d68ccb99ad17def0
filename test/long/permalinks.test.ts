import { readdirSync } from 'node:fs';
import { describe, expect, inject, test } from 'vitest';
import { codeWithJavaScript } from '../../src/content/requests/javascript.ts';
import { environment } from '../helpers/key-environment.ts';
import { listTriedEndpoints, requestByPermalink, variants } from '../samples/permalinks.ts';
import { inFolder, runSample } from '../samples/run-sample.ts';
import { siteOf } from '../samples/sandbox.ts';

const sandbox = inject('sandbox');

describe('three permalinks of each endpoint, in every language', () => {
  for (const endpoint of listTriedEndpoints(siteOf(sandbox.url))) {
    test.each(variants)(`${endpoint.name}, %s`, async (variant) => {
      const { link, request } = await requestByPermalink(sandbox, endpoint, variant);
      for (const [language, text] of Object.entries(codeWithJavaScript(request, environment)) as [
        keyof ReturnType<typeof codeWithJavaScript>,
        string,
      ][]) {
        await inFolder(async (folder) => {
          const sample = { name: link, page: endpoint.page, title: link, language, text, prints: [] };
          const { status, output } = await runSample(sandbox, sample, folder);
          expect(status, `${text}\n${output}`).toBe(0);
          if (request.isFile)
            expect(readdirSync(folder).filter((name) => name.endsWith('.nc'))).toHaveLength(1);
        });
      }
    });
  }
});
