import { findTokenFault, isTokenFormat, type TokenFault, type TokenPart } from '../../../keys/key-format.ts';
import { formatCount } from '../../../pictures/format.ts';
import { dayMs } from '../../../time.ts';
import { utcDay, utcTime } from '../../time/format-time.ts';
import type { Finding } from './finding.ts';

/**
 * A signed token, by what it says of itself. Its signature is the server's to check. An assistant may send it
 * alone: then it names the client id.
 */
export function checkToken(token: string, clientId: string | undefined, now: Date): Finding[] {
  if (!isTokenFormat(token))
    return [
      {
        tone: 'wrong',
        words: 'The token is not whole: it has three parts with points between, the last of 43 characters.',
      },
    ];
  const [header, claims] = token.split('.').map(parsePart);
  const fault = findTokenFault(header, claims, clientId ?? String(claims?.client_id), now.getTime() / 1000);
  if (fault) return [{ tone: 'wrong', words: describeFault(fault, claims, now) }];
  const until = typeof claims?.exp === 'number' ? `, and is good until ${whenOf(claims.exp)}` : '';
  return [
    {
      tone: 'right',
      words: `The token names this client ID, its clock is right${until}. Whether it is signed with this key’s secret, only the server can tell.`,
    },
  ];
}

function describeFault(fault: TokenFault, claims: TokenPart | undefined, now: Date): string {
  if (typeof fault === 'object') return describeClock(fault.minutesOff, claims, now);
  switch (fault) {
    case 'algorithm':
      return 'The token’s header cannot be read, or its alg is not HS256: no other is taken.';
    case 'type':
      return 'The token’s typ must be JWT, or be left out.';
    case 'more-in-header':
      return 'The token’s header may hold alg and typ, and nothing else.';
    case 'client-id':
      return 'The token’s client_id is not the client ID that it is sent with.';
    case 'no-iat':
      return 'The token has no iat: the time at which it was made, in seconds.';
    case 'expired':
      return `The token is over: its exp was ${whenOf(Number(claims?.exp))}. Make a new one for each call.`;
    case 'not-begun':
      return 'The token’s nbf is still to come.';
  }
}

/** Milliseconds are the usual mistake. */
function describeClock(minutesOff: number, claims: TokenPart | undefined, now: Date): string {
  const isMilliseconds = Math.abs(Number(claims?.iat) - now.getTime()) < dayMs;
  if (isMilliseconds) return 'The token’s iat is in milliseconds: it must be in seconds.';
  const off = `${formatCount(Math.abs(minutesOff))} minutes ${minutesOff < 0 ? 'behind' : 'ahead'}`;
  return `The token’s iat is ${off}, and 5 are allowed. Make a new token, and check the clock of the machine that makes it.`;
}

/** Nov 15, 14:05 UTC; of a number that is no time, the number. */
function whenOf(seconds: number): string {
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime()) ? String(seconds) : `${utcDay(time)}, ${utcTime(time)}`;
}

function parsePart(part: string): TokenPart | undefined {
  try {
    const text = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as TokenPart)
      : undefined;
  } catch {
    return undefined;
  }
}
