import type { PictureTable } from '../../pictures/table.ts';
import { type Json, parseJson } from '../code/exact-json.ts';

/** A row's own fields, and the keys of the lists and maps that contain it. */
interface Row {
  before: ReadonlyMap<string, string>;
  own: Record<string, Json>;
}

const columnsMax = 40;

/** Flattens any documented response into rows. The keys that lead to a row come first. */
export function tableIn(text: string): PictureTable | undefined {
  const root = parseJson(text);
  if (root === undefined) return undefined;
  const rows = rowsOf(mainPart(root), new Map(), 1);
  const columns = columnsOf(rows);
  return {
    columns,
    rows: rows.map(({ before, own }) =>
      columns.map((name) => (Object.hasOwn(own, name) ? cellOf(own[name]!) : (before.get(name) ?? ''))),
    ),
  };
}

function columnsOf(rows: Row[]): string[] {
  const names = new Set<string>();
  for (const { before, own } of rows) {
    for (const name of before.keys()) names.add(name);
    for (const name in own) names.add(name);
  }
  return [...names].slice(0, columnsMax);
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

function rowsOf(value: Json, before: Row['before'], depth: number): Row[] {
  if (Array.isArray(value)) {
    return value.flatMap((entry, index) => {
      if (Array.isArray(entry)) return rowsOf(entry, under(before, 'place', String(index + 1)), depth + 1);
      return isObject(entry) ? rowsOf(entry, before, depth) : [{ before, own: { value: entry } }];
    });
  }
  if (!isObject(value)) return [{ before, own: { value } }];
  const parts = Object.values(value);
  if (parts.length === 0 || !parts.every(isCollection)) return [{ before, own: value }];
  const title = depth === 1 ? 'name' : 'key';
  return Object.entries(value).flatMap(([key, inner]) => rowsOf(inner, under(before, title, key), depth + 1));
}

const under = (before: Row['before'], name: string, text: string) => new Map(before).set(name, text);

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
