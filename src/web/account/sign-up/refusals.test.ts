import { expect, test } from 'vitest';
import { type AccountCode, accountCodes } from '../../../accounts/contract.ts';
import { platformCodes } from '../../../platform/contract.ts';
import type { RequestError } from '../../session/outcome.ts';
import { isCodeDead, isCodeRefused, isPasswordRefused, isVerificationLapsed } from './refusals.ts';

const everyCode = [...accountCodes, ...platformCodes, undefined];

test.each<[string, (refusal: RequestError) => boolean, AccountCode[]]>([
  ['a code is wrong', isCodeRefused, ['wrong-code', 'dead-code']],
  ['a code is dead', isCodeDead, ['dead-code']],
  ['a password is bad', isPasswordRefused, ['bad-password']],
  ['the address must be verified anew', isVerificationLapsed, ['not-verified']],
])('%s where the server says so by its code, and never else', (_, is, codes) => {
  const blaming = everyCode.filter((code) =>
    is({ ok: false, status: 422, message: '', ...(code && { code }) }),
  );
  expect(blaming).toEqual(codes);
});
