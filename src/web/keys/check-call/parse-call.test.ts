import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCall } from './parse-call.ts';

const clientId = 'wbc_abcdefghij0123456789';
const secret = 'wb_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef';
const url = 'https://api.test/api/v1/points?coordinates=1,2&x=3';
const both = { clientId, password: secret };
const basic = (text: string) => `Basic ${btoa(text)}`;

describe('finds both values in', () => {
  test.each([
    ['a curl command', `curl -u "${clientId}:${secret}" "${url}"`],
    ['one with single quotes and a prompt', `$ curl -u '${clientId}:${secret}' '${url}'`],
    ['one over several lines', `curl -G \\\n  -u ${clientId}:${secret} \\\n  -d a=b \\\n  "${url}"`],
    ['one for Windows', `curl -u "${clientId}:${secret}" ^\r\n "${url}"`],
    ['one without a space after -u', `curl -u${clientId}:${secret} ${url.split('&')[0]}`],
    ['one with a long option', `curl --user=${clientId}:${secret} -X post "${url}"`],
    ['one with a header', `curl -H "Authorization: ${basic(`${clientId}:${secret}`)}" "${url}"`],
    ['one with them in the address', `curl "https://${clientId}:${secret}@api.test/api/v1/points"`],
    ['a header', `Authorization: ${basic(`${clientId}:${secret}`)}`],
    ['the value of a header', basic(`${clientId}:${secret}`).replace('Basic', 'basic')],
    ['an MCP link', `https://api.test/mcp?client_id=${clientId}&api_key=${secret}`],
    ['.env lines', `WB_CLIENT_ID=${clientId}\nWB_API_KEY="${secret}"\n`],
    [
      'JSON of a configuration',
      `{"WB_CLIENT_ID": "${clientId}", "WB_API_KEY": "${secret}"}`.replaceAll('": "', ': "'),
    ],
    ['a pair', `${clientId}:${secret}`],
    ['two words', `${clientId}  ${secret}`],
    ['two lines', `${clientId}\n${secret}`],
  ])('%s', (_, text) => {
    expect(parseCall(text)).toMatchObject({ ...both, problems: [] });
  });
});

test('finds the URL', () => {
  expect(parseCall(`curl -X post -u a:b "${url}"`)).toMatchObject({ url: new URL(url) });
  expect(parseCall(`curl -I -u a:b api.test/api/v1/points`).url?.host).toBe('api.test');
  expect(parseCall(`curl -u a:b api.test/api/v1/points`).url?.pathname).toBe('/api/v1/points');
});

describe('finds the problem', () => {
  test.each([
    ['nothing', '   '],
    ['curly-quotes', `curl -u “${clientId}:${secret}” “${url}”`],
    ['unclosed-quote', `curl -u "${clientId}:${secret}" "${url}`],
    ['cut-off', `curl -u ${clientId}:${secret} ${url}`],
    ['no-credentials', `curl "${url}"`],
    ['no-credentials', url],
    ['no-colon', `curl -u ${clientId} "${url}"`],
    ['no-colon', secret],
    ['bearer', `Authorization: Bearer ${secret}`],
    ['other-scheme', 'Authorization: Digest username="x"'],
    ['not-base64', 'Authorization: Basic ###'],
    ['not-base64', 'Basic a'],
    ['plain-in-basic', `Authorization: Basic ${clientId}:${secret}`],
    ['line-break-inside', basic(`${clientId}:${secret}\n`)],
    ['variables', `curl -u "$WB_CLIENT_ID:$WB_API_KEY" "${url}"`],
    ['variables', `curl -u "${clientId}:YOUR_API_KEY" "${url}"`],
    ['bad-url', `curl -u ${clientId}:${secret} "https://"`],
  ])('%s', (problem, text) => {
    expect(parseCall(text).problems).toContain(problem);
  });
});

test('parses any text, and finds no password that was not pasted', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      for (const pasted of [text, `curl ${text}`, `Basic ${text}`, `https://${text}`]) {
        const { password = '' } = parseCall(pasted);
        expect(password.length).toBeLessThanOrEqual(pasted.length * 3);
      }
    }),
  );
});
