import { useId, useMemo } from 'react';
import { type EarthMap, sampleMap } from '../../../pictures/earth-map.ts';
import { svgPath } from '../../../pictures/geometry.ts';
import type { Overlay } from '../../../pictures/overlays/overlay.ts';
import './overlays.css';
import { Isobars, RainAreas, WindStreams } from './overlay-fields.tsx';
import { Cyclones, PressureCentres } from './overlay-symbols.tsx';

interface OverlayMarksProps {
  overlays: readonly Overlay[];
  earth: EarthMap;
  /** So high are letters, in the units of the picture, and so far apart lines. */
  letter: number;
}

/** The weather over a map: fields are cut off where the earth ends, and what is written stands above them. */
export function OverlayMarks({ overlays, earth, letter }: OverlayMarksProps) {
  const clip = useId();
  const lattice = useMemo(() => sampleMap(earth), [earth]);
  const find = <Kind extends Overlay['kind']>(kind: Kind) =>
    overlays.find((each): each is Extract<Overlay, { kind: Kind }> => each.kind === kind);
  const [rain, pressure, wind, cyclones] = [
    find('rain'),
    find('pressure'),
    find('wind300'),
    find('cyclones'),
  ];
  return (
    <>
      <clipPath id={clip}>
        <path d={svgPath(earth.outline, { decimals: 0, close: true })} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        {rain && <RainAreas grid={rain.grid} lattice={lattice} />}
        {pressure && <Isobars grid={pressure.grid} lattice={lattice} isWorld={earth.width > earth.height} />}
        {wind && <WindStreams wind={wind.wind} earth={earth} apart={Math.round(letter)} />}
      </g>
      {pressure && <PressureCentres grid={pressure.grid} earth={earth} letter={letter} />}
      {cyclones && <Cyclones tracks={cyclones.tracks} earth={earth} letter={letter} />}
    </>
  );
}
