import { expect, test } from 'vitest';
import { lastChanged } from '../../src/content/page-text.ts';
import { renderAll, sandboxSite, sites } from './content-site.ts';

const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

test.each(sites)(
  'every part of every page %s says when it last changed, and none in the future',
  (_, site) => {
    const days = site.pages.flatMap((page) =>
      site.sectionsOf(page).map((section) => [section.file, lastChanged([section])] as const),
    );
    expect(days.length).toBeGreaterThan(50);
    // A day that is in the future here may be today where the text was written.
    expect(days.filter(([, day]) => day === undefined || day > tomorrow)).toEqual([]);
  },
);

test('a page shows the newest day of its parts', () => {
  for (const [path, html] of renderAll(sandboxSite)) {
    const sections = sandboxSite.sectionsOf(sandboxSite.pages.find((page) => page.path === path)!);
    const newest = sections
      .map((section) => lastChanged([section])!)
      .sort()
      .at(-1)!;
    const [, shown] = /Updated (?:<!-- -->)?(\d+ \w+ \d{4})/.exec(html) ?? [];
    expect([path, new Date(`${shown} UTC`).toISOString().slice(0, 10)]).toEqual([path, newest]);
  }
});
