import { useId, useMemo } from 'react';
import type { CyclonePoint } from '../../../api/forecast-api.ts';
import { type EarthMap, type MapSamples, sampleMap } from '../../../pictures/earth-map.ts';
import { svgPath } from '../../../pictures/geometry.ts';
import { contourLines } from '../../../pictures/overlays/contours.ts';
import { describeOverlay, describeOverlayAt, type Overlay } from '../../../pictures/overlays/overlay.ts';
import { legibleCentres } from '../../../pictures/overlays/pressure-centres.ts';
import { type WindGrids, windLines, windStrengths } from '../../../pictures/overlays/wind-lines.ts';
import type { Grid } from '../../../pictures/picture.ts';
import type { SoundingRow } from '../../../pictures/sounding/rows.ts';
import { drawTrack, toTrack } from '../../../pictures/track-map.ts';
import { Dots, Lines, round } from '../../pictures/svg.tsx';
import './overlays.css';

interface OverlayLayersProps {
  overlays: readonly Overlay[];
  earth: EarthMap;
  /** The height of text in units of the picture, which is also the distance between wind lines. */
  letter: number;
}

/** The overlays on a map. Fields are clipped at the edge of the earth; text is painted above them. */
export function OverlayLayers({ overlays, earth, letter }: OverlayLayersProps) {
  const clip = useId();
  const lattice = useMemo(() => sampleMap(earth), [earth]);
  const find = <Kind extends Overlay['kind']>(kind: Kind) =>
    overlays.find((each): each is Extract<Overlay, { kind: Kind }> => each.kind === kind);
  const [rain, pressure] = [find('rain'), find('pressure')];
  const [wind, cyclones] = [find('wind300'), find('cyclones')];
  return (
    <>
      <clipPath id={clip}>
        <path d={svgPath(earth.outline, { decimals: 0, close: true })} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        {rain && <RainAreas grid={rain.grid} lattice={lattice} />}
        {pressure && <Isobars grid={pressure.grid} lattice={lattice} isWorld={earth.width > earth.height} />}
        {wind && <WindLines wind={wind.wind} earth={earth} apart={Math.round(letter)} />}
      </g>
      {pressure && <PressureCentres grid={pressure.grid} earth={earth} letter={letter} />}
      {cyclones && <Cyclones tracks={cyclones.tracks} earth={earth} letter={letter} />}
    </>
  );
}

/** The lower limit of each shade of rain, in mm per hour. */
const rainSteps = [0.2, 0.5, 1, 2];

interface FieldProps {
  grid: Grid;
  lattice: MapSamples;
}

/** Each shade also covers the areas of the stronger ones, which are painted over it. */
function RainAreas({ grid, lattice }: FieldProps) {
  const areas = useMemo(() => contourLines(grid, lattice, rainSteps), [grid, lattice]);
  return areas.map(({ from, rings }) => (
    <path
      key={from}
      className="overlay-rain"
      data-step={rainSteps.indexOf(from)}
      d={svgPath(rings, { close: true })}
    />
  ));
}

/** A world map has no space for all isobars. */
const isobarStepHpa = (isWorld: boolean) => (isWorld ? 10 : 5);
const minIsobarHpa = 900;
const maxIsobarHpa = 1080;

function Isobars({ grid, lattice, isWorld }: FieldProps & { isWorld: boolean }) {
  const lines = useMemo(() => {
    const step = isobarStepHpa(isWorld);
    const count = (maxIsobarHpa - minIsobarHpa) / step + 1;
    const isobars = Array.from({ length: count }, (_, index) => minIsobarHpa + index * step);
    return contourLines(grid, lattice, isobars);
  }, [grid, lattice, isWorld]);
  return <path className="overlay-isobars" d={svgPath(lines.flatMap(({ rings }) => rings))} />;
}

