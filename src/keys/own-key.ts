import type { Db } from '../platform/database.ts';
import { notFound } from '../platform/errors.ts';
import { findKey, type KeyRow } from './store.ts';

/** Another person's key is one that does not exist. */
export async function requireOwnKey(db: Db, userId: string, id: string): Promise<KeyRow> {
  const key = isId(id) ? await findKey(db, userId, id) : undefined;
  if (!key) throw notFound();
  return key;
}

/** Anything else is no id, and some of it (a zero byte) no text that a database takes. */
export const isId = (text: string) => /^[0-9a-f]{24}$/.test(text);
