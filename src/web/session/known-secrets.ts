/** Secrets of keys made since the page was loaded. They live in memory alone and in no storage. */
let secrets: ReadonlyMap<string, string> = new Map();
const listeners = new Set<() => void>();

export function rememberSecret(keyId: string, secret: string): void {
  replace(new Map(secrets).set(keyId, secret));
}

export function forgetSecret(keyId: string): void {
  replace(new Map([...secrets].filter(([id]) => id !== keyId)));
}

export function forgetSecrets(): void {
  if (secrets.size > 0) replace(new Map());
}

export const knownSecrets = () => secrets;

export function onSecretsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function replace(next: ReadonlyMap<string, string>): void {
  secrets = next;
  for (const listener of listeners) listener();
}
