import type { CallVerdict } from '../../../keys/contract.ts';
import { niceTicks } from '../../../pictures/axes.ts';
import { formatCount } from '../../../pictures/format.ts';
import { countOf } from '../../time/format-time.ts';
import { type DayCounts, describeDays, verdictLabels, verdicts } from './usage-summary.ts';

const heightPx = 132;
/** Keeps a single call among thousands visible. */
const minBarHeightPx = 2;
const labelEveryDays = 7;

const barClass: Record<CallVerdict, string> = {
  allowed: 'usage-allowed',
  refused: 'usage-refused',
  'over-quota': 'usage-over-quota',
};

/** Widths are percentages, so that the chart fills its container; heights are pixels. */
export function UsageChart({ days }: { days: DayCounts[] }) {
  const { top, ticks } = scaleFor(Math.max(...days.map(({ total }) => total)));
  const slot = 100 / days.length;
  const yOf = (count: number) => heightPx - (count / top) * heightPx;
  return (
    <figure className="usage-chart">
      <div className="usage-plot">
        <svg height={heightPx} role="img" aria-label={describeDays(days)}>
          {ticks.map((tick) => (
            <line key={tick} className="usage-grid" x1="0" x2="100%" y1={yOf(tick)} y2={yOf(tick)} />
          ))}
          {days.map((day, index) => (
            <DayBar key={day.day} day={day} x={index * slot} width={slot} top={top} />
          ))}
        </svg>
        {ticks.map((tick) => (
          <span key={tick} className="usage-tick" style={{ top: yOf(tick) }} aria-hidden="true">
            {formatCount(tick)}
          </span>
        ))}
      </div>
      <div className="usage-days" aria-hidden="true">
        <span className="usage-today">Today</span>
        {days.slice(0, -1).map(
          (day, index) =>
            (days.length - 1 - index) % labelEveryDays === 0 && (
              <span key={day.day} style={{ left: `${(index + 0.5) * slot}%` }}>
                {day.label}
              </span>
            ),
        )}
      </div>
    </figure>
  );
}

function DayBar({ day, x, width, top }: { day: DayCounts; x: number; width: number; top: number }) {
  let y = heightPx;
  return (
    <g className="usage-day">
      {/* The whole height reacts to the pointer. */}
      <rect className="usage-slot" x={`${x}%`} width={`${width}%`} y="0" height={heightPx} />
      {verdicts.map((verdict) => {
        if (day[verdict] === 0) return null;
        const height = Math.max(minBarHeightPx, (day[verdict] / top) * heightPx);
        y -= height;
        return (
          <rect
            key={verdict}
            className={barClass[verdict]}
            x={`${x + width * 0.15}%`}
            width={`${width * 0.7}%`}
            y={y}
            height={height}
          />
        );
      })}
      <title>{describeDay(day)}</title>
    </g>
  );
}

const describeDay = (day: DayCounts) =>
  [
    `${day.label}, UTC: ${countOf(day.total, 'call')}`,
    ...verdicts
      .filter((verdict) => verdict !== 'allowed' && day[verdict] > 0)
      .map((verdict) => `${formatCount(day[verdict])} ${verdictLabels[verdict].toLowerCase()}`),
  ].join(', ');

/** Ticks are whole numbers, and the top one is above the highest bar. */
function scaleFor(highest: number): { top: number; ticks: number[] } {
  const ticks = niceTicks(0, Math.max(4, highest * 1.05), 4).filter(Number.isInteger);
  const step = (ticks[1] ?? 1) - (ticks[0] ?? 0);
  const top = Math.max(ticks.at(-1) ?? 1, Math.ceil(highest / step) * step);
  return { top, ticks: ticks.at(-1) === top ? ticks : [...ticks, top] };
}

export function VerdictMark({ verdict }: { verdict: CallVerdict }) {
  return (
    <svg className="usage-mark" viewBox="0 0 10 10" aria-hidden="true">
      <rect className={barClass[verdict]} width="10" height="10" rx="2" />
    </svg>
  );
}
