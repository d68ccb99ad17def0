import { useRef, useSyncExternalStore } from 'react';

/**
 * True in a component whose markup came from the server, false in one the browser made; it never changes.
 * React reads the server's snapshot only while it hydrates; answering the same ever after spares a second render.
 */
export function useHydratedMarkup(): boolean {
  const fromServer = useRef(false);
  fromServer.current = useSyncExternalStore(
    subscribeToNothing,
    () => fromServer.current,
    () => true,
  );
  return fromServer.current;
}

const subscribeToNothing = () => () => {};
