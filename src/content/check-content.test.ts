import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ContentFolder, contentHosts, copyContent } from '../../test/helpers/content-folder.ts';
import { EnvironmentError } from '../platform/environment-error.ts';
import { loadSite } from './site.ts';

let content: ContentFolder;
beforeEach(() => {
  content = copyContent('another-provider');
});
afterEach(() => content.remove());

test('all mistakes are reported at once, sorted by file and line', () => {
  content.change('endpoints/berths.yaml', `["north quay"]`, '["north quay"');
  content.change('endpoints/berths.yaml', 'access: all_access', 'access: some');
  content.change('endpoints/tugs.yaml', '- name: name', '- name: tug');
  content.change('guides/overview.yaml', '/docs/tides', '/docs/tide');
  content.change('mcp/mcp.yaml', 'title: Overview', 'titel: Overview');
  content.change('site.yaml', 'icon: book-open', 'icon: book-opne');
  content.change('site.yaml', 'mark: mark.svg', 'mark: logo.svg');
  expect(content.mistakes()).toEqual([
    expect.stringMatching(/^endpoints\/berths\.yaml:3: access: /),
    expect.stringMatching(/^endpoints\/berths\.yaml:19: response_example\.text: is not JSON: /),
    'endpoints/tugs.yaml:6: endpoint.path: {name} is not an input parameter',
    'guides/overview.yaml:3: the link /docs/tide does not lead to a page, did you mean `/docs/tides`?',
    'mcp/mcp.yaml:2: unknown field `titel`, did you mean `title`?',
    'site.yaml:9: look.mark: logo.svg: no such file next to site.yaml',
    'site.yaml:43: navigation.0.icon: book-opne is not an icon, did you mean `book-open`?',
  ]);
});

test('the message says how many mistakes there are, and shows at most a hundred', () => {
  const rows = Array.from({ length: 150 }, (_, index) => `    - [a${index}]`).join('\n');
  content.change('guides/overview.yaml', 'title:', `table:\n  columns: [a, b]\n  rows:\n${rows}\ntitle:`);
  const lines = content.mistakes();
  expect(lines).toHaveLength(101);
  expect(lines[0]).toBe('guides/overview.yaml:4: table.rows.0: has 1 cells, and the table has 2 columns');
  expect(lines.at(-1)).toBe('and 50 more');
  expect(() => content.load()).toThrow(/^150 mistakes in the content:\n/);
});

test('a broken site.yaml does not hide the mistakes of the other files', () => {
  content.change('site.yaml', 'provider:', 'provider');
  content.change('endpoints/tides.yaml', 'title: Tides\n', '');
  expect(content.mistakes()).toEqual([
    'endpoints/tides.yaml:1: title: is missing',
    expect.stringMatching(/^site\.yaml:\d+: /),
  ]);
});

describe('CONTENT_DIR', () => {
  const load = (folder: string) => () => loadSite(folder, contentHosts, { sandbox: 'both' });

  test('names a folder that does not exist, or has no site.yaml', () => {
    const missing = join(content.path, 'nowhere');
    expect(load(missing)).toThrow(EnvironmentError);
    expect(load(missing)).toThrow(`CONTENT_DIR: ${missing}: no such folder`);
    const guides = join(content.path, 'guides');
    expect(load(guides)).toThrow(`CONTENT_DIR: ${guides}: this folder has no site.yaml`);
  });

  test('has files that cannot be read', () => {
    mkdirSync(join(content.path, 'guides/more.yaml'));
    rmSync(join(content.path, 'mcp'), { recursive: true });
    writeFileSync(join(content.path, 'mcp'), '');
    expect(content.mistakes()).toEqual(
      expect.arrayContaining([
        'guides/more.yaml:1: cannot be read: EISDIR',
        'mcp:1: cannot be read: ENOTDIR',
      ]),
    );
  });
});

