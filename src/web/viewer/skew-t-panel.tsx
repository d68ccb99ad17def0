import { memo, useMemo, useRef } from 'react';
import { isInside } from '../../pictures/geometry.ts';
import { airAt, airAtPoint, describeSounding, drawSkewT, skewTFrame } from '../../pictures/skew-t.ts';
import type { SoundingRow } from '../../pictures/sounding/rows.ts';
import type { Sounding } from '../../pictures/sounding/sounding.ts';
import { ChartBackground, SkewTLines } from '../pictures/skew-t.tsx';
import { Svg } from '../pictures/svg.tsx';
import { CursorMark, CursorWords } from './cursor-marks.tsx';
import { clockWords, dewPointOf, measuredWords } from './row-words.ts';
import { nearestIndex } from './store/leg-rows.ts';
import type { Settings } from './store/viewer-address.ts';
import { useClickPlace } from './use-click-place.ts';
import { useViewer } from './viewer-context.tsx';

interface SkewTPanelProps {
  sounding: Sounding;
  parcel: keyof Sounding['parcels'];
  wind: Settings['wind'];
}

export const SkewTPanel = memo(function SkewTPanel({ sounding, parcel, wind }: SkewTPanelProps) {
  const viewer = useViewer();
  const figure = useRef<HTMLElement>(null);
  const chart = useMemo(() => drawSkewT(sounding, parcel), [sounding, parcel]);
  const sentence = describeSounding(sounding);
  useClickPlace(figure, (place) => {
    if (!isInside(place, skewTFrame)) return;
    const rows = viewer.state.get().leg?.rows ?? [];
    viewer.moveTo(nearestIndex(rows, airAtPoint(place).pressureHpa, ({ pressure }) => pressure));
  });
  return (
    <figure ref={figure} className="picture viewer-skew-t" aria-label="Skew-T diagram">
      <figcaption>{sentence}</figcaption>
      <Svg width={chart.width} height={chart.height} label={sentence}>
        <ChartBackground chart={chart} />
        <SkewTLines chart={chart} />
        <CursorMark at={pressureAt}>
          <path className="viewer-cursor-line" d={`M${skewTFrame.left} 0H${skewTFrame.right}`} />
        </CursorMark>
        <CursorMark at={(row) => placeOf(row, row.temperature)}>
          <circle className="viewer-cursor-temperature" r="5" />
        </CursorMark>
        <CursorMark at={(row) => placeOf(row, dewPointOf(row))}>
          <circle className="viewer-cursor-dew-point" r="5" />
        </CursorMark>
      </Svg>
      <p className="viewer-readout">
        <CursorWords words={(row) => [clockWords(row.timestamp), ...measuredWords(row, wind)].join(' · ')} />
      </p>
      <ul className="viewer-legend">
        <li data-line="temperature">Temperature</li>
        <li data-line="dew-point">Dew point</li>
        <li data-line="parcel">Lifted parcel</li>
        <li data-line="dry">Dry adiabats</li>
        <li data-line="moist">Moist adiabats</li>
        <li data-line="mixing">Mixing ratio</li>
        <li>{wind === 'kt' ? 'Feather 10 kt, pennant 50' : 'Feather 5 m/s, pennant 25'}</li>
      </ul>
    </figure>
  );
});

function placeOf({ pressure }: SoundingRow, celsius: number | null) {
  if (pressure === null || celsius === null) return undefined;
  const place = airAt(celsius, pressure);
  return isInside(place, skewTFrame) ? place : undefined;
}

function pressureAt({ pressure }: SoundingRow) {
  if (pressure === null) return undefined;
  const { y } = airAt(0, pressure);
  return y >= skewTFrame.top && y <= skewTFrame.bottom ? { x: 0, y } : undefined;
}
