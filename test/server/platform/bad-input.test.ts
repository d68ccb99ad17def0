import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, calls, gatewayVerify } from '../../../src/urls.ts';
import { openBrowser } from '../../helpers/account-steps.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

describe.skipIf(engineMissing)('bad input', () => {
  let portal: TestPortal;
  let browser: Browser;
  beforeAll(async () => {
    portal = await startPortal();
    browser = await openBrowser(portal);
  });
  afterAll(() => portal.close());

  const post = (payload: string | Buffer, type?: string, url: string = calls.sendVerificationCode) =>
    browser.send({
      method: 'POST',
      url,
      payload,
      headers: { 'x-csrf-token': browser.csrf, ...(type ? { 'content-type': type } : {}) },
    });

  describe('an unknown path', () => {
    test('gives a browser a page with a link to the documentation', async () => {
      const answer = await browser.get('/docs/no-such-page', { accept: 'text/html,*/*' });
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.body).toContain('<title>Page not found</title>');
    });

    test.each([{}, { accept: '*/*' }, { accept: 'application/json' }])(
      'is answered as JSON to a program: %j',
      async (headers) => {
        const answer = await browser.get('/docs/no-such-page', headers);
        expect(answer.statusCode).toBe(404);
        expect(answer.json()).toEqual({
          success: false,
          code: 'not-found',
          error: 'Not found',
          errors: ['Not found'],
        });
      },
    );

    test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const)(
      'is not there for %s either',
      async (method) => {
        const answer = await browser.send({ method, url: '/docs', headers: { accept: 'text/html' } });
        expect(answer.statusCode).toBe(404);
        expect(answer.json().error).toBe('Not found');
      },
    );
  });

  test('a known path with the wrong method gives 404 and changes nothing', async () => {
    expect((await browser.get(calls.sendVerificationCode)).statusCode).toBe(404);
    expect((await browser.put(calls.signUp, {})).statusCode).toBe(404);
    expect((await browser.post(calls.signOut, {})).statusCode).toBe(404);
  });

  describe('a body that cannot be read', () => {
    const secret = 'stolen-secret-4711';
    const email = `{"email":"${secret}@teapot.example"`;
    test.each<[string, string | Buffer, string | undefined, number]>([
      ['broken JSON', email, 'application/json', 400],
      ['nothing', '', 'application/json', 400],
      ['a prototype in it', `${email},"__proto__":{"x":1}}`, 'application/json', 400],
      ['bytes that are not UTF-8', Buffer.from(`${email},"x":"\xff"}`, 'latin1'), 'application/json', 400],
      ['UTF-16', Buffer.from(`${email}}`, 'utf16le'), 'application/json', 400],
      ['text', `${email}}`, 'text/plain', 415],
      ['a form', `email=${secret}%40teapot.example`, 'application/x-www-form-urlencoded', 415],
      ['XML', `<email>${secret}</email>`, 'application/xml', 415],
      ['parts', `--x\r\n\r\n${secret}\r\n--x--`, 'multipart/form-data; boundary=x', 415],
      ['no type', `${email}}`, undefined, 415],
      ['too many bytes', `${email},"x":"${'x'.repeat(64 * 1024)}"}`, 'application/json', 413],
      ['two million bytes', 'x'.repeat(2_000_000), 'application/json', 413],
    ])('%s is rejected with a JSON error that does not repeat it', async (_, payload, type, status) => {
      portal.logLines.length = 0;
      const answer = await post(payload, type);
      expect(answer.statusCode).toBe(status);
      const { success, code, error, errors } = answer.json();
      expect([success, code, errors]).toEqual([false, 'bad-request', [error]]);
      expect(error).toMatch(/^[A-Z][^{}]+[.?]$/);
      expect(answer.body).not.toContain(secret);
      expect(portal.logLines.join('')).toContain(`"status":${status}`);
      expect(portal.logLines.join('')).not.toContain(secret);
    });

    test('changes nothing in the database', async () => {
      const rows = await portal.database.db.selectFrom('verification_codes').selectAll().execute();
      expect(rows).toEqual([]);
    });
  });

  test.each([
    ['no object', '"hello"', 'bad-field', 'The body is missing or has the wrong type'],
    ['null', 'null', 'bad-field', 'The body is missing or has the wrong type'],
    ['a list', '[]', 'bad-field', 'The body is missing or has the wrong type'],
    ['a missing field', '{}', 'bad-field', 'email is missing or has the wrong type'],
    [
      'a field of another kind',
      '{"email":["a@b.cd"]}',
      'bad-field',
      'email is missing or has the wrong type',
    ],
    ['a field of 2 kB', `{"email":"${'x'.repeat(2000)}"}`, 'bad-field', 'email is too long'],
    ['no address', '{"email":"nobody"}', 'bad-email', 'Enter a valid email address'],
  ])('%s is rejected with a code and a message', async (_, payload, code, error) => {
    const answer = await post(payload, 'application/json');
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toEqual({ success: false, code, error, errors: [error] });
  });

  test('the sign-in form does not accept JSON, and shows an alert', async () => {
    const answer = await post('{}', 'application/json', calls.signIn);
    expect(answer.statusCode).toBe(415);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.body).toContain(
      'role="alert" data-code="bad-request">This endpoint does not accept that content type.<',
    );
  });

  test('a path that cannot be decoded is rejected with a JSON error', async () => {
    const answer = await browser.get('/docs/%E0%A4%A');
    expect(answer.statusCode).toBe(400);
    expect(answer.headers['content-type']).toContain('application/json');
    expect(answer.json().error).toBe('The URL could not be decoded.');
    expect(answer.headers['content-security-policy']).toContain("object-src 'none'");
  });

  test("under the API it is rejected in the API's format, and a gateway gets 403", async () => {
    const error = 'The URL could not be decoded.';
    const answer = await browser.get(`${api}/gridded/%zz`);
    expect([answer.statusCode, answer.json()]).toEqual([400, { error, success: false }]);
    const question = await browser.get(`${gatewayVerify}${api}/%ff`);
    expect([question.statusCode, question.json().success]).toEqual([403, false]);
  });
});
