import { PublicError } from '../platform/errors.ts';

/** What a row of the provider must have, or we say that it is missing; what else it has is left alone. */
export function list(body: Record<string, unknown>, name: string): Record<string, unknown>[] {
  const value = body[name];
  if (!Array.isArray(value)) throw missing(name);
  return value;
}

export function record<Value>(body: Record<string, unknown>, name: string): Record<string, Value> {
  const value = body[name];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw missing(name);
  return value as Record<string, Value>;
}

export function text(row: Record<string, unknown>, name: string): string {
  const value = row[name];
  if (typeof value !== 'string') throw missing(name);
  return value;
}

export function number(row: Record<string, unknown>, name: string): number {
  const value = row[name];
  if (typeof value !== 'number') throw missing(name);
  return value;
}

export function numbers<Name extends string>(
  row: Record<string, unknown>,
  names: readonly Name[],
): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, number(row, name)])) as Record<Name, number>;
}

const missing = (name: string) =>
  new PublicError(502, `The provider’s API answered without ${name}, which it documents.`);
