import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/** Returns a function that lists every email in the outbox, oldest first. Each file is parsed once. */
export function createOutboxReader(dataDir: string): () => Promise<Email[]> {
  const outbox = join(dataDir, 'outbox');
  const parsed = new Map<string, Promise<Email>>();
  const read = (name: string) => {
    const email = parsed.get(name) ?? PostalMime.parse(readFileSync(join(outbox, name)));
    parsed.set(name, email);
    return email;
  };
  return async () => {
    // Files whose name begins with a dot are still being written.
    const names = readdirSync(outbox).filter((name) => name.endsWith('.eml') && !name.startsWith('.'));
    return Promise.all(names.sort().map(read));
  };
}
