import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox } from '../../src/content/contract.ts';
import type { Hosts } from '../../src/content/sandbox.ts';
import { loadSite, type Site } from '../../src/content/site.ts';
import { ContentError } from '../../src/content/yaml/mistakes.ts';
import { root } from '../../src/platform/root.ts';

export const contentHosts: Hosts = {
  data: 'https://data.example/api/v1',
  forecasts: 'https://forecasts.example/api/v1',
  mcp: 'https://portal.example/mcp',
  portal: 'https://portal.example',
};

export interface ContentFolder {
  path: string;
  /** Replaces a text, which must be there. */
  change(file: string, from: string, to: string): void;
  load(sandbox?: Sandbox): Site;
  /** Every mistake that the loading reports, without the folder. */
  mistakes(): string[];
  remove(): void;
}

/** Copies a content folder of test/fixtures, so that a test can break it. */
export function copyContent(fixture: 'content' | 'another-provider'): ContentFolder {
  const path = mkdtempSync(join(tmpdir(), 'portal-content-'));
  cpSync(join(root, 'test/fixtures', fixture), path, { recursive: true });
  const load = (sandbox: Sandbox = 'both') => loadSite(path, contentHosts, { sandbox });
  return {
    path,
    change(file, from, to) {
      const text = readFileSync(join(path, file), 'utf8');
      if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`);
      writeFileSync(
        join(path, file),
        text.replace(from, () => to),
      );
    },
    load,
    mistakes() {
      try {
        load();
      } catch (error) {
        if (!(error instanceof ContentError)) throw error;
        const lines = error.message.replaceAll(`${path}/`, '').split('\n');
        return lines.length > 1 ? lines.slice(1) : lines;
      }
      throw new Error('The content was accepted');
    },
    remove: () => rmSync(path, { recursive: true }),
  };
}
