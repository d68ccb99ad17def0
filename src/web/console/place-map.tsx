import { type MouseEvent, useMemo } from 'react';
import { worldMap } from '../../pictures/projection.ts';
import type { Coordinates } from '../../pictures/sphere.ts';
import { Earth } from '../pictures/parts/earth.tsx';
import { round } from '../pictures/parts/svg.tsx';

interface PlaceMapProps {
  places: Coordinates[];
  onPick: (place: Coordinates) => void;
}

/** A click adds a place. A reader who cannot click has the field and the list of names beside it. */
export function PlaceMap({ places, onPick }: PlaceMapProps) {
  const earth = useMemo(worldMap, []);
  const pick = (event: MouseEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * earth.width;
    const y = ((event.clientY - box.top) / box.height) * earth.height;
    const at = earth.coordinates({ x, y });
    if (at && Math.abs(at.latitude) <= 90 && Math.abs(at.longitude) <= 180) onPick(at);
  };
  return (
    <div className="picture console-map">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the same by keyboard */}
      <svg
        viewBox={`0 0 ${earth.width} ${earth.height}`}
        role="img"
        aria-label="The earth: click to add a place"
        onClick={pick}
      >
        <Earth earth={earth} />
        {places.map((place) => {
          const at = earth.place(place);
          return (
            at && (
              <circle
                key={`${place.latitude},${place.longitude}`}
                className="drawn-dot"
                cx={round(at.x)}
                cy={round(at.y)}
                r="5"
              />
            )
          );
        })}
      </svg>
    </div>
  );
}
