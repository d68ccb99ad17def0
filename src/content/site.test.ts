import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ContentFolder, copyContent, contentHosts as hosts } from '../../test/helpers/content-folder.ts';
import type { Sandbox } from './contract.ts';
import { loadSite } from './site.ts';

let content: ContentFolder;
let folder: string;
beforeEach(() => {
  content = copyContent('content');
  folder = content.path;
});
afterEach(() => content.remove());

const load = (sandbox?: Sandbox) => content.load(sandbox);
const change = (file: string, from: string, to: string) => content.change(file, from, to);

/** The only mistake that is reported. */
function mistake(): string {
  const mistakes = content.mistakes();
  expect(mistakes).toHaveLength(1);
  return mistakes.join();
}

describe('a mistake names its file, its line and its field', () => {
  test('a misspelt field, with a suggestion', () => {
    change('endpoints/teapots.yaml', 'description: The teapots.', 'descriptoin: The teapots.');
    expect(mistake()).toBe(
      'endpoints/teapots.yaml:18: unknown field `descriptoin`, did you mean `description`?',
    );
  });

  test('a misspelt field of a union', () => {
    change('endpoints/teapots.yaml', 'languages:', 'langauges:');
    expect(mistake()).toBe('endpoints/teapots.yaml:21: unknown field `langauges`, did you mean `languages`?');
  });

  test('an unknown field without a suggestion', () => {
    change('guides/brewing.yaml', 'title: Brewing', 'title: Brewing\ncolour: red');
    expect(mistake()).toMatch(
      /^guides\/brewing\.yaml:2: unknown field `colour`: known fields are title, description, /,
    );
  });

  test('a field that appears twice', () => {
    change('guides/brewing.yaml', 'title: Brewing', 'title: Brewing\ntitle: Steeping');
    expect(mistake()).toBe('guides/brewing.yaml:2: the field `title` appears twice');
  });

  test('a value of the wrong kind', () => {
    change('endpoints/teapots.yaml', 'status: 400', 'status: often');
    expect(mistake()).toMatch(/^endpoints\/teapots\.yaml:27: errors\.0\.status: .*number/);
  });

  test('a missing field', () => {
    change('guides/sandbox-tea.yaml', 'title: Pretend tea\n', '');
    expect(mistake()).toMatch(/^guides\/sandbox-tea\.yaml:1: title: /);
  });

  test('an unknown language', () => {
    change('endpoints/teapots.yaml', 'curl: curl', 'cobol: curl');
    expect(content.mistakes()).toContain(
      'endpoints/teapots.yaml:22: unknown field `cobol`: known fields are curl, python, java, ruby, netcdf',
    );
  });

  test('text that is not YAML', () => {
    change('guides/brewing.yaml', 'title: Brewing', "title: 'Brewing");
    expect(mistake()).toMatch(/^guides\/brewing\.yaml:\d+: /);
  });

  test('an unknown placeholder', () => {
    change('guides/brewing.yaml', '{{data_team}}', '{{data_taem}}');
    expect(mistake()).toBe(
      'guides/brewing.yaml:3: unknown placeholder {{data_taem}}, did you mean `data_team`?',
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
    expect(content.mistakes().join('\n')).toContain(`endpoints/teapots.yaml:${message}`);
  });
});

describe('what belongs together must be there', () => {
  test('a page whose section is in no file', () => {
    change('site.yaml', 'guide: brewing.yaml', 'guide: bewring.yaml');
    expect(mistake()).toBe(
      'site.yaml:50: /docs names guides/bewring.yaml, which does not exist, did you mean `guides/brewing.yaml`?',
    );
  });

  test('a section file outside its folder', () => {
    change('site.yaml', 'guide: brewing.yaml', 'guide: ../site.yaml');
    expect(content.mistakes().join('\n')).toMatch(
      /^site\.yaml:50: navigation\.0\.pages\.0\.sections\.0\.guide: must be a file name/m,
    );
  });

  test('two pages at one address', () => {
    change('site.yaml', 'path: /docs/teapots', 'path: /docs');
    expect(content.mistakes()).toContain(
      'site.yaml:57: navigation.1.pages.0.path: /docs is already the path of "Overview"',
    );
  });

  test('a file that no page shows', () => {
    cpSync(join(folder, 'guides/brewing.yaml'), join(folder, 'guides/steeping.yaml'));
    expect(mistake()).toBe('guides/steeping.yaml:1: no page shows this file; add it to site.yaml');
  });

  test('a link to a page that is not there', () => {
    change('guides/chapters.yaml', 'href: /docs/teapots', 'href: /docs/teapot');
    expect(mistake()).toBe(
      'guides/chapters.yaml:4: the link /docs/teapot does not lead to a page, did you mean `/docs/teapots`?',
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
      `guides/brewing.yaml:3: the link ${written} does not lead to a heading, did you mean \`${meant}\`?`,
    );
  });

  test('a synonym with a broken link', () => {
    change('site.yaml', 'leads_to: /docs/teapots#teapots', 'leads_to: /docs/teapots#teapot');
    expect(mistake()).toBe(
      'site.yaml:75: the link /docs/teapots#teapot does not lead to a heading, did you mean `teapots`?',
    );
  });

  test('valid links are accepted', () => {
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

test('placeholders are replaced by hosts and the provider', () => {
  const text = load().findDataFile('guides', 'brewing.yaml');
  expect(text).toContain(
    'Boil water at `https://forecasts.example/api/v1`. Ask leaves@teapot.example for leaves.',
  );
});

test('sections about the sandbox are shown on a sandbox only', () => {
  const titles = (sandbox: Sandbox) => {
    const site = load(sandbox);
    return site
      .sectionsOf(site.pages[0]!)
      .map((section) => ('guide' in section ? section.guide.title : section.kind));
  };
  expect(titles('both')).toEqual(['Brewing', 'Pretend tea', 'Chapters']);
  expect(titles(false)).toEqual(['Brewing', 'Chapters']);
});

test('only names of content files are found', () => {
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

describe('the provider', () => {
  const at = (text: string) =>
    readFileSync(join(folder, 'site.yaml'), 'utf8').split(text)[0]!.split('\n').length;

  test.each([
    [
      'a colour that is none',
      "'#8a3b12'",
      'brown',
      'look.colours.accent.light: must be a colour like #0b6bc2',
    ],
    [
      'a colour that cannot be read',
      "'#8a3b12'",
      "'#f0c8a8'",
      'look.colours.accent.light: #f0c8a8 is unreadable on #ffffff: its contrast is 1.6, and text needs 4.5',
    ],
    [
      'a logo that is not there',
      'mark: mark.svg',
      'mark: logo.svg',
      'look.mark: logo.svg: no such file next to site.yaml',
    ],
    [
      'a logo in another folder',
      'mark: mark.svg',
      'mark: ../mark.svg',
      'look.mark: must be a file name like mark.svg',
    ],
    [
      'a prefix that is none',
      '[tea, wb]',
      '[tea, WB_]',
      'keys.prefixes.1: must be 1 to 8 lowercase letters or digits',
    ],
    ['no prefix', '[tea, wb]', '[]', 'keys.prefixes.0: '],
    [
      'a variable that no shell can set',
      'client_id: TEAPOT_ID',
      'client_id: TEAPOT-ID',
      'keys.environment.client_id: must be a name like',
    ],
    ['a role with a blank', 'free: guest', 'free: a guest', 'keys.roles.free: must be a word like'],
    ['a quota of nothing', 'key: 1000', 'key: 0', 'keys.requests_per_hour.key: '],
    [
      'a free path that is none',
      '[/points]',
      '[/points, /points?all]',
      'keys.free_paths.1: must be a path like /points',
    ],
    [
      'a free path that no endpoint has',
      '[/points]',
      '[/points, /pints]',
      'keys.free_paths.1: no endpoint with `access: free` has the path /pints, did you mean `/points`?',
    ],
    [
      'an address beside a sandbox',
      'title: Brewing API',
      'title: Brewing API\n    url: https://tea.example',
      'apis.forecasts.url: is only for `sandbox: none`',
    ],
    ['an unknown kind of sandbox', 'sandbox: weather', 'sandbox: no', 'sandbox: '],
  ])('with %s stops the start: file, line and field', (_title, from, to, message) => {
    change('site.yaml', from, to);
    const changed = to.split('\n').at(-1)!.trim();
    expect(content.mistakes().join('\n')).toContain(`site.yaml:${at(changed)}: ${message}`);
  });

  test('with a logo that has more than shapes stops the start', () => {
    change('mark.svg', '<rect', '<script>alert(1)</script><rect');
    expect(mistake()).toBe(
      `site.yaml:${at('mark: mark.svg')}: look.mark: mark.svg: must contain only shapes: no scripts, styles, images or links`,
    );
  });

  test('an endpoint that is free without the gateway knowing stops the start', () => {
    change('endpoints/teapots.yaml', 'access: all_access', 'access: free');
    expect(mistake()).toBe(
      'endpoints/teapots.yaml:3: access: /teapots is free here, but is not listed under keys.free_paths in site.yaml',
    );
  });

  test('an unknown requirement stops the start', () => {
    change('endpoints/points.yaml', 'required: BIG-POT', 'required: BIG-PET');
    expect(mistake()).toBe(
      'endpoints/points.yaml:16: input_parameters.1.required: BIG-PET is not a requirement, did you mean `BIG-POT`?',
    );
  });

  test('with one colour gets the others derived from it, and all text is readable', () => {
    const { accent, accent_solid, on_accent } = load().look.colours;
    expect(accent_solid).toEqual(accent);
    expect(on_accent).toEqual({ light: '#ffffff', dark: '#04121f' });
  });

  test('has the key policy of site.yaml, with free paths of the API', () => {
    expect(load(false).keys).toEqual({
      prefixes: ['tea', 'wb'],
      freePaths: ['/api/v1/points'],
      roles: { free: 'guest', all_access: 'host' },
      requestsPerHour: { key: 1000, person: 5000 },
    });
    const elsewhere = loadSite(
      folder,
      { ...hosts, forecasts: 'https://tea.example/brew/v3' },
      { sandbox: false },
    );
    expect(elsewhere.keys.freePaths).toEqual(['/brew/v3/points', '/api/v1/points']);
  });
});
