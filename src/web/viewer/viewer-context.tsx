import { createContext, useContext, useLayoutEffect, useRef } from 'react';
import type { SoundingRow } from '../../pictures/sounding/rows.ts';
import type { Viewer } from './store/viewer-store.ts';

const ViewerContext = createContext<Viewer | undefined>(undefined);
export const ViewerProvider = ViewerContext.Provider;

export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error('The viewer must be rendered inside a ViewerProvider');
  return viewer;
}

/** Told of the row under the cursor now, and of each next one: what follows the cursor is not drawn anew by React. */
export function useCursorRow(show: (row: SoundingRow | undefined, index: number) => void): void {
  const { state, cursor } = useViewer();
  const latest = useRef(show);
  useLayoutEffect(() => {
    latest.current = show;
    const tell = () => latest.current(state.get().leg?.rows[cursor.get()], cursor.get());
    tell();
    return cursor.subscribe(tell);
  });
}
