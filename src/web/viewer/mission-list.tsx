import { ArrowDown, ArrowUp } from 'lucide';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { regionName } from '../../pictures/earth/regions.ts';
import { formatCount, pluralize } from '../../pictures/format.ts';
import { formatHeight, type Units } from '../../pictures/units.ts';
import type { FleetBalloon, FleetSnapshot } from '../../weather/contract.ts';
import { Icon } from '../ui/icon.tsx';
import { useViewer } from './panel.tsx';

interface MissionListProps {
  fleet: FleetSnapshot | undefined;
  /** The mission that is shown or loading, in the air or not. */
  mission: string;
  units: Units;
  /** Called when the choice is final, so that the menu can close. */
  onChosen: () => void;
}

/** A provider may list thousands of missions, and a page can't draw them all at once. */
const maxRows = 200;

/** Every balloon, newest first, with a search by name and region. */
export function MissionList({ fleet, mission, units, onChosen }: MissionListProps) {
  const viewer = useViewer();
  const [search, setSearch] = useState('');
  const list = useRef<HTMLDivElement>(null);
  /** The arrow keys go from one mission to the next, so only a click or tap is final. */
  const isByPointer = useRef(false);
  useLayoutEffect(() => {
    if (list.current) showSelected(list.current);
  }, []);
  const balloons = fleet?.balloons.toReversed() ?? [];
  const found = balloons.filter((balloon) => matchesSearch(balloon, search));
  const isFlying = balloons.some(({ name }) => name === mission);
  const choose = (name: string) => {
    void viewer.chooseMission(name);
    if (isByPointer.current) onChosen();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    isByPointer.current = false;
    const isSearch = event.target instanceof HTMLInputElement && event.target.type === 'search';
    if (!isSearch) return;
    if (event.key === 'Enter' && found[0]) {
      // The key would also press the button, which has the focus then.
      event.preventDefault();
      void viewer.chooseMission(found[0].name);
      onChosen();
    }
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    list.current?.querySelector<HTMLInputElement>('input:checked, input')?.focus();
  };
  return (
    <fieldset
      className="viewer-missions"
      onKeyDown={onKeyDown}
      onPointerDown={() => {
        isByPointer.current = true;
      }}
    >
      <legend>Missions</legend>
      <input
        type="search"
        className="viewer-mission-search"
        aria-label="Search missions"
        placeholder="Name or region"
        autoComplete="off"
        spellCheck={false}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <p className="viewer-reason" role="status">
        {describeCount(found.length, balloons.length, search)}
      </p>
      <div ref={list} className="viewer-missions-list">
        {!isFlying && search === '' && (
          <label className="viewer-mission">
            <input type="radio" name="viewer-mission" checked readOnly />
            <b>{mission}</b>
            <span className="viewer-mission-region">not in flight</span>
          </label>
        )}
        {found.slice(0, maxRows).map((balloon) => (
          <label key={balloon.id} className="viewer-mission">
            <input
              type="radio"
              name="viewer-mission"
              checked={balloon.name === mission}
              onChange={() => choose(balloon.name)}
            />
            <b>{balloon.name}</b>
            <MissionDetails balloon={balloon} units={units} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function matchesSearch({ name, track }: FleetBalloon, search: string): boolean {
  const position = track.at(-1);
  const region = position ? regionName({ latitude: position[0], longitude: position[1] }) : '';
  const text = `${name} ${region}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function describeCount(found: number, all: number, search: string): string {
  if (found === 0) return all === 0 ? 'No balloons in flight.' : `No mission in flight matches “${search}”.`;
  const count =
    search.trim() === '' ? pluralize(all, 'balloon') : `${formatCount(found)} of ${formatCount(all)}`;
  return found > maxRows ? `${count}; the first ${maxRows} are listed. Search for the others.` : `${count}.`;
}

/** Scrolls only the list, so that the page stays where it is. */
function showSelected(list: HTMLElement): void {
  const selected = list.querySelector<HTMLInputElement>('input:checked');
  const row = selected?.closest('label');
  if (row) list.scrollTop = row.offsetTop - (list.clientHeight - row.offsetHeight) / 2;
  selected?.focus({ preventScroll: true });
}

function MissionDetails({ balloon, units }: { balloon: FleetBalloon; units: Units }) {
  const { launch_time, altitude, is_rising, track } = balloon;
  const position = track.at(-1);
  if (!position) return <span className="viewer-mission-region">launched {launch_time.slice(0, 10)}</span>;
  const [latitude, longitude] = position;
  const arrow = is_rising ? ArrowUp : ArrowDown;
  return (
    <>
      <span className="viewer-mission-region">{regionName({ latitude, longitude })}</span>
      <span className="viewer-mission-height">
        {formatHeight(altitude, units)}
        <Icon of={arrow} size={14} label={is_rising ? 'ascending' : 'descending'} />
      </span>
    </>
  );
}
