import { memo, useMemo } from 'react';
import { drawHodograph } from '../../pictures/hodograph.ts';
import type { SoundingRow } from '../../pictures/sounding/rows.ts';
import type { Sounding } from '../../pictures/sounding/sounding.ts';
import { HodographLines } from '../pictures/skew-t.tsx';
import { Svg } from '../pictures/svg.tsx';
import { CursorMark } from './cursor-marks.tsx';
import type { Settings } from './store/viewer-address.ts';

interface HodographPanelProps {
  sounding: Sounding;
  wind: Settings['wind'];
}

export const HodographPanel = memo(function HodographPanel({ sounding, wind }: HodographPanelProps) {
  const hodograph = useMemo(() => drawHodograph(sounding), [sounding]);
  if (!hodograph) return <p className="viewer-reason">No wind was measured: there is no hodograph.</p>;
  const { centre, metresPerUnit } = hodograph;
  const windAt = ({ speed_u: u, speed_v: v }: SoundingRow) =>
    u === null || v === null
      ? undefined
      : { x: centre.x + u / metresPerUnit, y: centre.y - v / metresPerUnit };
  const label = `The wind from the lowest to the highest level, seen from above: north is up, the outer ring is ${hodograph.rings.at(-1)!.metresPerSecond} m/s.`;
  return (
    <figure className="picture viewer-hodograph" aria-label="Hodograph">
      <Svg width={hodograph.width} height={hodograph.height} label={label}>
        <HodographLines hodograph={hodograph} unit={wind === 'kt' ? 'kt' : 'm/s'} />
        <CursorMark at={windAt}>
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
