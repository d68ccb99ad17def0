import { drawBars } from '../../pictures/bar-chart.ts';
import type { PictureProps } from './picture-figure.tsx';
import { boxPath, Svg, TimeLabels, ValueAxis } from './svg.tsx';

export function MissionsChart({ picture, label }: PictureProps<'missions'>) {
  const chart = drawBars(picture.missions.map(({ name, daysAloft }) => ({ label: name, value: daysAloft })));
  return (
    chart && (
      <Svg width={chart.width} height={chart.height} label={label}>
        <Bars chart={chart} of="Days" />
      </Svg>
    )
  );
}

interface BarsProps {
  chart: NonNullable<ReturnType<typeof drawBars>>;
  of: string;
}

export const Bars = ({ chart: { frame, bars, values, labels }, of }: BarsProps) => (
  <>
    <ValueAxis ticks={values} frame={frame} of={of} />
    <path className="drawn-bars" d={boxPath(bars)} />
    <TimeLabels ticks={labels} y={frame.bottom + 18} />
  </>
);
