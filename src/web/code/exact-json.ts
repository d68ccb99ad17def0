export type Json = null | boolean | number | NumberText | string | Json[] | { [key: string]: Json };

/** A number with its source text, such as `6.60` or more digits than a number can hold. */
interface NumberText {
  readonly rawJSON: string;
}

/** Newer browsers expose the source text of numbers. TypeScript's types lack these functions. */
declare global {
  interface JSON {
    rawJSON?(text: string): NumberText;
    isRawJSON?(value: unknown): value is NumberText;
  }
}

/** Returns undefined if the text is no JSON, for example a shortened sample. */
export function parseJson(text: string): Json | undefined {
  const keepDigits = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && context?.source !== undefined
      ? (JSON.rawJSON?.(context.source) ?? value)
      : value;
  try {
    return JSON.parse(text, keepDigits);
  } catch {
    return undefined;
  }
}

export const isNumberText = (value: unknown) => JSON.isRawJSON?.(value) ?? false;

/** Formats a value with every digit of the source. A string stays as it is. */
export const jsonText = (value: Json): string =>
  typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
