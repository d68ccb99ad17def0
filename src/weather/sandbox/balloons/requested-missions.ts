import { notFound } from '../../../platform/errors.ts';
import { findMission, isFlying, type Mission } from './missions.ts';

export function requireMission(idOrName: string, nowMs: number): Mission {
  const mission = findMission(idOrName, nowMs);
  if (mission) return mission;
  throw notFound('There is no such mission: an id from missions.json or a name like W-1234 is needed.');
}

export function requireFlyingMission(idOrName: string, nowMs: number): Mission {
  const mission = requireMission(idOrName, nowMs);
  if (isFlying(mission, nowMs)) return mission;
  throw notFound('This mission has landed: missions.json lists those in the air.');
}