/** Each of these loaded without an error before it was checked, and failed or misled somebody later. */
describe('one mistake in a file is found', () => {
  const tides = 'endpoints/tides.yaml';
  const tugs = 'endpoints/tugs.yaml';
  const guide = 'guides/overview.yaml';
  const title = 'title: Harbour API';

  test.each<[title: string, file: string, from: string, to: string, mistake: string]>([
    [
      'text that is not UTF-8',
      guide,
      title,
      'title: Harbour \uFFFD',
      'guides/overview.yaml:1: is not UTF-8 text',
    ],
    ['a second document', guide, title, `---\n${title}\n---`, 'only one document may be in a file'],
    ['an unknown alias', guide, title, 'title: *name', 'overview.yaml:1: Unresolved alias'],
    ['an unknown tag', guide, title, 'title: !name Harbour', 'overview.yaml:1: Unresolved tag: !name'],
    ['an empty file', guide, '', '#', 'overview.yaml'],
    ['an empty value', guide, title, "title: ''", 'title: must not be empty'],
    ['a title of two lines', guide, title, 'title: |\n  a\n  b', 'title: must be one line'],
    ['a date that is none', guide, title, `${title}\nchanged: 2026-02-30`, 'changed: '],
    [
      'a card with a broken link in one line',
      guide,
      title,
      `${title}\nlinks: [{ href: /docs/tide, title: a, description: b }]`,
      'overview.yaml:2: the link /docs/tide does not lead to a page',
    ],
    [
      'a link without a slash',
      guide,
      '(/docs/tides)',
      '(docs/tides)',
      "the link docs/tides isn't a URL: start it with https://",
    ],
    ['a link to a script', guide, '(/docs/tides)', '(javascript:alert)', "isn't a URL"],
    ['a link that is no URL', guide, '(/docs/tides)', '(https://[)', "isn't a URL"],
    ['a link with a bad escape', guide, '(/docs/tides)', '(/docs/tides#%zz)', 'does not lead to a heading'],
    [
      'a status for every endpoint without one',
      guide,
      title,
      `${title}\nsteps: [{ title: a, description: b, every_endpoint: true }]`,
      'steps.0.every_endpoint: needs a `status`',
    ],
    ['a picture', guide, title, `${title}\nshows: status`, 'shows: is not available with `sandbox: none`'],
    [
      'a picture in a step',
      guide,
      title,
      `${title}\nsteps: [{ title: a, description: b, drawn_as: { picture: grid, name: c } }]`,
      'steps.0.drawn_as: is not available with `sandbox: none`',
    ],
    ['a path that is none', tides, 'path: /tides', 'path: /tides?all', 'endpoint.path: must be a path like'],
    [
      'a path without its brace',
      tugs,
      'path: /tugs/{name}',
      'path: /tugs/{name',
      'endpoint.path: must be a path',
    ],
    [
      'another host',
      tides,
      '{{forecasts_api}}/tides',
      'https://tides.example/tides',
      'tides.yaml:7: endpoint.full_url: must be https://api.harbour.example/v2/tides',
    ],
    [
      'a parameter twice',
      tides,
      '- name: depth',
      '- name: harbour',
      'input_parameters.1.name: harbour is listed twice',
    ],
    ['a name that links need', tugs, '- name: name', '- name: try', 'need the name try for themselves'],
    [
      'an unknown parameter that is needed',
      tides,
      'required: DEEP',
      'required: DEEP\n    needs: [harbor]',
      'input_parameters.1.needs.0: harbor is not an input parameter, did you mean `harbour`?',
    ],
    [
      'an unknown parameter that is excluded',
      tides,
      'required: DEEP',
      'required: DEEP\n    not_with: [tugs]',
      'input_parameters.1.not_with.0: tugs is not',
    ],
    [
      'a field with an unknown parameter',
      tides,
      '- name: high_water',
      '- name: high_water\n    only_with: low',
      'response_parameters.0.only_with: low is not an input parameter',
    ],
    [
      'choices for an unknown path',
      tugs,
      'example: hercules',
      'example: hercules\n    enum_by_path: { /tugs: [hercules] }',
      'enum_by_path./tugs: /tugs is not a path of this endpoint',
    ],
    [
      'a maximum below the minimum',
      tides,
      'maximum: 40',
      'maximum: 0',
      'input_parameters.1.maximum: is smaller than the minimum',
    ],
    [
      'a list of a billion values',
      tugs,
      'example: hercules',
      "example: '1'\n    enum: [mean]\n    minimum: 1\n    maximum: 1000000000",
      'input_parameters.0.maximum: may be at most 1000 above',
    ],
    [
      'an example that cannot be in a path',
      tugs,
      'example: hercules',
      "example: 'a/b'",
      "input_parameters.0.example: in the path /tugs/{name}: This can't be part of a path.",
    ],
    [
      'a first value of another type',
      tides,
      'harbour: hull',
      'harbour: 7',
      'try_with.harbour: 7 is not of type string',
    ],
    [
      'a first value for no parameter',
      tides,
      'harbour: hull',
      'habour: hull',
      'try_with.habour: is not an input parameter, did you mean `harbour`?',
    ],
    [
      'a first value from an unknown endpoint',
      tides,
      'harbour: hull',
      "harbour: { source: '/berth#/berths/0' }",
      'try_with.harbour.source: no endpoint has the path /berth, did you mean `/berths`?',
    ],
    [
      'an example from an unknown endpoint',
      tugs,
      'example: hercules',
      "example: hercules\n    example_source: '/ships#/0'",
      'input_parameters.0.example_source: no endpoint has the path /ships',
    ],
    [
      'a sample without a language',
      tides,
      'languages:\n      curl:',
      'languages: {}\n    prints:\n      -',
      'code_examples.0.languages: must have at least one language',
    ],
    [
      'two paths with one name in OpenAPI',
      tugs,
      '/tugs/{name}',
      '/tides.json',
      'endpoint.path: OpenAPI cannot tell it from /tides',
    ],
    [
      'an unknown tool',
      'mcp/mcp.yaml',
      'name: get_code',
      'name: get_cod',
      'available_endpoints.1.name: get_cod is not a tool of this MCP server, did you mean `get_code`?',
    ],
    [
      'a tool that this server lacks',
      'mcp/mcp.yaml',
      'name: get_code',
      'name: get_point_forecast',
      'get_point_forecast is not a tool of this MCP server',
    ],
    [
      'a missing tool',
      'mcp/mcp.yaml',
      'name: get_code',
      'name: get_key_status',
      'available_endpoints: tools are missing: get_code',
    ],
  ])('%s', (_title, file, from, to, mistake) => {
    content.change(file, from, to);
    expect(content.mistakes().join('\n')).toContain(mistake);
  });
});

