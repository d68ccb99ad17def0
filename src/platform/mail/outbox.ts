import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Email } from 'postal-mime';

const shownMax = 50;

export interface OutboxMail {
  /** The name of its file, without the ending. */
  id: string;
  mail: Email;
}

/** The newest messages, the newest first. */
export async function listOutbox(folder: string): Promise<OutboxMail[]> {
  const names = await readdir(folder).catch(() => []);
  const newest = names
    .filter((name) => /^[\w-]+\.eml$/.test(name))
    .sort()
    .reverse()
    .slice(0, shownMax);
  const mails = newest.map((name) => findInOutbox(folder, name.replace(/\.eml$/, '')));
  return (await Promise.all(mails)).filter((mail) => mail !== undefined);
}

export async function findInOutbox(folder: string, id: string): Promise<OutboxMail | undefined> {
  if (!/^[\w-]+$/.test(id)) return undefined;
  const raw = await readFile(join(folder, `${id}.eml`)).catch(() => undefined);
  if (!raw) return undefined;
  // A package for development, as these pages are: in production they are never shown.
  const { default: PostalMime } = await import('postal-mime');
  return { id, mail: await PostalMime.parse(raw) };
}
