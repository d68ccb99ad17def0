import { useRef } from 'react';
import { useBrowserValue } from './store.ts';

/**
 * True in a component whose markup came from the server, false in one the browser made; it never changes.
 * React reads what was served only while it hydrates; answering the same ever after spares a second render.
 */
export function useHydratedMarkup(): boolean {
  const fromServer = useRef(false);
  fromServer.current = useBrowserValue(() => fromServer.current, true);
  return fromServer.current;
}
