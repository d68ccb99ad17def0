export type Json = null | boolean | number | NumberText | string | Json[] | { [key: string]: Json };

/** A number as its text says it: `6.60`, or with more digits than a number can hold. */
interface NumberText {
  readonly rawJSON: string;
}

/** Newer browsers tell how a number was written, and write it so again. */
const numberText = JSON as unknown as {
  rawJSON?: (text: string) => NumberText;
  isRawJSON?: (value: unknown) => value is NumberText;
};

/** Undefined when it is no JSON: an example may be shortened. */
export function parseJson(text: string): Json | undefined {
  const keepDigits = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && context?.source !== undefined
      ? (numberText.rawJSON?.(context.source) ?? value)
      : value;
  try {
    return JSON.parse(text, keepDigits) as Json;
  } catch {
    return undefined;
  }
}

export const isNumberText = (value: unknown) => numberText.isRawJSON?.(value) ?? false;

/** Laid out, with every digit as it was written; a text alone stays as it is. */
export function jsonText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}
