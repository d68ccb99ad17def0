import { ArrowDown, ArrowUp } from 'lucide';
import { memo, useEffect, useRef } from 'react';
import { regionName } from '../../pictures/earth/regions.ts';
import { kilometres } from '../../pictures/sounding/unavailable.ts';
import type { FleetBalloon, FleetSnapshot } from '../../weather/contract.ts';
import { Icon } from '../ui/icon.tsx';
import { useViewer } from './viewer-context.tsx';

interface MissionListProps {
  fleet: FleetSnapshot | undefined;
  /** The one that is shown or waited for, in the air or not. */
  mission: string;
}

export const missionListId = 'viewer-missions';

/** The map for those who do not point: every balloon, from the newest to the oldest. */
export const MissionList = memo(function MissionList({ fleet, mission }: MissionListProps) {
  const viewer = useViewer();
  const balloons = fleet?.balloons.toReversed() ?? [];
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new choice, or a new list, may be out of sight
  useEffect(() => {
    // Once it has been laid out: measuring before would do that at once, and for the whole page.
    const observer = new ResizeObserver(([entry]) => {
      observer.disconnect();
      if (entry) showChosen(entry.target);
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
            <span className="viewer-mission-region">not in the air now</span>
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
            <MissionWords balloon={balloon} />
          </label>
        ))}
      </div>
    </fieldset>
  );
});

/** In the middle of the list, which alone is scrolled: the page stays where it is. */
function showChosen(list: Element): void {
  const chosen = list.querySelector(':checked')?.closest('label');
  if (!chosen) return;
  const { offsetTop, offsetHeight } = chosen;
  const isInSight =
    offsetTop >= list.scrollTop && offsetTop + offsetHeight <= list.scrollTop + list.clientHeight;
  if (!isInSight) list.scrollTop = offsetTop - (list.clientHeight - offsetHeight) / 2;
}

function MissionWords({
  balloon: { name, launch_time, altitude, is_rising, track },
}: {
  balloon: FleetBalloon;
}) {
  const place = track.at(-1);
  if (!place)
    return (
      <>
        <b>{name}</b>
        <span className="viewer-mission-region">since {launch_time.slice(0, 10)}</span>
      </>
    );
  const [latitude, longitude] = place;
  const arrow = is_rising ? ArrowUp : ArrowDown;
  return (
    <>
      <b>{name}</b>
      <span className="viewer-mission-region">{regionName({ latitude, longitude })}</span>
      <span className="viewer-mission-height">
        {kilometres(altitude)}
        <Icon of={arrow} size={14} label={is_rising ? 'going up' : 'going down'} />
      </span>
    </>
  );
}
