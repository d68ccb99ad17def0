import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo } from 'react';
import { regionName } from '../../earth/regions.ts';
import { kilometres } from '../../sounding/unavailable.ts';
import type { Sky, SkyBalloon } from '../../weather/contract.ts';
import { useViewer } from './viewer-context.tsx';

interface MissionListProps {
  sky: Sky | undefined;
  /** The one that is shown, in the air or not. */
  mission: string;
}

export const missionListId = 'viewer-missions';

/** The map for those who do not point: every balloon, from the newest to the oldest. */
export const MissionList = memo(function MissionList({ sky, mission }: MissionListProps) {
  const viewer = useViewer();
  const balloons = sky?.balloons.toReversed() ?? [];
  const isFlying = balloons.some(({ name }) => name === mission);
  return (
    <fieldset className="viewer-missions" id={missionListId}>
      <legend>Missions</legend>
      <div className="viewer-missions-list">
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

function MissionWords({
  balloon: { name, launch_time, altitude, is_rising, track },
}: {
  balloon: SkyBalloon;
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
  const Arrow = is_rising ? ArrowUp : ArrowDown;
  return (
    <>
      <b>{name}</b>
      <span className="viewer-mission-region">{regionName({ latitude, longitude })}</span>
      <span className="viewer-mission-height">
        {kilometres(altitude)}
        <Arrow size={14} aria-label={is_rising ? 'going up' : 'going down'} />
      </span>
    </>
  );
}
