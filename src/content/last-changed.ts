import type { Section } from './contract.ts';

/** The day of the latest change on a page, YYYY-MM-DD, or undefined if no section has one. */
export const lastChanged = (sections: Section[]): string | undefined =>
  sections
    .map((section) => changedOf(section) ?? '')
    .sort()
    .at(-1) || undefined;

/** A section has its content in the field that is named after its kind. */
const changedOf = (section: Section) =>
  (section as unknown as Record<string, { changed?: string }>)[section.kind]!.changed;

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Formats 12 Nov without `Intl`, whose first use takes a phone a tenth of a second on every page. */
function dayOfMonth(day: string): string {
  const [, month, date] = day.split('-').map(Number) as [number, number, number];
  return `${date} ${months[month - 1]}`;
}

export const formatDay = (day: string): string => `${dayOfMonth(day)} ${day.slice(0, 4)}`;
