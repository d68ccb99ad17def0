import { expect, test } from 'vitest';
import { isAllowedHost, isRegistered, parseRedirectUri, withParameters } from './redirect-uris.ts';

const refused = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  'cursor://anysphere.cursor-mcp/oauth/callback',
  'http://claude.ai/callback',
  'http://localhost.evil.com/callback',
  'http://127.0.0.1@evil.com/callback',
  'http://127.0.0.1:80@evil.com/callback',
  'http://2130706433/callback',
  'http://0x7f.1/callback',
  'http://127.1/callback',
  'http://[::ffff:127.0.0.1]/callback',
  'https://user@app.example/callback',
  'https://app.example/callback#part',
  'https://app.example/callback#',
  'https://app.example\\@evil.com/callback',
  'https:app.example/callback',
  'https:/app.example/callback',
  '//app.example/callback',
  ' https://app.example/callback',
  'https://app.example/callback\n',
  'https://app.example/a/../callback',
  'https://app.example/a/%2e%2e/callback',
  'https://ex%61mple.com/callback',
  'https://bücher.example/callback',
  'https://app.example:443/callback',
  'https://app.example/callback?code=chosen',
  'https://app.example/callback?iss=https://other.example',
  `https://app.example/${'x'.repeat(500)}`,
  '',
];

test.each(refused)('no code is sent to %j', (uri) => {
  expect(parseRedirectUri(uri)).toBeUndefined();
});

const known = [
  'https://claude.ai/api/mcp/auth_callback',
  'https://chatgpt.com/connector_platform_oauth_redirect',
  'https://vscode.dev/redirect',
  'https://www.cursor.com/agents/mcp/oauth/callback',
  'http://127.0.0.1:33418',
  'http://127.0.0.1:33418/',
  'http://localhost/callback',
  'http://[::1]:3334/oauth/callback',
  'https://app.example/callback?tenant=7',
  'https://xn--bcher-kva.example/callback',
];

test.each(known)('%s is accepted as it is, and no longer or shorter address', (uri) => {
  const url = parseRedirectUri(uri)!;
  expect(isRegistered(url, [uri])).toBe(true);
  for (const other of [`${uri}x`, `${uri}/x`, `${uri}?x=1`, uri.slice(0, -1)]) {
    const asked = parseRedirectUri(other);
    // Without a path, an address means the same with its final slash and without.
    if (asked && asked.href !== url.href && asked.protocol === 'https:')
      expect([other, isRegistered(asked, [uri])]).toEqual([other, false]);
  }
});

test('an app on the own computer may use any port, and nothing else may differ', () => {
  const registered = ['http://localhost/callback', 'http://127.0.0.1:8000/callback', 'http://[::1]/callback'];
  const isAccepted = (uri: string) => isRegistered(parseRedirectUri(uri)!, registered);
  expect(isAccepted('http://localhost:49152/callback')).toBe(true);
  expect(isAccepted('http://127.0.0.1:9000/callback')).toBe(true);
  expect(isAccepted('http://127.0.0.1/callback')).toBe(true);
  expect(isAccepted('http://[::1]:9000/callback')).toBe(true);
  expect(isAccepted('http://localhost:49152/other')).toBe(false);
  expect(isAccepted('http://localhost:49152/callback?x=1')).toBe(false);
  expect(isAccepted('https://localhost:49152/callback')).toBe(false);
  expect(isRegistered(parseRedirectUri('http://127.0.0.1/callback')!, ['http://localhost/callback'])).toBe(
    false,
  );
  expect(
    isRegistered(parseRedirectUri('https://app.example:8443/callback')!, ['https://app.example/callback']),
  ).toBe(false);
});

test('the list of allowed hosts names whole hosts, and localhost for the own computer', () => {
  const isAllowed = (uri: string, hosts?: string[]) => isAllowedHost(parseRedirectUri(uri)!, hosts);
  expect(isAllowed('https://anything.example/x')).toBe(true);
  expect(isAllowed('https://claude.ai/x', ['claude.ai'])).toBe(true);
  expect(isAllowed('https://sub.claude.ai/x', ['claude.ai'])).toBe(false);
  expect(isAllowed('https://claude.ai.evil.com/x', ['claude.ai'])).toBe(false);
  expect(isAllowed('http://127.0.0.1:5/x', ['claude.ai'])).toBe(false);
  for (const host of ['localhost', '127.0.0.1', '[::1]'])
    expect(isAllowed(`http://${host}:5/x`, ['localhost'])).toBe(true);
});

test('the answer keeps the parameters that an address has', () => {
  expect(withParameters('https://app.example/cb?tenant=7', { code: 'a b', state: undefined, iss: 'x' })).toBe(
    'https://app.example/cb?tenant=7&code=a+b&iss=x',
  );
});
