import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../src/platform/root.ts';
import { chromiumArguments, findChromium } from '../test/helpers/chromium.ts';

const run = promisify(execFile);
const version = '13.5.0';
/** Lighthouse brings a hundred packages that only this bench needs, so it is no dependency. */
const folder = join(root, 'node_modules/.cache/lighthouse');
const program = join(folder, 'node_modules/lighthouse/cli/index.js');

export interface Audit {
  lcpMs: number;
  blockingMs: number;
  shift: number;
  /** Scores from 0 to 100: performance, accessibility, best practices, SEO. */
  scores: number[];
}

/** Uses Lighthouse's default profile of a phone. */
export async function audit(url: string): Promise<Audit> {
  await install();
  const flags = ['--headless=new', ...chromiumArguments].join(' ');
  const args = [program, url, '--quiet', '--output=json', `--chrome-flags=${flags}`];
  const env = { ...process.env, CHROME_PATH: findChromium() };
  const { stdout } = await run(process.execPath, args, { env, maxBuffer: 64 * 1024 * 1024 });
  const { audits, categories } = JSON.parse(stdout) as Report;
  const value = (name: string) => audits[name]!.numericValue;
  return {
    lcpMs: value('largest-contentful-paint'),
    blockingMs: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    scores: ['performance', 'accessibility', 'best-practices', 'seo'].map((name) =>
      Math.round(100 * categories[name]!.score),
    ),
  };
}

interface Report {
  audits: Record<string, { numericValue: number }>;
  categories: Record<string, { score: number }>;
}

async function install(): Promise<void> {
  if (existsSync(program)) return;
  const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', [...args, `lighthouse@${version}`], { env: process.env });
}
