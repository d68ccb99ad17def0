import { calls, pages } from '../../src/urls.ts';
import { startPortalProcess } from '../../test/helpers/process.ts';
import type { Figure, Part } from '../figure.ts';
import { startFloor } from '../floor.ts';
import { load } from '../load.ts';
import { rawGet } from '../raw-get.ts';

/** Requests a second, next to a bare server that sends the same bytes. */
export const ratesPart: Part = {
  name: 'rates',
  async run(): Promise<Figure[]> {
    const portal = await startPortalProcess({ LOG_LEVEL: 'warn' });
    const figures = [
      await compare('a prerendered page', portal.url + pages.docs, 'at least 0.70'),
      await compare('the status call', portal.url + calls.authStatus),
    ];
    await portal.close();
    return figures;
  },
};

async function compare(what: string, url: string, aim?: string): Promise<Figure> {
  // A visitor who has been here before: the cookie is known.
  const first = await rawGet(url, {});
  const cookie = String(first.headers['set-cookie']?.[0]).split(';')[0]!;
  const headers = { cookie, 'accept-encoding': 'br' };
  const answer = await rawGet(url, headers);
  const sent = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !hopByHop.has(name)));
  const floor = await startFloor(answer.body, sent as Record<string, string>);
  const bare = await load({ url: floor.url, headers });
  floor.close();
  const ours = await load({ url, headers });
  return {
    what,
    value: ours.perSecond,
    unit: '/s',
    floor: bare.perSecond,
    ratio: ours.perSecond / bare.perSecond,
    ...(aim ? { aim } : {}),
  };
}

const hopByHop = new Set(['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding']);
