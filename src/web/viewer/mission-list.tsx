import { ArrowDown, ArrowUp } from 'lucide';
import { memo, useEffect, useRef } from 'react';
import { regionName } from '../../pictures/earth/regions.ts';
import { kilometres } from '../../pictures/sounding/unavailable.ts';
import type { FleetBalloon, FleetSnapshot } from '../../weather/contract.ts';
import { Icon } from '../ui/icon.tsx';
import { useViewer } from './panel.tsx';

interface MissionListProps {
  fleet: FleetSnapshot | undefined;
  /** The mission that is shown or loading, in the air or not. */
  mission: string;
}

export const missionListId = 'viewer-missions';

/** Every balloon, newest first: the same choice as on the map. */
export const MissionList = memo(function MissionList({ fleet, mission }: MissionListProps) {
  const viewer = useViewer();
  const balloons = fleet?.balloons.toReversed() ?? [];
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new selection or a new list may be out of sight
  useEffect(() => {
    // The observer fires after layout; measuring earlier would force a layout of the whole page.
    const observer = new ResizeObserver(([entry]) => {
      observer.disconnect();
      if (entry) scrollToSelected(entry.target);
    });
    if (list.current) observer.observe(list.current);
    return () => observer.disconnect();
  }, [mission, fleet]);
  const isFlying = balloons.some(({ name }) => name === mission);
  return (
    <fieldset className="viewer-missions" id={missionListId}>
      <legend>Missions</legend>
      <div ref={list} className="viewer-missions-list">
        {!isFlying && (
          <label className="viewer-mission">
            <input type="radio" name="viewer-mission" checked readOnly />
            <b>{mission}</b>
            <span className="viewer-mission-region">not in flight</span>
          </label>
        )}
        {balloons.map((balloon) => (
          <label key={balloon.id} className="viewer-mission">
            <input
              type="radio"
              name="viewer-mission"
              checked={balloon.name === mission}
              onChange={() => void viewer.chooseMission(balloon.name)}
            />
            <b>{balloon.name}</b>
            <MissionDetails balloon={balloon} />
          </label>
        ))}
      </div>
    </fieldset>
  );
});

/** Scrolls only the list, so that the page stays where it is. */
function scrollToSelected(list: Element): void {
  const selected = list.querySelector(':checked')?.closest('label');
  if (!selected) return;
  const { offsetTop, offsetHeight } = selected;
  const isInSight =
    offsetTop >= list.scrollTop && offsetTop + offsetHeight <= list.scrollTop + list.clientHeight;
  if (!isInSight) list.scrollTop = offsetTop - (list.clientHeight - offsetHeight) / 2;
}

function MissionDetails({ balloon }: { balloon: FleetBalloon }) {
  const { launch_time, altitude, is_rising, track } = balloon;
  const position = track.at(-1);
  if (!position) return <span className="viewer-mission-region">launched {launch_time.slice(0, 10)}</span>;
  const [latitude, longitude] = position;
  const arrow = is_rising ? ArrowUp : ArrowDown;
  return (
    <>
      <span className="viewer-mission-region">{regionName({ latitude, longitude })}</span>
      <span className="viewer-mission-height">
        {kilometres(altitude)}
        <Icon of={arrow} size={14} label={is_rising ? 'ascending' : 'descending'} />
      </span>
    </>
  );
}
