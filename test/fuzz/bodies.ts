import fc from 'fast-check';
import { hostileJson, hostileText, mostly } from './hostile-text.ts';
import type { Body } from './request.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

/** Every field of any call of the browser app. Each call reads its own and ignores the others. */
export const rightFields = {
  email: fc.constantFrom('{{new_email}}', '{{new_email}}', '{{email}}', 'someone@example.com'),
  name: fc.constantFrom('Cirrus', 'Ünï cödé', '🌪️'),
  code: fc.constantFrom('{{code}}', '000000'),
  verification_token: fc.constant('{{verification_token}}'),
  reset_password_token: fc.constant('{{reset_token}}'),
  password: fc.constant('{{password}}'),
  password_confirmation: fc.constant('{{password}}'),
  external_id: fc.constant('{{external_id}}'),
  current_password: fc.constant('Wrong-1-guess'),
  phrase: fc.constant('DELETE someone@example.com'),
  undo_token: fc.constant('made-up'),
  key_id: fc.constant('0123456789abcdef01234567'),
  purpose: fc.constantFrom('Storms', '🌪️'),
  volume: fc.constantFrom('', '500 an hour'),
  expires_at: fc.constantFrom('2027-01-31', '2026-02-30T12:00Z'),
  expires_in_days: fc.constantFrom<(number | null)[]>(7, 30, null),
};
type Fields = Record<string, unknown>;

export const rightBody: fc.Arbitrary<Body> = fc
  .record(rightFields)
  .map((fields) => ({ type: json, text: JSON.stringify(fields), times: 1 }));

export const rightSignIn: fc.Arbitrary<Body> = fc.constant({
  type: form,
  text: 'user%5Bemail%5D={{email}}&user%5Bpassword%5D={{password}}',
  times: 1,
});

/** Valid except for a zero byte in one field, which not every database accepts. */
export const zeroByteBodies: Body[] = [
  ...Object.keys(rightFields).map((name) => {
    const fields = fc.sample(fc.record(rightFields), { numRuns: 1, seed: 1 })[0];
    return { type: json, text: JSON.stringify({ ...fields, [name]: '\0' }), times: 1 };
  }),
  { type: form, text: 'user%5Bemail%5D=%00@b.cd&user%5Bpassword%5D={{password}}', times: 1 },
  { type: form, text: 'user%5Bemail%5D={{email}}&user%5Bpassword%5D=%00', times: 1 },
];

const wrongFields: fc.Arbitrary<Fields> = fc.record(
  Object.fromEntries(
    Object.entries(rightFields).map(([name, right]) => [name, mostly<unknown>(right, hostileJson)]),
  ),
  { requiredKeys: [] },
);

const formText = fc
  .array(
    fc.tuple(mostly(fc.constantFrom('user[email]', 'user[password]', 'email'), hostileText), hostileText),
  )
  .map((pairs) => new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString());

const multipart = fc
  .tuple(hostileText, hostileText)
  .map(
    ([name, value]) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"; filename="../x"\r\n\r\n${value}\r\n--x--`,
  );

const broken = [
  '',
  ' ',
  '"',
  '{',
  '{"email":',
  '{"email":"a@b.cd"}}',
  '\ufeff{}',
  '{"a":1,"a":2}',
  'NaN',
  '1e999',
];
const poisoned = [
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{}}}',
  '{"\\ud800":"\\udfff"}',
];
const zeroes = ['{"email":"\\u0000@b.cd"}', '%00=%00', 'user[email]=%00&user[password]=%00'];
const foreign = [
  '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>',
  '--x\r\n\r\n',
  'a: &a [*a]',
];
const traps = [broken, poisoned, zeroes, foreign].flat();

const texts = fc.oneof(
  { weight: 4, arbitrary: wrongFields.map((fields) => JSON.stringify(fields)) },
  { weight: 2, arbitrary: hostileJson.map((value) => JSON.stringify(value)) },
  { weight: 2, arbitrary: formText },
  { weight: 1, arbitrary: multipart },
  { weight: 2, arbitrary: fc.constantFrom(...traps) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);

const charsets = ['application/json; charset=utf-16', 'application/json;charset=', `${form}; charset=x`];
const otherTypes = [
  'text/plain',
  'text/xml',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  '*/*',
  '/',
  ';',
];
const nearTypes = [
  'application/json, text/plain',
  'APPLICATION/JSON',
  'application/vnd.api+json',
  `${form}, ${json}`,
];
const types = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(json, form) },
  { weight: 2, arbitrary: fc.constantFrom(undefined, ...charsets, ...otherTypes, ...nearTypes) },
  { weight: 1, arbitrary: hostileText },
);

/** Bodies that are nested deeper than a parser's stack or longer than allowed. */
const huge: fc.Arbitrary<Body> = fc
  .tuple(
    fc.constantFrom('[', '{"a":', '[[1],', '"\\u0000', 'x', ' ', 'a=b&', '\0'),
    fc.constantFrom(2000, 60_000, 1_000_000),
  )
  .map(([text, bytes]) => ({ type: json, text, times: Math.floor(bytes / text.length) }));

const inAnotherEncoding: fc.Arbitrary<Body> = fc.record({
  type: types,
  text: texts,
  times: fc.constant(1),
  encoding: fc.constantFrom('latin1' as const, 'utf16le' as const),
});

export const hostileBody: fc.Arbitrary<Body> = fc.oneof(
  { weight: 20, arbitrary: fc.record({ type: types, text: texts, times: fc.constant(1) }) },
  { weight: 2, arbitrary: inAnotherEncoding },
  { weight: 1, arbitrary: huge },
);
