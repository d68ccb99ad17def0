import { ChevronLeft, ChevronRight } from 'lucide';
import { formatTime } from '../../pictures/format.ts';
import type { Leg } from '../../pictures/sounding/legs.ts';
import { kilometreRange } from '../../pictures/sounding/unavailable.ts';
import { Icon } from '../ui/icon.tsx';
import type { Flight } from './store/viewer-data.ts';
import { useViewer } from './viewer-context.tsx';

/** Every leg up or down is a sounding. */
export function LegChoice({ flight, number }: { flight: Flight; number: number }) {
  const viewer = useViewer();
  const count = flight.legs.length;
  return (
    <div className="viewer-legs">
      <button
        type="button"
        className="icon-button"
        aria-label="Previous leg"
        aria-keyshortcuts="["
        title="Previous leg, ["
        disabled={number <= 1}
        onClick={() => void viewer.chooseLeg(number - 1)}
      >
        <Icon of={ChevronLeft} size={18} />
      </button>
      <label className="viewer-field">
        <span>Leg</span>
        <select value={number} onChange={(event) => void viewer.chooseLeg(Number(event.target.value))}>
          {flight.legs.map((leg, index) => (
            <option key={leg.begin.timeSeconds} value={index + 1}>
              {legWords(leg, index + 1)}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        className="icon-button"
        aria-label="Next leg"
        aria-keyshortcuts="]"
        title="Next leg, ]"
        disabled={number >= count}
        onClick={() => void viewer.chooseLeg(number + 1)}
      >
        <Icon of={ChevronRight} size={18} />
      </button>
    </div>
  );
}

const legWords = ({ direction, begin, end, isSoFar }: Leg, number: number) =>
  `${number} ${direction === 'up' ? '↑' : '↓'} ${beginWords(begin.timeSeconds * 1000)}, ${kilometreRange(begin.altitudeMetres, end.altitudeMetres)}${isSoFar ? ' so far' : ''}`;

/** "16 Nov 08:00": the field beside it says that it is UTC. */
const beginWords = (timeMs: number) => formatTime(timeMs).replace(',', '').replace(' UTC', '');
