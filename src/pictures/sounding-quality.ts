import { formatCount, pluralize } from './format.ts';
import { distanceMetres, type Leg } from './sounding/legs.ts';
import type { Sounding } from './sounding/sounding.ts';
import { numberCell, type PictureTable, timeCell } from './table.ts';
import type { Units } from './units.ts';

/** The weather at the end of a leg this long differs from that at its beginning. */
const longLegMetres = 200_000;

/** A warning about a leg that is no vertical profile; undefined for a short one. */
export function driftWarning({ distanceMetres: distance }: Leg): string | undefined {
  if (distance === null || distance < longLegMetres) return undefined;
  return `This leg is ${formatCount(distance / 1000)} km long, so its lower and upper parts are in different air.`;
}

const steps = {
  km: { metres: 1000, label: (count: number) => `${count}–${count + 1}`, unit: 'km' },
  ft: { metres: 1524, label: (count: number) => `${count * 5}–${count * 5 + 5}`, unit: '1,000 ft' },
};

/** Rows by height: how many, in how many of the layers of 100 m, when, and how far from the beginning of the leg. */
export function qualityTable({ levels, leg }: Sounding, { heights }: Pick<Units, 'heights'>): PictureTable {
  const { metres, label, unit } = steps[heights === 'ft' ? 'ft' : 'km'];
  const { position: start } = leg.begin;
  const groups = Map.groupBy(levels, ({ altitudeMetres }) => Math.floor(altitudeMetres / metres));
  return {
    columns: [
      `Altitude (${unit})`,
      'Time (UTC)',
      'Observations',
      'Layers of 100 m',
      'Fewest in a layer',
      'Drift (km)',
    ],
    rows: [...groups].map(([count, own]) => {
      const middle = own[own.length >> 1]!;
      const drift = start && middle.position && distanceMetres(start, middle.position) / 1000;
      return [
        label(count),
        timeCell(middle.timeSeconds * 1000),
        numberCell(
          own.reduce((rows, level) => rows + level.rows, 0),
          0,
        ),
        numberCell(own.length, 0),
        numberCell(Math.min(...own.map(({ rows }) => rows)), 0),
        numberCell(drift, 0),
      ];
    }),
  };
}

/** "12 observations left out: altitude jumps." for each reason. Rows of the neighbouring legs aren't counted. */
export const rejectionTexts = ({ rejections }: Pick<Sounding, 'rejections'>): string[] => {
  const own = rejections.filter(({ reason }) => reason !== 'outside the leg');
  if (own.length === 0) return ['No observations were left out.'];
  return own.map(
    ({ what, reason, count }) =>
      `${pluralize(count, what === 'row' ? 'observation' : `${what} value`)} left out: ${reason}.`,
  );
};

/** "12 layers of 100 m with 3 to 10 observations each." */
export function describeLayers({ levels }: Pick<Sounding, 'levels'>): string {
  const rows = levels.map((level) => level.rows);
  const [fewest, most] = [Math.min(...rows), Math.max(...rows)];
  const counts =
    fewest === most ? pluralize(most, 'observation') : `${fewest} to ${pluralize(most, 'observation')}`;
  return `${pluralize(levels.length, 'layer')} of 100 m with ${counts} each.`;
}
