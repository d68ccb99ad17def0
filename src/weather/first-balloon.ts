import { hourMs } from './atmosphere/time.ts';

/** So long a balloon may take for its first leg. */
const climbMs = 4 * hourMs;

/** What to show to whoever asks for nothing: the newest that has had time to climb, for its first leg begins at the ground. */
export const firstBalloon = <Balloon extends { launch_time: string }>(
  balloons: readonly Balloon[],
  nowMs: number,
): Balloon | undefined =>
  balloons.findLast(({ launch_time }) => nowMs - Date.parse(launch_time) > climbMs) ?? balloons[0];
