import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { Point } from '../../pictures/geometry.ts';
import {
  type Gesture,
  limitGesture,
  type MapView,
  moveFingers,
  noGesture,
  type ViewedMap,
  viewAfter,
  zoomAround,
} from '../../pictures/map-view.ts';

interface MapGestures {
  map: ViewedMap | undefined;
  onView: (view: MapView) => void;
  onClick: (point: Point) => void;
  /** The point under a mouse that is not pressed; undefined when it leaves the map. */
  onHover: (point: Point | undefined) => void;
}

interface MapElements {
  /** The element that receives the gestures. It has the size of the picture. */
  surface: RefObject<HTMLElement | null>;
  /** The drawing, which is transformed during a gesture and redrawn after it. */
  layer: RefObject<SVGGElement | null>;
}

/** A press that moves less is a click. */
const slackPixels = 5;
/** The map is redrawn once the wheel has been still for this long. */
const wheelRestMs = 160;
const pixelsPerLine = 16;
const zoomPerPixel = 0.002;
/** A trackpad reports a pinch as small steps of a wheel with Ctrl. */
const zoomPerPinchedPixel = 0.01;

/** Drag, pinch and wheel move and enlarge the map. Returns the same for keys and buttons. */
export function useMapGestures({ surface, layer }: MapElements, handlers: MapGestures) {
  const latest = useRef(handlers);
  latest.current = handlers;
  const gesture = useRef(noGesture);
  const { map } = handlers;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new map is drawn where the gesture ended
  useLayoutEffect(() => {
    gesture.current = noGesture;
    layer.current?.removeAttribute('transform');
  }, [map, layer]);

  const show = (next: (map: ViewedMap, before: Gesture) => Gesture) => {
    const { map } = latest.current;
    if (!map) return;
    gesture.current = limitGesture(next(map, gesture.current), map);
    const { scale, x, y } = gesture.current;
    layer.current?.setAttribute('transform', `translate(${x} ${y}) scale(${scale})`);
  };
  const end = () => {
    const { map, onView } = latest.current;
    if (map && gesture.current !== noGesture) onView(viewAfter(map, gesture.current));
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions only use references
  useEffect(() => {
    const element = surface.current;
    if (!element) return;
    const fingers = new Map<number, Point>();
    let start: Point = { x: 0, y: 0 };
    let isDragging = false;
    let rest: ReturnType<typeof setTimeout> | undefined;
    const pointOf = ({ clientX, clientY }: MouseEvent): Point => {
      const { left, top } = element.getBoundingClientRect();
      return { x: clientX - left, y: clientY - top };
    };
    const onDown = (event: PointerEvent) => {
      if (event.button !== 0) return;
      if (fingers.size === 0) {
        start = pointOf(event);
        isDragging = false;
      }
      fingers.set(event.pointerId, pointOf(event));
    };
    const onMove = (event: PointerEvent) => {
      const point = pointOf(event);
      if (!fingers.has(event.pointerId)) {
        if (event.pointerType === 'mouse') latest.current.onHover(point);
        return;
      }
      const isClick = fingers.size === 1 && Math.hypot(point.x - start.x, point.y - start.y) < slackPixels;
      if (isClick && !isDragging) return;
      if (!isDragging) element.setPointerCapture(event.pointerId);
      isDragging = true;
      const before = [...fingers.values()];
      fingers.set(event.pointerId, point);
      show((map, gesture) => moveFingers(gesture, map, before, [...fingers.values()]));
    };
    const onUp = (event: PointerEvent) => {
      if (fingers.delete(event.pointerId) && fingers.size === 0 && isDragging) end();
    };
    const onClick = (event: MouseEvent) => {
      if (!isDragging) latest.current.onClick(pointOf(event));
    };
    const onWheel = (event: WheelEvent) => {
      const isPinch = event.ctrlKey || event.metaKey;
      // Without Ctrl and without the focus, the wheel scrolls the page.
      if (!isPinch && !element.contains(document.activeElement)) return;
      const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? pixelsPerLine : 1);
      const factor = Math.exp(-pixels * (isPinch ? zoomPerPinchedPixel : zoomPerPixel));
      const before = gesture.current.scale;
      show((map, gesture) => zoomAround(gesture, map, pointOf(event), factor));
      // At the limits of the map, the wheel scrolls the page again. With Ctrl, the browser would enlarge the page.
      if (isPinch || gesture.current.scale !== before) event.preventDefault();
      clearTimeout(rest);
      rest = setTimeout(end, wheelRestMs);
    };
    const onLeave = () => latest.current.onHover(undefined);
    const controller = new AbortController();
    const { signal } = controller;
    element.addEventListener('pointerdown', onDown, { signal });
    element.addEventListener('pointermove', onMove, { signal });
    element.addEventListener('pointerup', onUp, { signal });
    element.addEventListener('pointercancel', onUp, { signal });
    element.addEventListener('pointerleave', onLeave, { signal });
    element.addEventListener('click', onClick, { signal });
    element.addEventListener('wheel', onWheel, { signal, passive: false });
    return () => {
      clearTimeout(rest);
      controller.abort();
    };
  }, [surface]);

  return {
    zoomBy(factor: number) {
      show(({ earth, ...map }, before) =>
        zoomAround(before, map, { x: earth.width / 2, y: earth.height / 2 }, factor),
      );
      end();
    },
    /** Moves by parts of the picture. */
    moveBy(east: number, south: number) {
      show(({ earth }, { scale, x, y }) => ({
        scale,
        x: x - east * earth.width,
        y: y - south * earth.height,
      }));
      end();
    },
  };
}
