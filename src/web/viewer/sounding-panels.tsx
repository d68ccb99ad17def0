import { memo, useMemo, useRef } from 'react';
import { isSandboxed } from '../../content/sandbox.ts';
import { isInside } from '../../pictures/geometry.ts';
import { drawHodograph } from '../../pictures/hodograph.ts';
import {
  airAt,
  airAtPoint,
  describeSounding,
  drawSkewT,
  levelsTable,
  skewTFrame,
} from '../../pictures/skew-t.ts';
import type { SoundingRow } from '../../pictures/sounding/rows.ts';
import type { Sounding } from '../../pictures/sounding/sounding.ts';
import { ExportButtons } from '../pictures/export-buttons.tsx';
import { PictureTable } from '../pictures/picture-figure.tsx';
import { ChartBackground, HodographLines, SkewTLines } from '../pictures/skew-t.tsx';
import { Svg } from '../pictures/svg.tsx';
import { useSite } from '../router/router-context.tsx';
import { dewPointOf, formatClock, measuredValues } from './format.ts';
import { CursorMark, CursorText, useClickPoint, useViewer } from './panel.tsx';
import type { Settings } from './store/viewer-address.ts';
import { nearestIndex, type ViewedLeg } from './store/viewer-data.ts';

interface SkewTPanelProps {
  sounding: Sounding;
  parcel: keyof Sounding['parcels'];
  wind: Settings['wind'];
}

export const SkewTPanel = memo(function SkewTPanel({ sounding, parcel, wind }: SkewTPanelProps) {
  const viewer = useViewer();
  const figure = useRef<HTMLElement>(null);
  const chart = useMemo(() => drawSkewT(sounding, parcel), [sounding, parcel]);
  const caption = describeSounding(sounding);
  useClickPoint(figure, (point) => {
    if (!isInside(point, skewTFrame)) return;
    const rows = viewer.state.get().leg?.rows ?? [];
    viewer.moveTo(nearestIndex(rows, airAtPoint(point).pressureHpa, ({ pressure }) => pressure));
  });
  return (
    <figure ref={figure} className="picture viewer-skew-t" aria-label="Skew-T diagram">
      <figcaption>{caption}</figcaption>
      <Svg width={chart.width} height={chart.height} label={caption}>
        <ChartBackground chart={chart} />
        <SkewTLines chart={chart} />
        <CursorMark at={pressureLine}>
          <path className="viewer-cursor-line" d={`M${skewTFrame.left} 0H${skewTFrame.right}`} />
        </CursorMark>
        <CursorMark at={(row) => chartPoint(row, row.temperature)}>
          <circle className="viewer-cursor-temperature" r="5" />
        </CursorMark>
        <CursorMark at={(row) => chartPoint(row, dewPointOf(row))}>
          <circle className="viewer-cursor-dew-point" r="5" />
        </CursorMark>
      </Svg>
      <p className="viewer-readout">
        <CursorText text={(row) => [formatClock(row.timestamp), ...measuredValues(row, wind)].join(' · ')} />
      </p>
      <ul className="viewer-legend">
        <li data-line="temperature">Temperature</li>
        <li data-line="dew-point">Dew point</li>
        <li data-line="parcel">Lifted parcel</li>
        <li data-line="dry">Dry adiabats</li>
        <li data-line="moist">Moist adiabats</li>
        <li data-line="mixing">Mixing ratio</li>
        <li>{wind === 'kt' ? 'Feather 10 kt, pennant 50 kt' : 'Feather 5 m/s, pennant 25 m/s'}</li>
      </ul>
    </figure>
  );
});

function chartPoint({ pressure }: SoundingRow, celsius: number | null) {
  if (pressure === null || celsius === null) return undefined;
  const point = airAt(celsius, pressure);
  return isInside(point, skewTFrame) ? point : undefined;
}

function pressureLine({ pressure }: SoundingRow) {
  if (pressure === null) return undefined;
  const { y } = airAt(0, pressure);
  return y >= skewTFrame.top && y <= skewTFrame.bottom ? { x: 0, y } : undefined;
}

const skewTName = 'the skew-T diagram';

/** Export buttons and the table of levels, which must follow the diagram directly. */
export const SoundingTable = memo(function SoundingTable({
  leg: { mission, number },
  sounding,
}: {
  leg: ViewedLeg;
  sounding: Sounding;
}) {
  const { sandbox } = useSite();
  const table = useMemo(() => levelsTable(sounding.levels), [sounding]);
  return (
    <>
      <ExportButtons
        name={skewTName}
        fileName={`${mission}-leg-${number}`}
        readTable={async () => table}
        isSynthetic={isSandboxed(sandbox, 'data')}
      />
      <PictureTable table={table} name={skewTName} />
    </>
  );
});

type HodographPanelProps = Pick<SkewTPanelProps, 'sounding' | 'wind'>;

export const HodographPanel = memo(function HodographPanel({ sounding, wind }: HodographPanelProps) {
  const hodograph = useMemo(() => drawHodograph(sounding), [sounding]);
  if (!hodograph) return <p className="viewer-reason">No hodograph, because no wind was measured.</p>;
  const { centre, metresPerUnit } = hodograph;
  const windPoint = ({ speed_u: u, speed_v: v }: SoundingRow) =>
    u === null || v === null
      ? undefined
      : { x: centre.x + u / metresPerUnit, y: centre.y - v / metresPerUnit };
  const label = `Wind from the lowest to the highest level, seen from above. North is up; the outer ring is ${hodograph.rings.at(-1)?.metresPerSecond} m/s.`;
  return (
    <figure className="picture viewer-hodograph" aria-label="Hodograph">
      <Svg width={hodograph.width} height={hodograph.height} label={label}>
        <HodographLines hodograph={hodograph} unit={wind === 'kt' ? 'kt' : 'm/s'} />
        <CursorMark at={windPoint}>
          <circle className="viewer-cursor-dot" r="6" />
        </CursorMark>
      </Svg>
      <ul className="viewer-legend">
        {hodograph.layers.map(({ fromKilometres, toKilometres }) => (
          <li key={fromKilometres} data-layer={fromKilometres}>
            {toKilometres > 20 ? `above ${fromKilometres} km` : `${fromKilometres}–${toKilometres} km`}
          </li>
        ))}
      </ul>
    </figure>
  );
});
