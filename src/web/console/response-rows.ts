import type { PictureTable } from '../../pictures/table.ts';
import { type Json, parseJson } from '../code/exact-json.ts';

/** A row's own fields, and the keys of the lists and maps that contain it. */
interface Row {
  keys: ReadonlyMap<string, string>;
  own: Record<string, Json>;
}

const maxColumns = 40;

/** Flattens any documented response into rows. The keys that lead to a row come first. */
export function tableIn(text: string): PictureTable | undefined {
  const root = parseJson(text);
  if (root === undefined) return undefined;
  const rows = rowsOf(mainPart(root), new Map(), 1);
  const names = new Set(rows.flatMap(({ keys, own }) => [...keys.keys(), ...Object.keys(own)]));
  const columns = [...names].slice(0, maxColumns);
  const cell = ({ keys, own }: Row, name: string) =>
    Object.hasOwn(own, name) ? cellOf(own[name] ?? null) : (keys.get(name) ?? '');
  return { columns, rows: rows.map((row) => columns.map((name) => cell(row, name))) };
}

/** In a response with a list and some metadata, the list is the main part. */
function mainPart(root: Json): Json {
  if (!isObject(root)) return root;
  const parts = Object.values(root);
  const lists = parts.filter(isCollection);
  const isMap = lists.length === parts.length && !Object.keys(root).some((key) => /^[a-z_]+$/.test(key));
  if (isMap || lists.length === 0) return root;
  return lists.reduce((most, list) => (sizeOf(list) > sizeOf(most) ? list : most));
}

function rowsOf(value: Json, keys: Row['keys'], depth: number): Row[] {
  if (Array.isArray(value)) {
    return value.flatMap((entry, index) => {
      if (Array.isArray(entry)) return rowsOf(entry, under(keys, 'place', String(index + 1)), depth + 1);
      return isObject(entry) ? rowsOf(entry, keys, depth) : [{ keys, own: { value: entry } }];
    });
  }
  if (!isObject(value)) return [{ keys, own: { value } }];
  const parts = Object.values(value);
  if (parts.length === 0 || !parts.every(isCollection)) return [{ keys, own: value }];
  const title = depth === 1 ? 'name' : 'key';
  return Object.entries(value).flatMap(([key, inner]) => rowsOf(inner, under(keys, title, key), depth + 1));
}

const under = (keys: Row['keys'], name: string, text: string) => new Map(keys).set(name, text);

const cellOf = (value: Json) =>
  value === null ? '' : typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Numbers with their source text are objects too, without a prototype. */
const isObject = (value: Json): value is { [key: string]: Json } =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.getPrototypeOf(value) !== null;
const isCollection = (value: Json) => Array.isArray(value) || isObject(value);
const sizeOf = (value: Json) => (isObject(value) || Array.isArray(value) ? Object.keys(value).length : 0);

/** Numbers sort before text, and empty cells come last. */
export function sortRows(rows: string[][], column: number, descending: boolean): string[][] {
  const sign = descending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [left = '', right = ''] = [one[column], other[column]];
    if (left === '' || right === '') return left === right ? 0 : left === '' ? 1 : -1;
    const difference = Number(left) - Number(right);
    return sign * (Number.isNaN(difference) ? left.localeCompare(right, 'en') : difference);
  });
}
