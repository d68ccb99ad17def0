import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { root } from '../platform/root.ts';
import type { Sandbox } from './contract.ts';
import { ContentError } from './read-yaml.ts';
import { loadSite } from './site.ts';

const hosts = {
  data: 'https://data.example/api/v1',
  forecasts: 'https://forecasts.example/api/v1',
  mcp: 'https://mcp.example',
  portal: 'https://portal.example',
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-content-'));
  cpSync(join(root, 'test/fixtures/content'), folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const load = (sandbox: Sandbox = 'both') => loadSite(folder, hosts, { sandbox });

function change(file: string, from: string, to: string): void {
  const text = readFileSync(join(folder, file), 'utf8');
  if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`);
  writeFileSync(join(folder, file), text.replace(from, to));
}

/** What the build ends with, without the folder that everything is in. */
function mistake(): string {
  try {
    load();
  } catch (error) {
    if (error instanceof ContentError) return error.message.replace(`${folder}/`, '');
    throw error;
  }
  throw new Error('It was accepted');
}

describe('a mistake names its file, its line and its field', () => {
  test('a field that does not exist', () => {
    change('endpoints/teapots.yaml', 'description: The teapots.', 'descriptoin: The teapots.');
    expect(mistake()).toMatch(/^endpoints\/teapots\.yaml:14: response_parameters\.0/);
  });

  test('a value of the wrong kind', () => {
    change('endpoints/teapots.yaml', 'status: 400', 'status: often');
    expect(mistake()).toMatch(/^endpoints\/teapots\.yaml:25: errors\.0\.status: .*number/);
  });

  test('a missing field', () => {
    change('guides/sandbox-tea.yaml', 'title: Pretend tea\n', '');
    expect(mistake()).toMatch(/^guides\/sandbox-tea\.yaml:1: title: /);
  });

  test('a language nobody reads', () => {
    change('endpoints/teapots.yaml', 'curl: curl', 'cobol: curl');
    expect(mistake()).toMatch(/^endpoints\/teapots\.yaml:\d+: code_examples\.0\.languages/);
  });

  test('text that is not YAML', () => {
    change('guides/brewing.yaml', 'title: Brewing', "title: 'Brewing");
    expect(mistake()).toMatch(/^guides\/brewing\.yaml:\d+: /);
  });

  test('a page whose section is in no file', () => {
    change('site.yaml', 'guide: brewing.yaml', 'guide: coffee.yaml');
    expect(mistake()).toBe('site.yaml: /docs names guides/coffee.yaml, which does not exist');
  });

  test('a section file outside its folder', () => {
    change('site.yaml', 'guide: brewing.yaml', 'guide: ../site.yaml');
    expect(mistake()).toMatch(
      /^site\.yaml:14: navigation\.0\.pages\.0\.sections\.0\.guide: must be a file name/,
    );
  });

  test('a placeholder that stands for nothing', () => {
    change('guides/brewing.yaml', '{{data_team}}', '{{coffee_team}}');
    expect(mistake()).toMatch(/^guides\/brewing\.yaml: \{\{coffee_team}} is not one of forecasts_api, /);
  });
});

test('hosts and the provider stand wherever the files leave a place for them', () => {
  const text = load().findDataFile('guides', 'brewing.yaml');
  expect(text).toContain(
    'Boil water at `https://forecasts.example/api/v1`. Ask leaves@teapot.example for leaves.',
  );
});

test('what is only true of a sandbox is shown on a sandbox alone', () => {
  const titles = (sandbox: Sandbox) => {
    const site = load(sandbox);
    return site
      .sectionsOf(site.pages[0]!)
      .map((section) => ('guide' in section ? section.guide.title : section.kind));
  };
  expect(titles('both')).toEqual(['Brewing', 'Pretend tea', 'Chapters']);
  expect(titles(false)).toEqual(['Brewing', 'Chapters']);
});

test('only the names of content files lead to text', () => {
  const site = load();
  expect(site.findDataFile('endpoints', 'teapots.yaml')).toContain('title: Teapots');
  const others = [
    ['endpoints', '../site.yaml'],
    ['endpoints', 'brewing.yaml'],
    ['..', 'site.yaml'],
    ['', 'site.yaml'],
    ['endpoints', ''],
    ['endpoints', '__proto__'],
    ['guides', `${folder}/site.yaml`],
  ] as const;
  for (const [kind, file] of others) expect(site.findDataFile(kind, file)).toBeUndefined();
});
