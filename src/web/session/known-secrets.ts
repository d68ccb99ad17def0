import { useEffect } from 'react';
import { onCopied } from '../ui/clipboard.ts';
import { createStore, useStore } from '../ui/store.ts';
import { onUserChanged } from './use-session.ts';

/**
 * Secrets shown since the page was loaded, by secret id; the id of a key's first secret is the id of the key.
 * They live in memory only, never in browser storage.
 */
const secrets = createStore<ReadonlyMap<string, string>>(new Map());

/** Secrets that the user has not copied or downloaded yet. */
const unsaved = new Set<string>();
let openDialogs = 0;

export const useKnownSecrets = () => useStore(secrets);

export function rememberSecret(secretId: string, secret: string): void {
  secrets.set(new Map(secrets.get()).set(secretId, secret));
  unsaved.add(secret);
  updateGuard();
}

export function forgetSecret(secretId: string): void {
  unsaved.delete(secrets.get().get(secretId) ?? '');
  secrets.set(new Map([...secrets.get()].filter(([id]) => id !== secretId)));
  updateGuard();
}

/** Call with every text that the user saved: the secrets in it may now be lost with the page. */
export function markSaved(text: string): void {
  for (const secret of unsaved) if (text.includes(secret)) unsaved.delete(secret);
  updateGuard();
}

/** While the component is mounted, the browser asks before the page is reloaded or closed. */
export function useUnloadGuard(): void {
  useEffect(() => {
    openDialogs++;
    updateGuard();
    return () => {
      openDialogs--;
      updateGuard();
    };
  }, []);
}

onUserChanged(() => {
  if (secrets.get().size > 0) secrets.set(new Map());
  unsaved.clear();
  updateGuard();
});

onCopied(markSaved);

const markSelectionSaved = () => markSaved(String(getSelection()));
const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();

/** Listens only while needed, because some browsers keep pages with such listeners out of the back-forward cache. */
function updateGuard(): void {
  const change = (isNeeded: boolean) => (isNeeded ? addEventListener : removeEventListener);
  change(unsaved.size > 0 || openDialogs > 0)('beforeunload', askBeforeUnload);
  change(unsaved.size > 0)('copy', markSelectionSaved);
}
