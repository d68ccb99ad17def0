import { Pause, Play } from 'lucide';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { wideMap } from '../../pictures/fleet-map.ts';
import { chooseWind, useTheme, useWind } from '../preferences/preferences.ts';
import { Icon } from '../ui/icon.tsx';
import { useMediaQuery } from '../ui/store.ts';
import type { WindMessage } from './wind-worker.ts';

interface WindLayerProps {
  /** The map, whose picture has the lines. */
  world: RefObject<HTMLElement | null>;
  /** The part of the page that stays in place while the map scrolls sideways. */
  scene: RefObject<HTMLElement | null>;
}

/**
 * Dashes that move along the wind lines of the picture. A worker draws them, so that the page's own thread has nothing
 * to do. They don't move for people who prefer reduced motion, and nothing runs while they are off screen.
 */
export function WindLayer({ world, scene }: WindLayerProps) {
  const isReduced = useMediaQuery('(prefers-reduced-motion: reduce)');
  const isMoving = useWind() === 'moving';
  const isPossible = 'transferControlToOffscreen' in HTMLCanvasElement.prototype;
  const [hasWind] = useState(() => windPaths(world.current).length > 0);
  if (!isPossible || !hasWind || isReduced || !scene.current) return null;
  return (
    <>
      {isMoving && <WindCanvas world={world} />}
      {createPortal(
        <button
          type="button"
          className="fleet-pause"
          onClick={() => chooseWind(isMoving ? 'still' : 'moving')}
        >
          <Icon of={isMoving ? Pause : Play} size={14} />
          {isMoving ? 'Pause wind' : 'Play wind'}
        </button>,
        scene.current,
      )}
    </>
  );
}

const windPaths = (world: HTMLElement | null) => [
  ...(world?.querySelectorAll<SVGPathElement>('path[data-wind]') ?? []),
];

function WindCanvas({ world }: Pick<WindLayerProps, 'world'>) {
  const theme = useTheme();
  const worker = useRef<Worker>(undefined);
  const send = (message: WindMessage, transfer: Transferable[] = []) =>
    worker.current?.postMessage(message, transfer);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the canvas and its worker last as long as the component
  useEffect(() => {
    const element = world.current;
    if (!element) return;
    // A canvas can be given to a worker only once, so each start has its own.
    const canvas = document.createElement('canvas');
    canvas.className = 'fleet-wind';
    element.insertBefore(canvas, element.querySelector('.fleet-map'));
    const offscreen = canvas.transferControlToOffscreen();
    worker.current = new Worker(new URL('./wind-worker.ts', import.meta.url), { type: 'module' });
    const winds = windPaths(element).map(svgPathOf);
    const balloons = svgPathOf(element.querySelector('path[data-balloons]'));
    send({ start: { canvas: offscreen, winds, balloons } }, [offscreen]);

    let isVisible = false;
    const update = () => send({ isMoving: isVisible && !document.hidden });
    const sizes = new ResizeObserver(() => send({ view: viewOf(canvas) }));
    const sight = new IntersectionObserver((entries) => {
      isVisible = entries.at(-1)?.isIntersecting ?? false;
      update();
    });
    sizes.observe(canvas);
    sight.observe(canvas);
    document.addEventListener('visibilitychange', update);
    return () => {
      sizes.disconnect();
      sight.disconnect();
      document.removeEventListener('visibilitychange', update);
      worker.current?.terminate();
      canvas.remove();
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each theme has its own colours
  useEffect(() => {
    send({ colours: windPaths(world.current).map((path) => getComputedStyle(path).stroke) });
  }, [theme]);
  return null;
}

const svgPathOf = (element: Element | null) => element?.getAttribute('d') ?? '';

const maxPixelRatio = 2;

/** The map covers its box, as the picture does. */
function viewOf({ clientWidth, clientHeight }: HTMLCanvasElement): NonNullable<WindMessage['view']> {
  const ratio = Math.min(devicePixelRatio, maxPixelRatio);
  const [width, height] = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)];
  const scale = Math.max(width / wideMap.width, height / wideMap.height);
  return {
    width,
    height,
    scale,
    x: (width - wideMap.width * scale) / 2,
    y: (height - wideMap.height * scale) / 2,
  };
}
