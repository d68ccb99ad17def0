import { createStore, useStore } from '../ui/store.ts';
import { onPersonChange } from './person-change.ts';

/** Secrets of keys made since the page was loaded, by the id of the key. They live in memory alone and in no storage. */
const secrets = createStore<ReadonlyMap<string, string>>(new Map());

export const useKnownSecrets = () => useStore(secrets);

export const rememberSecret = (keyId: string, secret: string) =>
  secrets.set(new Map(secrets.get()).set(keyId, secret));

export const forgetSecret = (keyId: string) =>
  secrets.set(new Map([...secrets.get()].filter(([id]) => id !== keyId)));

onPersonChange(() => {
  if (secrets.get().size > 0) secrets.set(new Map());
});
