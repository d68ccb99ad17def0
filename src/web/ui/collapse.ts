export interface CollapseLimit {
  /** How tall a block may be, and how tall it is when it is cut. */
  limitPx: number;
  /** A cut that hides less than this is not worth a button. */
  sparePx: number;
}

/** Decided from counts, so that server and browser agree; a block that has not been seen yet is measured. */
export const collapse = {
  code: { limitPx: 300, sparePx: 50 },
  response: { limitPx: 400, sparePx: 0 },
  table: { limitPx: 500, sparePx: 0 },
} as const satisfies Record<string, CollapseLimit>;

const codeLinePx = 22;
const codePaddingPx = 32;

export const isTaller = (heightPx: number, { limitPx, sparePx }: CollapseLimit) =>
  heightPx > limitPx + sparePx;

export function codeHeightPx(text: string): number {
  return text.trimEnd().split('\n').length * codeLinePx + codePaddingPx;
}
