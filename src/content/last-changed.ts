import type { Section } from './contract.ts';

/** The day on which something on a page last changed, YYYY-MM-DD; undefined where no section says it. */
export const lastChanged = (sections: Section[]): string | undefined =>
  sections
    .map((section) => changedOf(section) ?? '')
    .sort()
    .at(-1) || undefined;

/** The content stands under the name of its kind. */
const changedOf = (section: Section) =>
  (section as unknown as Record<string, { changed?: string }>)[section.kind]!.changed;

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** 12 November: not by `Intl`, whose first use takes a phone a tenth of a second on every page. */
export function dayOfMonth(day: string): string {
  const [, month, date] = day.split('-').map(Number) as [number, number, number];
  return `${date} ${months[month - 1]}`;
}

/** 12 November 2026 */
export const dayWords = (day: string): string => `${dayOfMonth(day)} ${day.slice(0, 4)}`;
