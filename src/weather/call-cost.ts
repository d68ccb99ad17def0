export const maxPlaces = 50;

/** Every 10 places, or part of them, count as one request of the hourly quota. */
export const placesPerRequest = 10;

/**
 * The number of requests that a call takes from the hourly quota. It is known before the parameters are checked,
 * because only callers with a valid key get their errors. The browser shows it before a call is sent.
 */
export function costOf(coordinates: unknown): number {
  if (typeof coordinates !== 'string') return 1;
  return Math.ceil(Math.min(splitPairs(coordinates).length, maxPlaces) / placesPerRequest);
}

export const splitPairs = (text: string) => text.replaceAll(' ', '').replace(/;$/, '').split(';');
