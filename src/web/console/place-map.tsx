import { type MouseEvent, useMemo } from 'react';
import type { Coordinates } from '../../api/data-api.ts';
import { worldMap } from '../../pictures/earth-map.ts';
import { Earth, pointIn, round } from '../pictures/svg.tsx';

interface PlaceMapProps {
  places: Coordinates[];
  onPick: (place: Coordinates) => void;
}

/** A click adds a place. Keyboard users have the text field and the list of names. */
export function PlaceMap({ places, onPick }: PlaceMapProps) {
  const earth = useMemo(worldMap, []);
  const pick = (event: MouseEvent<SVGSVGElement>) => {
    const point = pointIn(event.currentTarget, event);
    const at = point && earth.unproject(point);
    if (at && Math.abs(at.latitude) <= 90 && Math.abs(at.longitude) <= 180) onPick(at);
  };
  return (
    <div className="picture console-map">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the same input by keyboard */}
      <svg
        viewBox={`0 0 ${earth.width} ${earth.height}`}
        role="img"
        aria-label="World map: click to add a place"
        onClick={pick}
      >
        <Earth earth={earth} />
        {places.map((place) => {
          const at = earth.project(place);
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
