import { connect } from 'node:net';
import type { WireBytes } from './request.ts';

export type Outcome =
  | { kind: 'answered'; status: number; body: string; milliseconds: number }
  /** The server closed the connection without a response. */
  | { kind: 'closed'; milliseconds: number }
  /** There was neither a response nor the end of the connection. */
  | { kind: 'silent'; milliseconds: number };

export const maxAnswerSeconds = 10;
/** A file of a gigabyte is not read to its end: the client disconnects, as people do. */
const maxReadBytes = 64 * 1024;
/** The time to wait if nothing more is expected: after half a request, or on an endless stream. */
const patienceMs = 100;

/** Sends the bytes unchanged and reads the response. */
export function exchange(port: number, { bytes, isWhole, isEndless }: WireBytes): Promise<Outcome> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    let readBytes = 0;
    let isOpenStream = false;
    const timers = [setTimeout(() => finish(true), maxAnswerSeconds * 1000)];
    const finish = (isLate: boolean) => {
      for (const timer of timers) clearTimeout(timer);
      socket.destroy();
      resolve(outcomeOf(Buffer.concat(chunks), performance.now() - startedAt, isLate));
    };
    socket.on('connect', () => {
      socket.write(bytes);
      if (!isWhole) timers.push(setTimeout(() => socket.end(), patienceMs));
    });
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      readBytes += chunk.length;
      if (readBytes > maxReadBytes) return finish(false);
      if (isOpenStream || !isEndless || !eventStream.test(chunk.toString('latin1'))) return;
      isOpenStream = true;
      timers.push(setTimeout(() => finish(false), patienceMs));
    });
    // A server that has answered may disconnect a client that is still sending.
    socket.on('error', () => {});
    socket.on('close', () => finish(false));
  });
}

const eventStream = /^content-type: text\/event-stream/im;

function outcomeOf(read: Buffer, milliseconds: number, isLate: boolean): Outcome {
  if (isLate) return { kind: 'silent', milliseconds };
  const text = read.toString('latin1').replace(/^(HTTP\/1\.1 1\d\d [^\r]*\r\n\r\n)+/, '');
  const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
  if (status === undefined) return { kind: 'closed', milliseconds };
  const body = text.slice(text.indexOf('\r\n\r\n'));
  return { kind: 'answered', status: Number(status), body, milliseconds };
}
