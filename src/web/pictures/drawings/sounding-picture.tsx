import { drawHodograph } from '../../../pictures/hodograph.ts';
import type { Picture } from '../../../pictures/picture.ts';
import { drawSkewT } from '../../../pictures/skew-t.ts';
import { soundingOf } from '../../../pictures/sounding/sounding.ts';
import { isUnavailable } from '../../../pictures/sounding/unavailable.ts';
import { HodographLines } from '../parts/hodograph.tsx';
import { ChartBackground, SkewTLines } from '../parts/skew-t.tsx';
import { Svg } from '../parts/svg.tsx';

type Rows = Extract<Picture, { kind: 'sounding' }>['rows'];

/** A skew-T log-p chart with the hodograph in its empty corner. */
export function SoundingPicture({ rows, label }: { rows: Rows; label: string }) {
  const sounding = soundingOf(rows);
  if (isUnavailable(sounding)) return null;
  const chart = drawSkewT(sounding);
  const hodograph = drawHodograph(sounding);
  return (
    <Svg width={chart.width} height={chart.height} label={label}>
      <ChartBackground chart={chart} />
      {hodograph && (
        <g transform={`translate(${chart.frame.left + 6} ${chart.frame.top + 6}) scale(.42)`}>
          <HodographLines hodograph={hodograph} />
        </g>
      )}
      <SkewTLines chart={chart} />
    </Svg>
  );
}
