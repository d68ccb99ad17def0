import { z } from 'zod';

const changing = [
  'temperature_2m',
  'temperature_2m_min',
  'temperature_2m_max',
  'wind_speed_10m',
  'wind_speed_10m_max',
  'precipitation',
  'pressure_msl',
  'pressure_msl_min',
] as const;
type Numbers = Partial<Record<(typeof changing)[number] | 'hours', number | null>>;

export const change = z
  .partialRecord(z.enum(changing), z.number())
  .optional()
  .describe(
    'By how much this run says more than the run before, in the same units; absent where that one has other hours',
  );

type Change = z.infer<typeof change>;

/** Undefined unless both are about the same hours. */
export function changeBetween(newer: object, older: object | undefined): Change {
  const [now, before] = [newer, older] as [Numbers, Numbers | undefined];
  if (!before || now.hours !== before.hours) return undefined;
  const differences = changing
    .filter((name) => now[name] != null && before[name] != null)
    .map((name) => [name, Math.round((now[name]! - before[name]!) * 100) / 100]);
  return Object.fromEntries(differences);
}

/** `temperature_2m +1.2, precipitation -0.4` */
export const changeWords = (changed: Change) =>
  changed
    ? Object.entries(changed)
        .map(([name, value]) => `${name} ${value! > 0 ? '+' : ''}${value}`)
        .join(', ')
    : 'not known';
