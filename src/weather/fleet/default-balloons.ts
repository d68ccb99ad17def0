import { hourMs } from '../../time.ts';

/** So long a balloon may take for its first leg. */
const climbMs = 4 * hourMs;

/** What to show to a reader who asks for nothing: those that have had time to climb, newest first, for their first leg begins at the ground. */
export function listDefaultBalloons<Balloon extends { launch_time: string }>(
  balloons: readonly Balloon[],
  nowMs: number,
): Balloon[] {
  const climbed = balloons.filter(({ launch_time }) => nowMs - Date.parse(launch_time) > climbMs);
  return (climbed.length > 0 ? climbed : balloons.slice(0, 1)).toReversed();
}
