import type { Parameter } from '../../content/contract.ts';
import { isNumberText, type Json } from '../code/exact-json.ts';

export interface TreeRow {
  /** The path is also the row's id: `forecasts[0][3].temperature_2m`. The root's path is empty. */
  path: string;
  name: string;
  depth: number;
  value: Json;
  /** The number of entries. Plain values have none. */
  size: number | undefined;
  expanded: boolean;
  position: number;
  siblings: number;
}

/** Returns the visible rows, top to bottom. Collapsed branches cost nothing. */
export function visibleRows(root: Json, expanded: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const visit = (value: Json, row: Pick<TreeRow, 'path' | 'name' | 'depth' | 'position' | 'siblings'>) => {
    const children = entriesOf(value);
    const isOpen = children !== undefined && expanded.has(row.path);
    rows.push({ ...row, value, size: children?.length, expanded: isOpen });
    if (!children || !isOpen) return;
    for (const [index, [name, child]] of children.entries()) {
      const path = childPath(row.path, name, Array.isArray(value));
      visit(child, { path, name, depth: row.depth + 1, position: index + 1, siblings: children.length });
    }
  };
  visit(root, { path: '', name: '', depth: 0, position: 1, siblings: 1 });
  return rows;
}

/** Expands level by level while the tree stays within `maxRows`. */
export function initiallyExpanded(root: Json, maxRows: number): Set<string> {
  const expanded = new Set<string>();
  let rows = 1;
  let level: [string, Json][] = [['', root]];
  while (level.length > 0) {
    const below = level.flatMap(([path, value]) =>
      (entriesOf(value) ?? []).map(([name, child]): [string, Json] => [
        childPath(path, name, Array.isArray(value)),
        child,
      ]),
    );
    rows += below.length;
    if (rows > maxRows && expanded.size > 0) return expanded;
    for (const [path, value] of level) if (entriesOf(value)) expanded.add(path);
    level = below;
  }
  return expanded;
}

function entriesOf(value: Json): [string, Json][] | undefined {
  if (typeof value !== 'object' || value === null || isNumberText(value)) return undefined;
  return Object.entries(value);
}

function childPath(parent: string, name: string, inArray: boolean): string {
  if (inArray) return `${parent}[${name}]`;
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `${parent}[${JSON.stringify(name)}]`;
  return parent ? `${parent}.${name}` : name;
}

/** Collects units by field name at every depth. A `{date}` key takes the unit of the field above it. */
export function unitsOf(parameters: Parameter[]): Map<string, string> {
  const units = new Map<string, string>();
  const visit = (list: Parameter[], above: string) => {
    for (const { name, unit, arrayItems } of list) {
      const field = name.startsWith('{') ? above : name;
      if (unit) units.set(field, unit);
      visit(arrayItems ?? [], field);
    }
  };
  visit(parameters, wholeAnswer);
  return units;
}

const wholeAnswer = '';

/** The unit is that of the field or of the nearest documented field above it: `hdd.Ohio["2026-11-15"]`. */
export function unitAt(path: string, units: Map<string, string>): string | undefined {
  const named = path.split(/[.[\]"]+/).findLast((name) => units.has(name));
  return units.get(named ?? wholeAnswer);
}

export interface TreeMove {
  choose?: number;
  toggle?: string;
}

/** Implements the keys of a tree as in the ARIA practices. */
export function treeMove(
  key: string,
  rows: Pick<TreeRow, 'path' | 'depth' | 'size' | 'expanded'>[],
  index: number,
): TreeMove | undefined {
  const row = rows[index];
  if (!row) return undefined;
  const last = rows.length - 1;
  const [below, above] = [Math.min(index + 1, last), Math.max(index - 1, 0)];
  const choose = { ArrowDown: below, ArrowUp: above, Home: 0, End: last }[key];
  if (choose !== undefined) return { choose };
  const isBranch = row.size !== undefined;
  if (key === 'ArrowRight' && isBranch) return row.expanded ? { choose: below } : { toggle: row.path };
  if (key === 'ArrowLeft' && !row.expanded) {
    const parent = rows.findLastIndex(({ depth }, at) => at < index && depth < row.depth);
    return { choose: Math.max(0, parent) };
  }
  if (!['ArrowLeft', 'ArrowRight', 'Enter', ' '].includes(key)) return undefined;
  return isBranch ? { toggle: row.path } : {};
}

type Fields = { [key: string]: Json };

/** Parses the text dump of a NetCDF header into a tree. */
export function parseNetcdfHeader(text: string): Json | undefined {
  const name = /^netcdf (\S+) \{/.exec(text)?.[1];
  if (!name) return undefined;
  const dimensions: Fields = {};
  const variables: { [key: string]: Fields } = {};
  const attributes: Fields = {};
  for (const line of text.split('\n').map((each) => each.trim())) {
    const attribute = /^(\w*):(\w+) = (.+) ;$/.exec(line);
    const dimension = /^(\w+) = (\d+|UNLIMITED) ;/.exec(line);
    const variable = /^(\w+) (\w+)(?:\(([^)]*)\))? ;$/.exec(line);
    if (attribute) {
      const [, of = '', key = '', value = ''] = attribute;
      const fields = of === '' ? attributes : variables[of];
      if (fields) fields[key] = readValue(value);
    } else if (dimension) {
      const [, key = '', size = ''] = dimension;
      dimensions[key] = readValue(size);
    } else if (variable) {
      const [, type = '', key = '', along = ''] = variable;
      variables[key] = { type, dimensions: along ? along.split(', ') : [] };
    }
  }
  return { name, dimensions, variables, attributes };
}

/** Values look like `"degC"`, `3` or `-32767.f`, where a letter after a number is its type. */
function readValue(text: string): Json {
  if (text.startsWith('"')) return text.slice(1, -1);
  const number = Number(text.replace(/\.?[fsbLu]+$/i, ''));
  return Number.isFinite(number) ? number : text;
}
