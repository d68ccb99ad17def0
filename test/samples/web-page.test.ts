import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { findChromium, launchChromium } from '../helpers/chromium.ts';
import { inFolder } from './run-sample.ts';
import { siteOf } from './sandbox.ts';

const sandbox = inject('sandbox');

/** The text of a sample on the JavaScript page. */
function sampleText(title: string): string {
  const site = siteOf(sandbox.url);
  const page = site.pages.find(({ path }) => path === '/docs/javascript')!;
  const examples = site
    .sectionsOf(page)
    .flatMap((section) => (section.kind === 'guide' ? (section.guide.steps ?? []) : []))
    .flatMap((step) => step.code_examples ?? []);
  return examples.find((example) => example.title.endsWith(title))!.text!;
}

test.skipIf(!findChromium())(
  'the web page of the JavaScript guide shows a forecast of another origin',
  async () => {
    const { clientId, apiKey } = sandbox.freeKey;
    await inFolder(async (folder) => {
      for (const name of ['server.mjs', 'page.html']) writeFileSync(join(folder, name), sampleText(name));
      const env = { WB_CLIENT_ID: clientId, WB_API_KEY: apiKey, PORT: '0' };
      const server = spawn(process.execPath, ['server.mjs'], { cwd: folder, env });
      const browser = await launchChromium();
      try {
        const address = await new Promise<string>((resolve, reject) => {
          server.stdout.on('data', (text) => resolve(String(text).replace('Open ', '').trim()));
          server.stderr.on('data', (text) => reject(new Error(String(text))));
        });
        const page = await browser.newPage();
        await page.goto(address);
        await page.getByText(/^-?\d+\.\d+ °C in Boston$/).waitFor({ timeout: 20_000 });
        expect(await page.content()).not.toContain(apiKey);
      } finally {
        await browser.close();
        server.kill('SIGKILL');
      }
    });
  },
);
