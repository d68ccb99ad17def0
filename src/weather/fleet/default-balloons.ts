import { hourMs } from '../../time.ts';

/** A balloon finishes its first leg within this time. */
const maxClimbMs = 4 * hourMs;

/** The balloons to open the viewer with, newest first: those that have finished the first leg, which begins at the ground. */
export function listDefaultBalloons<Balloon extends { launch_time: string }>(
  balloons: readonly Balloon[],
  nowMs: number,
): Balloon[] {
  const climbed = balloons.filter(({ launch_time }) => nowMs - Date.parse(launch_time) > maxClimbMs);
  return (climbed.length > 0 ? climbed : balloons.slice(0, 1)).toReversed();
}
