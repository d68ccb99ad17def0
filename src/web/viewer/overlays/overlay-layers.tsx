import { type CSSProperties, useId, useMemo } from 'react';
import type { CyclonePoint } from '../../../api/forecast-api.ts';
import { type EarthMap, type MapSamples, sampleMap } from '../../../pictures/earth-map.ts';
import { svgPath } from '../../../pictures/geometry.ts';
import { contourLines } from '../../../pictures/overlays/contours.ts';
import { describeOverlay, describeOverlayAt, type Overlay } from '../../../pictures/overlays/overlay.ts';
import { legibleCentres } from '../../../pictures/overlays/pressure-centres.ts';
import { speedGrid, type WindGrids, windLines } from '../../../pictures/overlays/wind-lines.ts';
import type { Grid } from '../../../pictures/picture.ts';
import type { SoundingRow } from '../../../pictures/sounding/rows.ts';
import { drawTrack, toTrack } from '../../../pictures/track-map.ts';
import { formatMinute } from '../../../time.ts';
import { Dots, Lines, round } from '../../pictures/svg.tsx';
import './overlays.css';

export { openOverlays } from './overlay-store.ts';

interface OverlayLayersProps {
  overlays: readonly Overlay[];
  earth: EarthMap;
  /** The height of text in units of the picture, which is also the distance between wind lines. */
  letter: number;
  /** False for a map of the whole world, which has no space for all isobars. */
  isDetailed: boolean;
}

/** The overlays on a map. Fields are clipped at the edge of the earth; text is painted above them. */
export function OverlayLayers({ overlays, earth, letter, isDetailed }: OverlayLayersProps) {
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
        {rain && <Areas kind="rain" grid={rain.grid} lattice={lattice} />}
        {wind && <WindAreas wind={wind.wind} lattice={lattice} />}
        {pressure && <Isobars grid={pressure.grid} lattice={lattice} isDetailed={isDetailed} />}
        {wind && <WindLines wind={wind.wind} earth={earth} apart={Math.round(letter)} />}
      </g>
      {pressure && <PressureCentres grid={pressure.grid} earth={earth} letter={letter} />}
      {cyclones && <Cyclones tracks={cyclones.tracks} earth={earth} letter={letter} />}
    </>
  );
}

/** The lower limits of the shades: rain in mm per hour, wind in m/s. */
const shades = { rain: [0.2, 0.5, 1, 2], wind: [30, 40, 50, 60] };

interface FieldProps {
  grid: Grid;
  lattice: MapSamples;
}

/** Each shade also covers the areas of the stronger ones, which are painted over it. */
function Areas({ kind, grid, lattice }: FieldProps & { kind: keyof typeof shades }) {
  const areas = useMemo(() => contourLines(grid, lattice, shades[kind]), [kind, grid, lattice]);
  return areas.map(({ from, rings }) => (
    <path key={from} className="overlay-area" data-of={kind} d={svgPath(rings, { close: true })} />
  ));
}

function WindAreas({ wind, lattice }: { wind: WindGrids; lattice: MapSamples }) {
  const grid = useMemo(() => speedGrid(wind), [wind]);
  return <Areas kind="wind" grid={grid} lattice={lattice} />;
}

const isobarStepHpa = (isDetailed: boolean) => (isDetailed ? 5 : 10);
const minIsobarHpa = 900;
const maxIsobarHpa = 1080;

function Isobars({ grid, lattice, isDetailed }: FieldProps & { isDetailed: boolean }) {
  const lines = useMemo(() => {
    const step = isobarStepHpa(isDetailed);
    const count = (maxIsobarHpa - minIsobarHpa) / step + 1;
    const isobars = Array.from({ length: count }, (_, index) => minIsobarHpa + index * step);
    return contourLines(grid, lattice, isobars);
  }, [grid, lattice, isDetailed]);
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
  isDetailed: boolean;
  speed: SpeedText;
}

/** The colours and marks of each overlay. Its extremes are for screen readers: a map shows them. */
export function OverlayLegend({ overlays, isDetailed, speed }: OverlayLegendProps) {
  return (
    <ul className="overlay-legend">
      {overlays.map((overlay) => (
        <li key={overlay.kind}>
          <span className="visually-hidden">{describeOverlay(overlay, speed)}</span>
          <span className="overlay-key">
            <LegendMarks kind={overlay.kind} isDetailed={isDetailed} speed={speed} />
          </span>
          {overlay.kind !== 'cyclones' && <time>{formatMinute(overlay.timeMs)}</time>}
        </li>
      ))}
    </ul>
  );
}

function LegendMarks({
  kind,
  isDetailed,
  speed,
}: Omit<OverlayLegendProps, 'overlays'> & Pick<Overlay, 'kind'>) {
  switch (kind) {
    case 'wind300':
      return <ColourBar of="wind" label="300 hPa wind" texts={shades.wind.map((value) => speed(value))} />;
    case 'rain':
      return <ColourBar of="rain" label="Rain, mm/h" texts={shades.rain.map(String)} />;
    case 'pressure':
      return (
        <>
          <span data-mark="isobar" />
          Isobars every {isobarStepHpa(isDetailed)} hPa, <b>H</b> high, <b>L</b> low
        </>
      );
    case 'cyclones':
      return (
        <>
          <span data-mark="cyclone" />
          Tropical cyclones, a dot every 6 h
        </>
      );
  }
}

/** Each colour means at least its value. */
const ColourBar = ({ of, label, texts }: { of: keyof typeof shades; label: string; texts: string[] }) => (
  <>
    {label}
    <span className="overlay-bar">
      {texts.map((text, step) => (
        <span key={text} data-of={of} style={{ '--step': step } as CSSProperties}>
          {text.replace(/ (m\/s|kt)$/, step === texts.length - 1 ? ' $1' : '')}
        </span>
      ))}
    </span>
  </>
);

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
