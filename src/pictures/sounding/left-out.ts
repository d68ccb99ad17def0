/** Why a row, or one of its values, is not part of a sounding. */
const WHAT_IS_LEFT_OUT = {
  'no time': 'row',
  'no altitude': 'row',
  'impossible altitude': 'row',
  'impossible pressure': 'row',
  'impossible temperature': 'row',
  'sent again': 'row',
  'altitude jumps': 'row',
  'outside the leg': 'row',
  'pressure does not fall with height': 'row',
  'impossible humidity': 'humidity',
  'impossible wind': 'wind',
  'impossible place': 'place',
} as const;

export type Reason = keyof typeof WHAT_IS_LEFT_OUT;

export interface LeftOut {
  what: (typeof WHAT_IS_LEFT_OUT)[Reason];
  reason: Reason;
  count: number;
}

/** Counts what is left out, so that it can be shown. */
export class Tally {
  readonly #counts = new Map<Reason, number>();

  add(reason: Reason, count = 1): void {
    if (count > 0) this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + count);
  }

  list(): LeftOut[] {
    return [...this.#counts].map(([reason, count]) => ({ what: WHAT_IS_LEFT_OUT[reason], reason, count }));
  }
}
