import { pages } from '../../src/urls.ts';
import { launchChromium } from '../../test/helpers/chromium.ts';
import { startPortalProcess } from '../../test/helpers/process.ts';
import type { Figure, Part } from '../figure.ts';
import { firstLoad, kilobytesOf } from '../first-load.ts';

const kinds = { document: 'HTML', style: 'CSS', script: 'JS', font: 'fonts' } as const;
type Kind = keyof typeof kinds;

/** What a page of words and code weighs; pictures, console and viewer bring what they need, and have parts of their own. */
export const weightPart: Part = {
  name: 'weight',
  async run(): Promise<Figure[]> {
    await using stack = new AsyncDisposableStack();
    const portal = stack.adopt(await startPortalProcess(), (started) => started.close());
    const browser = stack.adopt(await launchChromium(), (launched) => launched.close());
    const fetched = await firstLoad(browser, portal.url + pages.gettingStarted);
    const figures = (Object.keys(kinds) as Kind[]).map((kind) => ({
      what: `${kinds[kind]} of ${pages.gettingStarted}`,
      value: kilobytesOf(fetched, kind),
      unit: 'kB',
      ...(kind === 'script' ? { aim: 'at most 85' } : {}),
    }));
    return [...figures, { what: 'requests', value: fetched.length, unit: '' }];
  },
};
