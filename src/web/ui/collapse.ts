/** How tall a block may be before it is cut; decided from counts, so that server and browser agree. */
export const collapsePx = { code: 300, helper: 400, response: 400, table: 500 } as const;

/** A cut that hides less than this is not worth a button. */
const thresholdPx = 50;

const codeLinePx = 22;
const codePaddingPx = 32;

export const isTaller = (heightPx: number, limitPx: number) => heightPx > limitPx + thresholdPx;

export function codeHeightPx(text: string): number {
  return text.trimEnd().split('\n').length * codeLinePx + codePaddingPx;
}
