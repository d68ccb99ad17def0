/** A first call is made in a dialog, this page's own or the sign-up wizard; the counts stand on the page beneath. */
const listeners = new Set<() => void>();

export function tellOfFirstCall(): void {
  for (const listener of listeners) listener();
}

export function onFirstCall(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
