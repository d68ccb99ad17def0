import { describe, expect, test } from 'vitest';
import type { Page } from '../../content/contract.ts';
import { loadSections, NoParserError, type Reader } from './load-page.ts';

const page = (sections: Page['sections']): Page => ({
  path: '/docs/x',
  title: 'X',
  description: 'x',
  sections,
});

describe('loading the data of a page', () => {
  test('reads each file from its folder and keeps the order of the sections', async () => {
    const asked: string[] = [];
    const reader = answer((address) => {
      asked.push(address);
      return { status: 200, text: address };
    });
    const sections = await loadSections(
      page([{ guide: 'a.yaml' }, { endpoint: 'b.yaml' }, { mcp: 'c.yaml' }]),
      reader,
    );
    expect(sections.map((section) => section.kind)).toEqual(['guide', 'endpoint', 'mcp']);
    expect(asked).toEqual([
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
    await expect(
      loadSections(
        page([section]),
        answer(() => ({ status, text: '' })),
      ),
    ).rejects.toThrow(message);
  });

  test('reports a network error', async () => {
    const reader = {
      ...answer(() => ({ status: 200, text: '' })),
      fetch: () => Promise.reject(new TypeError('x')),
    };
    await expect(loadSections(page([{ guide: 'a.yaml' }]), reader)).rejects.toThrow(
      'Failed to load guide a.yaml: Network Error',
    );
  });

  test('reports invalid YAML', async () => {
    const reader: Reader = {
      ...answer(() => ({ status: 200, text: 'a: [' })),
      parse: () => Promise.reject(new Error('line 1')),
    };
    await expect(loadSections(page([{ guide: 'a.yaml' }]), reader)).rejects.toThrow(
      'Failed to load guide a.yaml: Invalid YAML',
    );
  });

  test.each([null, '<html>Sign in to this hotel</html>', {}, []])(
    'says so when it is no data at all: %j',
    async (content) => {
      const reader = { ...answer(() => ({ status: 200, text: '' })), parse: async () => content };
      await expect(loadSections(page([{ guide: 'a.yaml' }]), reader)).rejects.toThrow(
        'Failed to load guide a.yaml: Invalid YAML',
      );
    },
  );

  test('reports a YAML parser that could not be loaded', async () => {
    const reader: Reader = {
      ...answer(() => ({ status: 200, text: '' })),
      parse: () => Promise.reject(new NoParserError()),
    };
    await expect(loadSections(page([{ guide: 'a.yaml' }]), reader)).rejects.toThrow(
      'Failed to load guide a.yaml: Network Error',
    );
  });
});

function answer(respond: (address: string) => { status: number; text: string }): Reader {
  return {
    async fetch(address) {
      const { status, text } = respond(address);
      return { ok: status < 400, status, text: async () => text };
    },
    parse: async (text) => ({ title: text, overview: text }),
  };
}
