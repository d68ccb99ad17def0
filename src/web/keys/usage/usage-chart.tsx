import type { KeyUsage } from '../../../keys/contract.ts';
import { formatCount, usageDays } from './usage-summary.ts';

const barWidth = 10;
const gap = 4;
const height = 32;
const emptyHeight = 2;

export function UsageChart({ usage, countedAt }: { usage: KeyUsage; countedAt: Date }) {
  const days = usageDays(usage, countedAt);
  const width = days.length * (barWidth + gap) - gap;
  const words = days.map((day) => `${day.label}: ${formatCount(day.count)}`).join(', ');
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Requests a day, in UTC. ${words}`}
    >
      {days.map((day, index) => {
        const barHeight = day.count === 0 ? emptyHeight : Math.max(4, day.height * height);
        return (
          <rect
            key={day.label}
            x={index * (barWidth + gap)}
            y={height - barHeight}
            width={barWidth}
            height={barHeight}
            rx={day.count === 0 ? 1 : 2}
            className={day.count === 0 ? 'usage-bar usage-bar-none' : 'usage-bar'}
          >
            <title>{`${day.label}, UTC: ${formatCount(day.count)}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}
