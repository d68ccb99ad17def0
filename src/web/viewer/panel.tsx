import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Size } from '../../pictures/earth-map.ts';
import type { Point } from '../../pictures/geometry.ts';
import type { SoundingRow } from '../../pictures/sounding/rows.ts';
import { pointIn, round } from '../pictures/svg.tsx';
import { Button } from '../ui/button.tsx';
import type { Viewer } from './store/viewer-store.ts';

const ViewerContext = createContext<Viewer | undefined>(undefined);
export const ViewerProvider = ViewerContext.Provider;

export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error('The viewer must be rendered inside a ViewerProvider');
  return viewer;
}

/** Calls back with each row under the cursor. Elements that follow the cursor are changed without rendering in React. */
export function useCursorRow(show: (row: SoundingRow | undefined, index: number) => void): void {
  const { state, cursor } = useViewer();
  useLayoutEffect(() => {
    const update = () => show(state.get().leg?.rows[cursor.get()], cursor.get());
    update();
    return cursor.subscribe(update);
  });
}

interface CursorMarkProps {
  /** The point of a row in the picture; undefined outside of it. */
  at: (row: SoundingRow) => Point | undefined;
  children: ReactNode;
}

/** Marks at the row under the cursor. */
export function CursorMark({ at, children }: CursorMarkProps) {
  const mark = useRef<SVGGElement>(null);
  useCursorRow((row) => {
    const point = row && at(row);
    mark.current?.setAttribute('visibility', point ? 'visible' : 'hidden');
    if (point) mark.current?.setAttribute('transform', `translate(${round(point.x)} ${round(point.y)})`);
  });
  return (
    <g ref={mark} visibility="hidden">
      {children}
    </g>
  );
}

/** Text about the row under the cursor. */
export function CursorText({ text }: { text: (row: SoundingRow) => string }) {
  const span = useRef<HTMLSpanElement>(null);
  useCursorRow((row) => {
    if (span.current) span.current.textContent = row ? text(row) : '';
  });
  return <span ref={span} />;
}

interface FailureNoteProps {
  message: string;
  onRetry: () => void;
}

export const FailureNote = ({ message, onRetry }: FailureNoteProps) => (
  <p className="viewer-failure">
    <span>{message}</span>
    <Button variant="secondary" size="small" onClick={onRetry}>
      Try again
    </Button>
  </p>
);

export const timeCursorId = 'viewer-time-cursor';

/** The arrow keys then continue from the point of a click. */
export const focusTimeCursor = () => document.getElementById(timeCursorId)?.focus({ preventScroll: true });

/** Calls back with the point of a click in units of the picture. Keyboard users have the time cursor instead. */
export function useClickPoint(figure: RefObject<HTMLElement | null>, onClick: (point: Point) => void): void {
  const latest = useRef(onClick);
  latest.current = onClick;
  useEffect(() => {
    const listen = (event: MouseEvent) => {
      const svg = event.target instanceof Element ? event.target.closest('svg') : null;
      if (svg?.getAttribute('role') !== 'img') return;
      const point = pointIn(svg, event);
      if (point) latest.current(point);
      focusTimeCursor();
    };
    const element = figure.current;
    element?.addEventListener('click', listen);
    return () => element?.removeEventListener('click', listen);
  }, [figure]);
}

/**
 * The size of an element in pixels, so that a picture fills it and has text of the right size; undefined before the
 * first layout. An observer reports it; reading it directly would force a layout.
 */
export function useSize(element: RefObject<HTMLElement | null>): Size | undefined {
  const [size, setSize] = useState<Size>();
  useEffect(() => {
    const node = element.current;
    if (!node) return;
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = node;
      // A panel that is not shown has no size, and keeps its picture.
      if (width === 0 || height === 0) return;
      setSize((last) => (last?.width === width && last.height === height ? last : { width, height }));
    });
    observer.observe(node);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
