import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../src/platform/root.ts';
import { sandboxSite as site } from './content-site.ts';

const page = site.pages.find(({ path }) => path === '/docs/privacy')!;
const rows = site
  .sectionsOf(page)
  .flatMap((section) => (section.kind === 'guide' ? (section.guide.steps ?? []) : []))
  .flatMap((step) => step.table?.rows ?? [])
  .map(([what]) => what!);

/** Each table with the words that the privacy page uses for it. A table without words holds no personal data. */
const told: Record<string, string[]> = {
  users: ['Your name and email address'],
  account_addresses: ['Keyed hashes of the email addresses'],
  address_restrictions: ['If an account is deleted while'],
  sessions: ['A session'],
  devices: ['A browser you have signed in with'],
  verification_codes: ['A verification code'],
  password_resets: ['A password reset'],
  sign_in_delays: ['Wrong passwords'],
  rate_limits: ['Request counts'],
  mail_queue: ['Emails to you'],
  api_keys: ['Your keys'],
  key_calls: ['How many requests a key made'],
  key_quota: ['How many requests a key made'],
  person_quota: ['How many requests a key made'],
  key_denials: ['Why requests with a key were refused'],
  audit_events: ['A record of changes to keys', 'Attempts to sign in'],
  key_revision: [],
  key_changes: [],
  processes: [],
  email_changes: ['An earlier email address'],
  oauth_connections: ['Apps you have connected'],
  oauth_tokens: ['Apps you have connected'],
  oauth_codes: ['What you allowed an app'],
  oauth_clients: [],
  oauth_requests: ['What an app asks you to allow'],
  access_requests: ['What you wrote when you asked for all access'],
  notices: ['Which emails about the expiry of a key'],
  operator_digest: [],
};

test('the privacy page covers every table with personal data', () => {
  const tables = globSync('db/migrations/*.sql', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/create table (\w+)/g)].map((match) => match[1]!),
  );
  expect(tables.sort()).toEqual(Object.keys(told).sort());
  for (const words of Object.values(told).flat())
    expect([words, rows.filter((row) => row.startsWith(words)).length]).toEqual([words, 1]);
});