describe('one mistake in site.yaml is found', () => {
  test.each<[title: string, from: string, to: string, mistake: string]>([
    [
      'an icon',
      'icon: book-open',
      'icon: anchor',
      'navigation.0.icon: anchor is not an icon: there are book-open, bot, ',
    ],
    [
      'the path of the keys page',
      'path: /docs/berths',
      'path: /docs/api-keys',
      "navigation.1.pages.1.path: is the path of one of the portal's own pages",
    ],
    [
      'a path that is none',
      'path: /docs/berths',
      'path: /docs/Berths?',
      'navigation.1.pages.1.path: must be a path like',
    ],
    [
      'a path that only begins like one',
      'path: /docs/berths',
      'path: /docsberths',
      'navigation.1.pages.1.path: must be a path like',
    ],
    ['no first page', 'path: /docs\n', 'path: /docs/overview\n', 'navigation: no page has the path /docs'],
    [
      'a page without sections',
      'sections:\n          - guide: overview.yaml',
      'sections: []',
      'navigation.0.pages.0.sections: must have at least one section',
    ],
    [
      'a page about no API',
      'path: /docs/tides',
      'path: /docs/tides\n        api: data',
      'navigation.1.pages.0.api: there is no `data` under `apis`',
    ],
    [
      'a script as main site',
      'https://harbour.example',
      'javascript:alert(1)',
      'provider.main_site: must be an address',
    ],
    [
      'one variable for both parts of a key',
      'api_key: HARBOUR_KEY',
      'api_key: HARBOUR_ID',
      'keys.environment.api_key: must not be the same variable',
    ],
    [
      'one role for both kinds of keys',
      'all_access: pilot',
      'all_access: sailor',
      'keys.roles.all_access: must not be the same role',
    ],
    [
      'a prefix that looks like client IDs',
      '[ht, old]',
      '[ht, htc]',
      'keys.prefixes.0: secrets with htc_ would look like client IDs of ht',
    ],
    [
      'a placeholder',
      'name: Harbour Tides',
      "name: '{{provider}}'",
      'unknown placeholder {{provider}}: this file has none',
    ],
    [
      'two colours',
      "light: '#0f6b5c', dark: '#5fd3bd'",
      "light: '#eeeeee', dark: '#111111'",
      'look.colours.accent.dark: #111111 is unreadable on #0a1017',
    ],
  ])('%s', (_title, from, to, mistake) => {
    content.change('site.yaml', from, to);
    expect(content.mistakes().join('\n')).toContain(mistake);
  });

  test.each([
    ['no xmlns', ' xmlns="http://www.w3.org/2000/svg"', '', 'must have xmlns='],
    ['an element that is not closed', '</svg>', '<g></svg>', 'is not well-formed'],
  ])('a mark with %s', (_title, from, to, mistake) => {
    content.change('mark.svg', from, to);
    expect(content.mistakes().join('\n')).toContain(`look.mark: mark.svg: ${mistake}`);
  });

  test('an icon in PNG that is none', () => {
    writeFileSync(join(content.path, 'mark.png'), 'a letter');
    expect(content.mistakes()).toEqual([
      'site.yaml:10: look.icon: mark.png: must be a PNG image with 96 by 96 pixels',
    ]);
  });
});

