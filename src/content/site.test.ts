import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { root } from '../platform/root.ts';
import type { Sandbox } from './contract.ts';
import { loadSite } from './site.ts';
import { ContentError } from './yaml/content-error.ts';

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
  test('a misspelt field, and the one that was meant', () => {
    change('endpoints/teapots.yaml', 'description: The teapots.', 'descriptoin: The teapots.');
    expect(mistake()).toBe(
      'endpoints/teapots.yaml:18: unknown field `descriptoin`, did you mean `description`?',
    );
  });

  test('a misspelt field where either of two shapes is allowed', () => {
    change('endpoints/teapots.yaml', 'languages:', 'langauges:');
    expect(mistake()).toBe('endpoints/teapots.yaml:21: unknown field `langauges`, did you mean `languages`?');
  });

  test('a field that nothing is like', () => {
    change('guides/brewing.yaml', 'title: Brewing', 'title: Brewing\ncolour: red');
    expect(mistake()).toMatch(
      /^guides\/brewing\.yaml:2: unknown field `colour`: known are title, description, /,
    );
  });

  test('a field that is there twice', () => {
    change('guides/brewing.yaml', 'title: Brewing', 'title: Brewing\ntitle: Steeping');
    expect(mistake()).toBe('guides/brewing.yaml:2: the field `title` is there twice');
  });

  test('a value of the wrong kind', () => {
    change('endpoints/teapots.yaml', 'status: 400', 'status: often');
    expect(mistake()).toMatch(/^endpoints\/teapots\.yaml:27: errors\.0\.status: .*number/);
  });

  test('a missing field', () => {
    change('guides/sandbox-tea.yaml', 'title: Pretend tea\n', '');
    expect(mistake()).toMatch(/^guides\/sandbox-tea\.yaml:1: title: /);
  });

  test('a language nobody reads', () => {
    change('endpoints/teapots.yaml', 'curl: curl', 'cobol: curl');
    expect(mistake()).toBe(
      'endpoints/teapots.yaml:22: unknown field `cobol`: known are curl, python, java, ruby, netcdf',
    );
  });

  test('text that is not YAML', () => {
    change('guides/brewing.yaml', 'title: Brewing', "title: 'Brewing");
    expect(mistake()).toMatch(/^guides\/brewing\.yaml:\d+: /);
  });

  test('a placeholder that stands for nothing', () => {
    change('guides/brewing.yaml', '{{data_team}}', '{{data_taem}}');
    expect(mistake()).toBe(
      'guides/brewing.yaml:3: {{data_taem}} stands for nothing, did you mean `data_team`?',
    );
  });
});

describe('a parameter must fit itself', () => {
  test.each([
    [
      'an example of another type',
      'example: brown',
      'example: 7',
      '13: input_parameters.0.example: 7 is not of',
    ],
    [
      'an example that is no choice',
      'example: brown',
      'example: green',
      '13: input_parameters.0.example: "green"',
    ],
    ['no example', '    example: brown\n', '', '9: input_parameters.0.example: '],
    ['a number without limits', 'enum: [white, brown]', 'format: any', '10: input_parameters.0.type: '],
    ['a pattern that is none', 'enum: [white, brown]', "pattern: '('", '11: input_parameters.0.pattern: '],
    ['a type of an answer that is none', 'array of strings', 'list', '17: response_parameters.0.type: '],
  ])('%s', (title, from, to, message) => {
    if (title === 'a number without limits')
      change('endpoints/teapots.yaml', 'type: string', 'type: integer');
    change('endpoints/teapots.yaml', from, to);
    expect(mistake()).toContain(`endpoints/teapots.yaml:${message}`);
  });
});

describe('what belongs together must be there', () => {
  test('a page whose section is in no file', () => {
    change('site.yaml', 'guide: brewing.yaml', 'guide: bewring.yaml');
    expect(mistake()).toBe(
      'site.yaml:14: /docs names guides/bewring.yaml, which does not exist, did you mean `guides/brewing.yaml`?',
    );
  });

  test('a section file outside its folder', () => {
    change('site.yaml', 'guide: brewing.yaml', 'guide: ../site.yaml');
    expect(mistake()).toMatch(
      /^site\.yaml:14: navigation\.0\.pages\.0\.sections\.0\.guide: must be a file name/,
    );
  });

  test('two pages at one address', () => {
    change('site.yaml', 'path: /docs/teapots', 'path: /docs');
    expect(mistake()).toBe(
      'site.yaml:21: navigation.1.pages.0.path: /docs is the path of "Overview" already',
    );
  });

  test('a file that no page shows', () => {
    cpSync(join(folder, 'guides/brewing.yaml'), join(folder, 'guides/steeping.yaml'));
    expect(mistake()).toBe('guides/steeping.yaml:1: no page shows this file: name it in site.yaml');
  });

  test('a link to a page that is not there', () => {
    change('guides/chapters.yaml', 'href: /docs/teapots', 'href: /docs/teapot');
    expect(mistake()).toBe(
      'guides/chapters.yaml:4: the link /docs/teapot leads to no page, did you mean `/docs/teapots`?',
    );
  });

  test.each([
    ['/docs/teapots#teapots-inptu', 'teapots-input'],
    ['#pretend-tee', 'pretend-tea'],
    ['{{portal}}/docs#brewin', 'brewing'],
  ])('a link to a heading that is not there: %s', (href, meant) => {
    change('guides/brewing.yaml', 'Boil water', `Boil [water](${href})`);
    const written = href.replace('{{portal}}', hosts.portal);
    expect(mistake()).toBe(
      `guides/brewing.yaml:3: the link ${written} leads to no heading, did you mean \`${meant}\`?`,
    );
  });

  test('a word of the search that leads nowhere', () => {
    change('site.yaml', 'leads_to: /docs/teapots#teapots', 'leads_to: /docs/teapots#teapot');
    expect(mistake()).toBe(
      'site.yaml:38: the link /docs/teapots#teapot leads to no heading, did you mean `teapots`?',
    );
  });

  test('and links that lead somewhere are no mistake', () => {
    const links = ['/docs/teapots#teapots-input-colour', '#pretend-tea', '/docs.md', '/openapi.json', '/'];
    const text = links.map((href) => `[here](${href})`).join(' ');
    change(
      'guides/brewing.yaml',
      'Boil water',
      `${text} [there](https://tea.example/docs/none#none) boil water`,
    );
    expect(load().pages).toHaveLength(3);
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
