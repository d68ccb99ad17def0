import type { Json } from '../../code/exact-json.ts';

type Fields = { [key: string]: Json };

/** The dump of a NetCDF header as a tree; undefined when it is none. */
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

/** `"degC"`, `3`, `-32767.f`: the letter behind a number is its type. */
function readValue(text: string): Json {
  if (text.startsWith('"')) return text.slice(1, -1);
  const number = Number(text.replace(/\.?[fsbLu]+$/i, ''));
  return Number.isFinite(number) ? number : text;
}