describe('a free path', () => {
  test('can have parameters', () => {
    expect(content.load().keys.freePaths).toEqual(['/v2/tides', '/v2/tugs/{name}']);
  });

  test('must not open a path that needs all access', () => {
    content.change('endpoints/berths.yaml', 'path: /berths', 'path: /tugs/berths');
    content.change('endpoints/berths.yaml', '{{forecasts_api}}/berths', '{{forecasts_api}}/tugs/berths');
    expect(content.mistakes()).toEqual([
      'endpoints/tugs.yaml:3: access: the free path /tugs/{name} also opens /tugs/berths, which needs all access',
    ]);
  });

  test('must have an example that every key can call', () => {
    content.change('endpoints/tugs.yaml', 'example: hercules', 'example: tug hercules');
    expect(content.mistakes()).toEqual([
      'endpoints/tugs.yaml:3: access: the example of {name} cannot be in a free path: only letters, digits and -._~,:@ can',
    ]);
  });

  test('is listed for every path of a free endpoint', () => {
    content.change(
      'endpoints/tides.yaml',
      'input_parameters:',
      "  additional_endpoints:\n    - { method: GET, path: /tides/all, full_url: '{{forecasts_api}}/tides/all' }\ninput_parameters:",
    );
    expect(content.mistakes()).toEqual([
      'endpoints/tides.yaml:3: access: /tides/all is free here, but is not listed under keys.free_paths in site.yaml',
    ]);
  });

  test('becomes the first call of a new key, with its example in the path', () => {
    content.change('endpoints/tides.yaml', 'access: free', 'access: all_access');
    content.change('site.yaml', '/tides, ', '');
    expect(content.load().summary.firstCall?.request).toMatchObject({ path: '/tugs/hercules', query: [] });
  });
});

test('code may contain what looks like a link', () => {
  content.change('endpoints/tides.yaml', 'curl: curl', 'python: handlers[name](event)\n      curl: curl');
  content.change('guides/overview.yaml', 'Begin with', 'Call `handlers[name](event)`. Begin with');
  expect(content.load().pages).toHaveLength(4);
});

test('an MCP page about another server may describe other tools', () => {
  content.change('mcp/mcp.yaml', 'name: get_code', 'name: get_tides');
  const elsewhere = { ...contentHosts, mcp: 'https://mcp.harbour.example' };
  expect(loadSite(content.path, elsewhere, { sandbox: 'both' }).pages).toHaveLength(4);
});