function WindLines({ wind, earth, apart }: { wind: WindGrids; earth: EarthMap; apart: number }) {
  const streams = useMemo(() => windLines(wind, earth, apart), [wind, earth, apart]);
  return streams.map(({ strength, lines }) => (
    <path key={strength} className="overlay-wind" data-strength={strength} d={svgPath(lines)} />
  ));
}

type SymbolProps = Pick<OverlayLayersProps, 'earth' | 'letter'>;

function PressureCentres({ grid, earth, letter }: SymbolProps & { grid: Grid }) {
  const centres = useMemo(() => legibleCentres(grid, earth, letter), [grid, earth, letter]);
  return (
    <g className="overlay-centres">
      {centres.map(({ kind, hectopascals, x, y }) => (
        <text
          key={`${x} ${y}`}
          x={round(x)}
          y={round(y)}
          data-kind={kind}
          style={{ fontSize: round(letter) }}
        >
          {kind === 'high' ? 'H' : 'L'} {Math.round(hectopascals)}
        </text>
      ))}
    </g>
  );
}

function Cyclones({ tracks, earth, letter }: SymbolProps & { tracks: Record<string, CyclonePoint[]> }) {
  const drawn = useMemo(
    () => Object.entries(tracks).map(([name, rows]) => drawTrack(earth, toTrack(name, rows))),
    [tracks, earth],
  );
  return (
    <g className="overlay-cyclones">
      <Lines className="overlay-cyclone-track" of={drawn.flatMap(({ lines }) => lines)} />
      <Dots className="overlay-cyclone-hours" at={drawn.flatMap(({ dots }) => dots)} />
      {drawn.map(
        ({ name, start }) =>
          start && (
            <g key={name}>
              <circle cx={round(start.x)} cy={round(start.y)} r={round(letter / 3)} />
              <text x={round(start.x)} y={round(start.y - letter * 0.7)} style={{ fontSize: round(letter) }}>
                {name}
              </text>
            </g>
          ),
      )}
    </g>
  );
}

type SpeedText = (metresPerSecond: number) => string;

interface OverlayLegendProps {
  overlays: readonly Overlay[];
  isWorld: boolean;
  speed: SpeedText;
}

/** What each overlay shows, for which time, and how to read its marks. */
export function OverlayLegend({ overlays, isWorld, speed }: OverlayLegendProps) {
  return (
    <ul className="overlay-legend">
      {overlays.map((overlay) => (
        <li key={overlay.kind}>
          {describeOverlay(overlay, speed)}
          <LegendMarks kind={overlay.kind} isWorld={isWorld} speed={speed} />
        </li>
      ))}
    </ul>
  );
}

function LegendMarks({ kind, isWorld, speed }: Omit<OverlayLegendProps, 'overlays'> & Pick<Overlay, 'kind'>) {
  const [medium, strong] = windStrengths;
  switch (kind) {
    case 'wind300':
      return (
        <span className="overlay-samples">
          <span data-strength="0">below {speed(medium)}</span>
          <span data-strength="1">to {speed(strong)}</span>
          <span data-strength="2">above</span>
        </span>
      );
    case 'rain':
      return (
        <span className="overlay-samples">
          {rainSteps.map((mm, step) => (
            <span key={mm} data-step={step}>
              {mm}
            </span>
          ))}
          mm and more
        </span>
      );
    case 'pressure':
      return ` Isobars every ${isobarStepHpa(isWorld)} hPa; H marks a high, L a low.`;
    case 'cyclones':
      return ' Dots every 6 hours.';
  }
}

/** The values of the overlays at the position of a row. */
export function overlayText(
  overlays: readonly Overlay[],
  { latitude, longitude }: SoundingRow,
  speed: SpeedText,
): string {
  if (latitude === null || longitude === null) return '';
  const values = overlays.flatMap((each) => describeOverlayAt(each, { latitude, longitude }, speed) ?? []);
  return values.length > 0 ? `At the balloon: ${values.join(' · ')}` : '';
}
