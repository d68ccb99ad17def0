import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { iconUrl, outboxTransport } from './transport.ts';

test('file names in the outbox sort in the order of sending, also within a millisecond', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-outbox-'));
  const transport = outboxTransport(folder, 'portal@example.com');
  const subjects = Array.from({ length: 50 }, (_, index) => `number ${index}`);
  const message = { to: 'nimbus@example.com', text: 'x', html: 'x' };
  // Later ones have the lesser ids.
  await Promise.all(
    subjects.map((subject, index) => transport.send(String(99 - index), { ...message, subject })),
  );
  const found = readdirSync(folder)
    .sort()
    .map((name) => /^Subject: (.*)$/m.exec(readFileSync(join(folder, name), 'utf8'))?.[1]);
  expect(found).toEqual(subjects);
  transport.close();
  rmSync(folder, { recursive: true });
});

test('an icon is attached under the address that the HTML names', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-outbox-'));
  const transport = outboxTransport(folder, 'portal@example.com');
  const icon = Buffer.from('not really an image');
  const html = `<img src="${iconUrl}">`;
  await transport.send('1', { to: 'nimbus@example.com', subject: 'x', text: 'x', html, icon });
  const [name] = readdirSync(folder);
  const { attachments } = await PostalMime.parse(readFileSync(join(folder, name!)));
  expect(attachments.map(({ contentId, mimeType, content }) => [contentId, mimeType, content])).toEqual([
    [`<${iconUrl.replace('cid:', '')}>`, 'image/png', new Uint8Array(icon).buffer],
  ]);
  transport.close();
  rmSync(folder, { recursive: true });
});
