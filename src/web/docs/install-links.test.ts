import { expect, test } from 'vitest';
import type { SiteSummary } from '../../content/contract.ts';
import { installLinks } from './install-links.ts';

const url = 'https://portal.example/mcp';

function linksOf(hasMcpSignIn: boolean) {
  const [claude, vsCode, cursor] = installLinks({
    hosts: { mcp: url },
    provider: { name: 'Teapots' },
    keys: { environment: { clientId: 'TEA_ID', apiKey: 'TEA_KEY' } },
    hasMcpSignIn,
  } as SiteSummary);
  return {
    claude: claude!.href,
    vsCode: JSON.parse(decodeURIComponent(vsCode!.href.split('?')[1]!)),
    cursor: JSON.parse(atob(new URL(cursor!.href).searchParams.get('config')!)),
  };
}

test('an app that signs in needs the address alone', () => {
  expect(linksOf(true)).toEqual({
    claude: 'https://claude.ai/settings/connectors',
    vsCode: { name: 'teapots', type: 'http', url },
    cursor: { url },
  });
});

test('editor links contain the server URL and no secret', () => {
  const { vsCode, cursor } = linksOf(false);
  expect(vsCode).toMatchObject({ name: 'teapots', type: 'http', url });
  expect(vsCode.inputs.map(({ id }: { id: string }) => `\${input:${id}}`)).toEqual(
    Object.values(vsCode.headers),
  );
  expect(cursor.url).toBe(url);
  expect(Object.values(cursor.headers).join()).toMatch(/^\$\{env:TEA_ID\},\$\{env:TEA_KEY\}$/);
});
