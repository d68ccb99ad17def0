import type { PictureTable } from '../../drawing/tables.ts';
import { type Json, parseJson } from '../code/exact-json.ts';

type Cells = Map<string, string>;

/** Reading every digit of more than this would be felt. */
const exactCharactersMax = 400_000;
const columnsMax = 40;

/** The rows of any documented answer: what lies in lists and maps, one a line, with where it lay in front. */
export function tableIn(text: string): PictureTable | undefined {
  const root = text.length <= exactCharactersMax ? parseJson(text) : plainJson(text);
  if (root === undefined) return undefined;
  const rows = rowsOf(mainPart(root), new Map(), 1);
  const names = new Set<string>();
  for (const row of rows) for (const name of row.keys()) if (names.size < columnsMax) names.add(name);
  const columns = [...names];
  return { columns, rows: rows.map((row) => columns.map((name) => row.get(name) ?? '')) };
}

function plainJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Of an answer with a list and some words about it, the list. */
function mainPart(root: Json): Json {
  if (!isObject(root)) return root;
  const parts = Object.values(root);
  const lists = parts.filter(isCollection);
  const isMap = lists.length === parts.length && !Object.keys(root).some((key) => /^[a-z_]+$/.test(key));
  if (isMap || lists.length === 0) return root;
  return lists.reduce((most, list) => (sizeOf(list) > sizeOf(most) ? list : most));
}

function rowsOf(value: Json, before: Cells, depth: number): Cells[] {
  if (Array.isArray(value)) {
    return value.flatMap((entry, index) => {
      if (Array.isArray(entry)) return rowsOf(entry, with_(before, 'place', String(index + 1)), depth + 1);
      return isObject(entry) ? rowsOf(entry, before, depth) : [with_(before, 'value', cellOf(entry))];
    });
  }
  if (!isObject(value)) return [with_(before, 'value', cellOf(value))];
  const entries = Object.entries(value);
  if (entries.length > 0 && entries.every(([, inner]) => isCollection(inner)))
    return entries.flatMap(([key, inner]) =>
      rowsOf(inner, with_(before, keyNames[depth] ?? 'key', key), depth + 1),
    );
  const row = new Map(before);
  for (const [name, inner] of entries) row.set(name, cellOf(inner));
  return [row];
}

const keyNames: Record<number, string> = { 1: 'name' };
const with_ = (cells: Cells, name: string, text: string) => new Map(cells).set(name, text);

const cellOf = (value: Json) =>
  value === null ? '' : typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Numbers with all their digits are objects, too. */
const isObject = (value: Json): value is { [key: string]: Json } =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.getPrototypeOf(value) !== null;
const isCollection = (value: Json) => Array.isArray(value) || isObject(value);
const sizeOf = (value: Json) => (isObject(value) || Array.isArray(value) ? Object.keys(value).length : 0);

/** By one column: numbers as numbers, then words; what is empty comes last. */
export function sortRows(rows: string[][], column: number, descending: boolean): string[][] {
  const sign = descending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [left = '', right = ''] = [one[column], other[column]];
    if (left === '' || right === '') return left === right ? 0 : left === '' ? 1 : -1;
    const difference = Number(left) - Number(right);
    return sign * (Number.isNaN(difference) ? left.localeCompare(right, 'en') : difference);
  });
}
