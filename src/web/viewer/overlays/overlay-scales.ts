/** Where each shade of rain begins, in mm in an hour. */
export const rainFromMm = [0.2, 0.5, 1, 2];

/** From line to line: a map of the world has no room for all. */
export const isobarsApartHpa = (isWorld: boolean) => (isWorld ? 10 : 5);

const LEAST_HPA = 900;
const MOST_HPA = 1080;

export function isobarsOf(isWorld: boolean): number[] {
  const apart = isobarsApartHpa(isWorld);
  return Array.from({ length: (MOST_HPA - LEAST_HPA) / apart + 1 }, (_, index) => LEAST_HPA + index * apart);
}
