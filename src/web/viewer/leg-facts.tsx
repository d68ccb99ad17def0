import { formatWhole, pluralize } from '../../pictures/format.ts';
import type { Leg } from '../../pictures/sounding/legs.ts';
import type { Sounding } from '../../pictures/sounding/sounding.ts';
import { clockWords } from './row-words.ts';

/** What a reader should know of the leg before trusting its numbers. */
export function LegFacts({ sounding, rows }: { sounding: Sounding; rows: number }) {
  return (
    <ul className="viewer-facts">
      <li>{legSentence(sounding.leg, rows)}</li>
      {sounding.remarks.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
      {sounding.leftOut
        .filter(({ reason }) => reason !== 'outside the leg')
        .map(({ what, reason, count: many }) => (
          <li key={reason}>
            {many} {what === 'row' ? pluralize(many, 'row').replace(/^\d+ /, '') : what} left out: {reason}.
          </li>
        ))}
    </ul>
  );
}

function legSentence({ begin, end, distanceMetres, isSoFar }: Leg, rows: number): string {
  const hours = ((end.timeSeconds - begin.timeSeconds) / 3600).toFixed(1);
  const far = distanceMetres === null ? '' : ` and ${Math.round(distanceMetres / 1000)} km over the ground`;
  return `${clockWords(begin.timeSeconds)} to ${clockWords(end.timeSeconds)}${isSoFar ? ' so far' : ''}: ${hours} hours${far}, ${formatWhole(rows)} rows.`;
}
