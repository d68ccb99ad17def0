import { api, calls, gatewayVerify, mcpServer, pages } from '../src/urls.ts';
import { downloadGrid } from './download.ts';
import { askedAbout, type KeyedPortal } from './keyed-portal.ts';
import type { Request } from './load.ts';
import { toolCall } from './mcp-calls.ts';
import { signIn } from './people.ts';

const clients = 6;
const pauseMs = 5;
const fullEveryMs = 2 * 60 * 1000;
const roundsPerSignIn = 10;

/** A bit of everything, always with other arguments, until the time is over. Returns how many calls were answered. */
export async function mixedLoad(keyed: KeyedPortal, emails: string[], minutes: number): Promise<number> {
  const until = performance.now() + minutes * 60 * 1000;
  const counts = Array.from({ length: clients }, (_, index) => beVisitor(keyed, emails[index]!, until));
  const [answered] = await Promise.all([Promise.all(counts), fetchFullFiles(keyed, until)]);
  return answered.reduce((sum, count) => sum + count, 0);
}

async function beVisitor(
  { portal, authorization }: KeyedPortal,
  email: string,
  until: number,
): Promise<number> {
  let count = 0;
  for (let round = 0; performance.now() < until; round++) {
    for (const [path, request] of visit(authorization)) {
      const answer = await fetch(portal.url + path, request);
      const text = await answer.text();
      // A tool's mistake is a 200 as well.
      if (!answer.ok || text.includes('"isError":true'))
        throw new Error(`${path} answered ${answer.status}: ${text}`);
      count++;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    if (round % roundsPerSignIn === 0) await signIn(portal.url, email);
  }
  return count;
}

function visit(authorization: string): [path: string, request: Request][] {
  const headers = { authorization };
  const latitude = between(-90, 90);
  const longitude = between(-180, 180);
  const coordinates = `${latitude.toFixed(2)},${longitude.toFixed(2)}`;
  const south = Math.min(latitude, 70);
  return [
    [oneOf(documents), {}],
    [calls.authStatus, {}],
    [gatewayVerify, { headers: { ...headers, ...askedAbout } }],
    [`${api}/points?coordinates=${coordinates}&max_forecast_hour=48`, { headers }],
    [
      `${api}/observations.json?min_latitude=${south.toFixed(2)}&max_latitude=${(south + 20).toFixed(2)}`,
      { headers },
    ],
    [mcpServer, toolCall(authorization, 'get_point_forecast', { coordinates, max_forecast_hour: 24 })],
    [mcpServer, toolCall(authorization, 'search_docs', { query: oneOf(words) })],
  ];
}

async function fetchFullFiles(keyed: KeyedPortal, until: number): Promise<void> {
  for (let due = performance.now(); due < until; due += fullEveryMs) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    await downloadGrid(keyed, 'FULL');
  }
}

const documents = [pages.landing, pages.docs, pages.gettingStarted, pages.authentication, pages.mcp];
const words = ['wind', 'pressure level', 'api key', 'ensemble', 'cyclone track', 'degree days', 'netcdf'];

const between = (low: number, high: number) => low + Math.random() * (high - low);
const oneOf = <T>(choices: T[]) => choices[Math.floor(Math.random() * choices.length)]!;
