/** Balloons bob: only this much the other way is a turn. */
const HYSTERESIS_METRES = 300;

/**
 * Where a flight begins to move, each highest and lowest point of it, and the last one so far, as places in the
 * list; none if it never moved.
 */
export function findTurningPoints(altitudesMetres: readonly number[]): number[] {
  const turns: number[] = [];
  let lowest = 0;
  let highest = 0;
  let isUp: boolean | undefined;
  for (let index = 1; index < altitudesMetres.length; index++) {
    const altitude = altitudesMetres[index]!;
    // Before the first move the last point of a rest counts, so that waiting on the ground is no part of a leg.
    const isStill = isUp === undefined;
    if (altitude < altitudesMetres[lowest]! || (isStill && altitude === altitudesMetres[lowest]))
      lowest = index;
    if (altitude > altitudesMetres[highest]! || (isStill && altitude === altitudesMetres[highest]))
      highest = index;
    if (isUp !== true && altitude - altitudesMetres[lowest]! > HYSTERESIS_METRES) {
      turns.push(lowest);
      isUp = true;
      highest = index;
    } else if (isUp !== false && altitudesMetres[highest]! - altitude > HYSTERESIS_METRES) {
      turns.push(highest);
      isUp = false;
      lowest = index;
    }
  }
  if (isUp !== undefined) turns.push(isUp ? highest : lowest);
  return turns;
}
