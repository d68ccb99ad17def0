/** The keys and types of a JSON answer. All entries of an array or a map count as one. */
interface Shape {
  types: Set<string>;
  keys: Map<string, Shape>;
  entries: Shape | undefined;
}

/** Lists the differences in shape between the shown and the real answer, as lines for people. */
export function shapeDifferences(shown: unknown, real: unknown): string[] {
  return differences('the answer', shapeOf([shown]), shapeOf([real]));
}

/** A map has data for keys (a time, a state, an hour); an object has names. */
export const isMap = (value: object) =>
  !Array.isArray(value) && Object.keys(value).some((key) => !/^[a-z][a-z0-9_]*$/.test(key));

function differences(where: string, shown: Shape, real: Shape): string[] {
  const found: string[] = [];
  const [shownTypes, realTypes] = [shown, real].map(({ types }) => [...types].sort().join(' or '));
  // A null has no known type, and an empty object may be a map without entries.
  if (!comparable(shown, real)) found.push(`${where} is shown as ${shownTypes} and is ${realTypes}`);
  for (const [key, inner] of shown.keys) {
    const other = real.keys.get(key);
    if (other) found.push(...differences(`${where}.${key}`, inner, other));
    else found.push(`${where}.${key} is shown and does not exist`);
  }
  for (const key of real.keys.keys())
    if (!shown.keys.has(key)) found.push(`${where}.${key} exists and is not shown`);
  if (shown.entries && real.entries) found.push(...differences(`${where}[]`, shown.entries, real.entries));
  return found;
}

function comparable(shown: Shape, real: Shape): boolean {
  const [one, other] = [shown, real].map(
    ({ types }) => new Set([...types].filter((type) => type !== 'null')),
  );
  return one!.size === 0 || other!.size === 0 || one!.symmetricDifference(other!).size === 0;
}

function shapeOf(values: unknown[]): Shape {
  const objects = values.filter((value): value is object => typeof value === 'object' && value !== null);
  const records = objects.filter((value) => !Array.isArray(value) && !isMap(value));
  const keys = new Set(records.flatMap((record) => Object.keys(record)));
  const entries = objects
    .filter((value) => !records.includes(value))
    .flatMap((value) => Object.values(value));
  return {
    types: new Set(values.map(typeOf)),
    keys: new Map([...keys].map((key) => [key, shapeOf(valuesAt(records, key))])),
    entries: entries.length > 0 ? shapeOf(entries) : undefined,
  };
}

const valuesAt = (records: object[], key: string) =>
  records.filter((record) => key in record).map((record) => (record as Record<string, unknown>)[key]);

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
