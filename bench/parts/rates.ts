import { calls, pages } from '../../src/urls.ts';
import { startPortalProcess } from '../../test/helpers/process.ts';
import { compared, type Figure, type Part } from '../figure.ts';
import { startFloorLike } from '../floor.ts';
import { bestInTurns, loadAllAnswered } from '../load.ts';
import { rawAnswer } from '../raw-answer.ts';

/** Requests a second, next to a bare server that sends the same bytes. */
export const ratesPart: Part = {
  name: 'rates',
  async run(): Promise<Figure[]> {
    await using stack = new AsyncDisposableStack();
    const portal = stack.adopt(await startPortalProcess({ LOG_LEVEL: 'warn' }), (started) => started.close());
    const page = await compare('a prerendered page', portal.url + pages.docs);
    const status = await compare('the status call', portal.url + calls.authStatus);
    return [{ ...page, aim: 'at least 0.70' }, status];
  },
};

async function compare(what: string, url: string): Promise<Figure> {
  // A visitor who has been here before: the cookie is known.
  const first = await rawAnswer(url);
  const cookie = String(first.headers['set-cookie']?.[0]).split(';')[0]!;
  const headers = { cookie, 'accept-encoding': 'br' };
  await using stack = new AsyncDisposableStack();
  const floor = stack.adopt(await startFloorLike(url, { headers }), (started) => started.close());
  const { bare, ours } = await bestInTurns({
    bare: (isWarm) => loadAllAnswered({ url: floor.url, headers, isWarm }),
    ours: (isWarm) => loadAllAnswered({ url, headers, isWarm }),
  });
  return compared({ what, value: ours.perSecond, unit: '/s', floor: bare.perSecond });
}
