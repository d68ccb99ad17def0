import { expect, test } from 'vitest';
import { personalText } from './personal-text.ts';

test.each([
  ['curl -u "$WB_CLIENT_ID:$WB_API_KEY" x', 'curl -u "wbc_1:$WB_API_KEY" x'],
  ['auth=(os.environ["WB_CLIENT_ID"], os.environ["WB_API_KEY"])', 'auth=("wbc_1", os.environ["WB_API_KEY"])'],
  ['System.getenv("WB_CLIENT_ID") + ":"', '"wbc_1" + ":"'],
  [
    'basic_auth(ENV.fetch("WB_CLIENT_ID"), ENV.fetch("WB_API_KEY"))',
    'basic_auth("wbc_1", ENV.fetch("WB_API_KEY"))',
  ],
  [
    'export WB_CLIENT_ID="YOUR_CLIENT_ID"\necho $WB_CLIENT_ID',
    'export WB_CLIENT_ID="wbc_1"\necho $WB_CLIENT_ID',
  ],
])('%s carries the client id and leaves the secret alone', (text, personal) => {
  expect(personalText(text, 'wbc_1')).toBe(personal);
});

test('nothing changes for a reader without a key', () => {
  expect(personalText('curl -u "$WB_CLIENT_ID:$WB_API_KEY"', undefined)).toBe(
    'curl -u "$WB_CLIENT_ID:$WB_API_KEY"',
  );
});
