import type { Section } from './contract.ts';

/** The day on which something on a page last changed, YYYY-MM-DD; undefined where no section says it. */
export const lastChanged = (sections: Section[]): string | undefined =>
  sections
    .map((section) => contentOf(section).changed ?? '')
    .sort()
    .at(-1) || undefined;

function contentOf(section: Section) {
  if (section.kind === 'endpoint') return section.endpoint;
  return section.kind === 'guide' ? section.guide : section.mcp;
}

/** 12 November 2026 */
export const dayWords = (day: string) =>
  new Date(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
