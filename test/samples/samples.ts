import type { Sample } from '../../src/content/outputs/samples.ts';
import { pages } from '../../src/urls.ts';

/** Pages that tell the reader that a free key is enough. */
const freePages: string[] = [
  pages.docs,
  pages.gettingStarted,
  pages.authentication,
  pages.mcp,
  '/docs/forecast-api/points',
  '/docs/python-library/installation',
];

export const worksWithFreeKey = (sample: Sample) => freePages.includes(sample.page);

/** Code that uses the provider's package, which has other hosts built in. */
export const usesLibrary = (sample: Sample) => sample.page.startsWith('/docs/python-library/');

export const isEndless = (sample: Sample) => sample.title.startsWith('Runs until stopped');

/** A key may download one file of all variables at a time. */
export const isLargeDownload = (sample: Sample) => /\bFULL\b|grid_full|get_full/.test(sample.text);
