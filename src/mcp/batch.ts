import { badRequest } from '../platform/errors.ts';

const callsMax = 20;
const openingBracket = '['.charCodeAt(0);
const spaces = [9, 10, 13, 32];

/** Earlier revisions of the protocol allow many calls in one request; a request that is not JSON is the package's. */
export function requireSmallBatch(body: unknown): void {
  if (!Buffer.isBuffer(body)) return;
  const first = body.find((byte) => !spaces.includes(byte));
  if (first === openingBracket && countCalls(body) > callsMax)
    throw badRequest(`At most ${callsMax} calls are taken in one batch: send the others in another request.`);
}

function countCalls(body: Buffer): number {
  try {
    return (JSON.parse(body.toString()) as unknown[]).length;
  } catch {
    return 0;
  }
}
