import fc from 'fast-check';

/** The part of JSON Schema that the API's parameters and the tools' arguments use. */
export interface Schema {
  type?: string;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

/** Real values by the name of a field: a schema says that an id is text, and not which ids exist. */
export interface KnownWorld {
  nowMs: number;
  missionIds: string[];
  docsPaths: string[];
}

/** Returns a value that the schema allows and that exists for this name. */
export function validValue(schema: Schema, name: string, world: KnownWorld): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const { minimum = -1000, maximum = 1000 } = schema;
  switch (schema.type) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
      if (/time|since/.test(name)) return aroundNow(world.nowMs).map((ms) => Math.floor(ms / 1000));
      if (name === 'level') return fc.constantFrom(10, 500, 850, 1000);
      if (name === 'forecast_hour') return fc.integer({ min: 0, max: 120 });
      return fc.integer({ min: minimum, max: Math.max(minimum, maximum) });
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true });
    case 'array':
      return fc.array(validValue(schema.items ?? {}, name, world), { maxLength: 4 });
    default:
      return validText(name, world);
  }
}

function validText(name: string, { nowMs, missionIds, docsPaths }: KnownWorld): fc.Arbitrary<string> {
  if (name === 'coordinates')
    return fc.array(place, { minLength: 1, maxLength: 20 }).map((all) => all.join(';'));
  if (/time|since/.test(name)) return fc.oneof(hourText(nowMs), runText(nowMs));
  if (/mission|^id$/.test(name)) return fc.constantFrom(...missionIds, 'W-1001');
  if (name === 'ens_member') return fc.constantFrom('mean', '0', '1', '25');
  if (name === 'variable') return fc.constantFrom('temperature_2m', '500/temperature', 'precipitation');
  if (name === 'path') return fc.constantFrom(...docsPaths);
  return fc.constantFrom('wind', 'Texas', 'temperature_2m');
}

const place = fc
  .tuple(fc.integer({ min: -90, max: 90 }), fc.integer({ min: -180, max: 360 }))
  .map((pair) => pair.join(','));

const hourMs = 3_600_000;
const aroundNow = (nowMs: number) => fc.integer({ min: -72, max: 72 }).map((hours) => nowMs + hours * hourMs);
const hourText = (nowMs: number) => aroundNow(nowMs).map((ms) => new Date(ms).toISOString().slice(0, 13));
/** Runs start at 00, 06, 12 and 18. The newest ones are not finished. */
const runText = (nowMs: number) =>
  fc
    .integer({ min: 1, max: 12 })
    .map((count) => new Date((Math.floor(nowMs / (6 * hourMs)) - count) * 6 * hourMs))
    .map((run) => run.toISOString().slice(0, 13).replaceAll(/\D/g, ''));
