import { createStore, useStore } from '../ui/store.ts';
import { onPersonChange } from './person-change.ts';

/**
 * Secrets that were shown since the page was loaded, by their own id; that of a key's first secret is the
 * key's. They live in memory alone and in no storage.
 */
const secrets = createStore<ReadonlyMap<string, string>>(new Map());

export const useKnownSecrets = () => useStore(secrets);

export const rememberSecret = (secretId: string, secret: string) =>
  secrets.set(new Map(secrets.get()).set(secretId, secret));

export const forgetSecret = (secretId: string) =>
  secrets.set(new Map([...secrets.get()].filter(([id]) => id !== secretId)));

onPersonChange(() => {
  if (secrets.get().size > 0) secrets.set(new Map());
});
