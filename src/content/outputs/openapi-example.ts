/** A number that JavaScript cannot hold, or would write otherwise, keeps the digits it was written with. */
export function parseExact(text: string): unknown {
  return JSON.parse(text, ((_key: string, value: unknown, { source }: { source?: string }) =>
    typeof value === 'number' && source !== undefined && source !== String(value)
      ? rawJson(source)
      : value) as Reviver);
}

type Reviver = (this: unknown, key: string, value: unknown) => unknown;

const { rawJSON: rawJson } = JSON as typeof JSON & { rawJSON(text: string): unknown };
