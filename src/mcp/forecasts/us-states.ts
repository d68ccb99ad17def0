import { stateNames } from '../../pictures/charts/us-states.ts';

/** The whole country, in place of a state. */
export const unitedStates = 'United States';
const wholeCountry = ['us', 'usa', 'u.s.', 'united states', 'nation', 'national', 'total'];

/** By name or code, in any capitals; undefined if it is no state of this list. */
export function findState(text: string, states: readonly string[]): string | undefined {
  const word = text.trim();
  if (wholeCountry.includes(word.toLowerCase())) return unitedStates;
  const name = stateNames.get(word.toUpperCase()) ?? word;
  return states.find((each) => each.toLowerCase() === name.toLowerCase());
}
