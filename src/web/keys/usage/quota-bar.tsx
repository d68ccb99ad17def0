import './quota-bar.css';
import type { KeyHour } from '../../../keys/contract.ts';
import { formatCount } from '../../../pictures/format.ts';
import { utcTime } from '../../time/format-time.ts';

/** Above this part of the hour's quota it is time to slow down. */
const scarceFrom = 0.8;

/** How much of the hour is used, as it was when the list was loaded. */
export function QuotaBar({ hour, now }: { hour: KeyHour; now: Date }) {
  const resetsAt = new Date(hour.resets_at);
  const isOver = now >= resetsAt;
  const used = isOver ? 0 : Math.min(hour.used, hour.limit);
  const part = hour.limit === 0 ? 1 : used / hour.limit;
  const words = isOver ? 'A new hour has begun' : `${formatCount(used)} of ${formatCount(hour.limit)}`;
  const reset = isOver ? '' : `resets ${utcTime(resetsAt)}`;
  return (
    <div className="quota">
      <p className="quota-words">
        <span>
          <span className="visually-hidden">This hour: </span>
          {words}
        </span>
        <span className="quota-reset">{reset}</span>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a browser draws its own in colours that mean something else */}
      <div
        className="quota-bar"
        role="meter"
        aria-label="Calls this hour"
        aria-valuemin={0}
        aria-valuemax={hour.limit}
        aria-valuenow={used}
        aria-valuetext={`${words}${reset && `, ${reset}`}`}
      >
        <svg aria-hidden="true" width="100%" height="6">
          <rect className={partClass(part)} width={`${part * 100}%`} height="6" rx="3" />
        </svg>
      </div>
    </div>
  );
}

function partClass(part: number): string {
  if (part >= 1) return 'quota-gone';
  return part >= scarceFrom ? 'quota-scarce' : 'quota-used';
}
