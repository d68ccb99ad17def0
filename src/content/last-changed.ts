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

/** 12 November 2026 */
export const dayWords = (day: string) =>
  new Date(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
