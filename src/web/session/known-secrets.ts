import { useEffect } from 'react';
import { onCopied } from '../ui/clipboard.ts';
import { createStore, useStore } from '../ui/store.ts';
import { onUserChanged } from './user-change.ts';

/**
 * Secrets that were shown since the page was loaded, by their own id; that of a key's first secret is the
 * key's. They live in memory alone and in no storage.
 */
const secrets = createStore<ReadonlyMap<string, string>>(new Map());

/** Those that nobody has copied or downloaded yet. */
const unsaved = new Set<string>();
/** How many dialogs show one. */
let shownCount = 0;

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

/** Call with every text that the person has kept: secrets in it are no longer lost with the page. */
export function markSaved(text: string): void {
  for (const secret of unsaved) if (text.includes(secret)) unsaved.delete(secret);
  updateGuard();
}

/** While the component is mounted the browser asks before the page is reloaded or closed. */
export function useShownSecret(): void {
  useEffect(() => {
    shownCount++;
    updateGuard();
    return () => {
      shownCount--;
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

/** The listeners are there only while they are needed: some browsers keep no page with them for the way back. */
function updateGuard(): void {
  const change = (isNeeded: boolean) => (isNeeded ? addEventListener : removeEventListener);
  change(unsaved.size > 0 || shownCount > 0)('beforeunload', askBeforeUnload);
  change(unsaved.size > 0)('copy', markSelectionSaved);
}
