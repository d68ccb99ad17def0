import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { outboxTransport } from './transport.ts';

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
