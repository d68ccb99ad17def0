import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Page } from '../../content/contract.ts';
import { loadSections } from './load-page.ts';

afterEach(() => vi.unstubAllGlobals());

const page = (sections: Page['sections']): Page => ({
  path: '/docs/x',
  title: 'X',
  description: 'x',
  sections,
});

const stubFetch = (respond: (address: string) => Response) =>
  vi.stubGlobal('fetch', async (address: string) => respond(address));

const guide = page([{ guide: 'a.yaml' }]);

describe('loading the data of a page', () => {
  test('reads each file from its folder and keeps the order of the sections', async () => {
    const requested: string[] = [];
    stubFetch((address) => {
      requested.push(address);
      return new Response('title: a\noverview: b');
    });
    const sections = await loadSections(
      page([{ guide: 'a.yaml' }, { endpoint: 'b.yaml' }, { mcp: 'c.yaml' }]),
    );
    expect(sections.map((section) => section.kind)).toEqual(['guide', 'endpoint', 'mcp']);
    expect(requested).toEqual([
      '/api-experience/data/guides/a.yaml',
      '/api-experience/data/endpoints/b.yaml',
      '/api-experience/data/mcp/c.yaml',
    ]);
  });

  test.each([
    [{ endpoint: 'points.yaml' }, 404, 'Failed to load endpoint points.yaml: Not Found'],
    [{ guide: 'first.yaml' }, 503, 'Failed to load guide first.yaml: Service Unavailable'],
    [{ mcp: 'mcp.yaml' }, 500, 'Failed to load MCP mcp.yaml: Internal Server Error'],
    [{ endpoint: 'points.yaml' }, 418, 'Failed to load endpoint points.yaml: Status 418'],
  ])('names the file and the status: %j answered with %i', async (section, status, message) => {
    stubFetch(() => new Response('', { status }));
    await expect(loadSections(page([section]))).rejects.toThrow(message);
  });

  test('reports a network error', async () => {
    stubFetch(() => {
      throw new TypeError('x');
    });
    await expect(loadSections(guide)).rejects.toThrow('Failed to load guide a.yaml: Network Error');
  });

  test.each(['a: [', '', '<html>Sign in to this hotel</html>', '{}', '[]'])(
    'reports text that is not the data of a guide: %j',
    async (text) => {
      stubFetch(() => new Response(text));
      await expect(loadSections(guide)).rejects.toThrow('Failed to load guide a.yaml: Invalid YAML');
    },
  );

  test('reports a YAML parser that could not be loaded', async () => {
    stubFetch(() => new Response('title: a'));
    await expect(loadSections(guide, () => Promise.reject(new Error('x')))).rejects.toThrow(
      'Failed to load guide a.yaml: Network Error',
    );
  });
});
