import { notFound } from '../platform/errors.ts';
import { findMission, isFlying, type Mission } from '../weather/balloons/missions.ts';

export function requireMission(idOrName: string, nowMs: number): Mission {
  const mission = findMission(idOrName.trim(), nowMs);
  if (mission) return mission;
  throw notFound(
    'There is no such mission: mission_id must be an id or a name like W-1958 from get_flying_missions.',
  );
}

export function requireFlyingMission(idOrName: string, nowMs: number): Mission {
  const mission = requireMission(idOrName, nowMs);
  if (isFlying(mission, nowMs)) return mission;
  throw notFound(`${mission.name} has landed: get_flying_missions lists those in the air.`);
}
