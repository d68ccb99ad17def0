import { expect, test } from 'vitest';
import { cursorLink, promptLink, vsCodeLink } from './open-in-menu.tsx';

const server = { name: 'teapots', url: 'https://portal.example/mcp' };

test('the prompt link names the page', () => {
  const link = new URL(
    promptLink('https://assistant.example/new?q={prompt}', 'https://portal.example/docs.md'),
  );
  expect(link.searchParams.get('q')).toContain('https://portal.example/docs.md');
});

test('editor links contain the server URL and no secret', () => {
  const vsCode = JSON.parse(decodeURIComponent(vsCodeLink(server).split('?')[1]!));
  expect(vsCode).toMatchObject({ name: 'teapots', type: 'http', url: server.url });
  expect(vsCode.inputs.map(({ id }: { id: string }) => `\${input:${id}}`)).toEqual(
    Object.values(vsCode.headers),
  );
  const cursor = new URL(cursorLink(server, { clientId: 'TEA_ID', apiKey: 'TEA_KEY' }));
  const config = JSON.parse(atob(cursor.searchParams.get('config')!));
  expect(config.url).toBe(server.url);
  expect(Object.values(config.headers).join()).toMatch(/^\$\{env:TEA_ID\},\$\{env:TEA_KEY\}$/);
});
