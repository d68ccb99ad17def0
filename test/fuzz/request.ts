import type { TestCredentials } from './test-credentials.ts';

export const credentials = ['nobody', 'free key', 'all-access key', 'signed in', 'verified visitor'] as const;
export type Credential = (typeof credentials)[number];

/** A repeated text, so that a failing megabyte is printed as one line. */
export interface Body {
  type: string | undefined;
  text: string;
  times: number;
  encoding?: 'latin1' | 'utf16le';
}

/** `too long` and `cut chunk` announce bytes that are never sent. */
export const framings = [
  'length',
  'chunked',
  'none',
  'both',
  'too short',
  'negative',
  'too long',
  'cut chunk',
] as const;
type Framing = (typeof framings)[number];

/** A request before it is encoded. `{{email}}` and similar marks are replaced by test credentials when it is sent. */
export interface HostileRequest {
  /** The route or operation that it targets. */
  aim: string;
  as: Credential;
  method: string;
  target: string;
  headers: [name: string, value: string][];
  body: Body | undefined;
  framing: Framing;
}

export interface WireBytes {
  bytes: Buffer;
  /** Whether a server can find its end. */
  isWhole: boolean;
  /** Whether it requests a stream that stays open. */
  isEndless: boolean;
}

export function toWire(request: HostileRequest, testCredentials: TestCredentials): WireBytes {
  const { method, target, headers, body, framing } = request;
  const text = testCredentials.fill(body?.text ?? '').repeat(body?.times ?? 1);
  const content = Buffer.from(text, body?.encoding ?? 'utf8');
  const hasHost = headers.some(([name]) => name.toLowerCase() === 'host');
  const lines = [
    `${method} ${oneLine(testCredentials.fill(target))} HTTP/1.1`,
    'connection: close',
    ...(hasHost ? [] : [`host: ${testCredentials.host}`]),
    ...testCredentials.headersOf(request.as).map(([name, value]) => `${name}: ${value}`),
    ...headers.map(([name, value]) => `${oneLine(name)}: ${oneLine(testCredentials.fill(value))}`),
    ...(body?.type === undefined ? [] : [`content-type: ${oneLine(body.type)}`]),
  ];
  const framed = body ? frame(framing, content) : { lines: [], content, isWhole: true };
  const head = Buffer.from(`${[...lines, ...framed.lines].join('\r\n')}\r\n\r\n`, 'utf8');
  const isEndless = text.includes('subscriptions/listen');
  return { bytes: Buffer.concat([head, framed.content]), isWhole: framed.isWhole, isEndless };
}

/** Line ends inside a line are tested by the generator of raw bytes. Here they would hide the end of the request. */
const oneLine = (text: string) => text.replaceAll(/[\r\n]/g, '');

function frame(framing: Framing, content: Buffer): { lines: string[]; content: Buffer; isWhole: boolean } {
  const length = (bytes: number | string) => `content-length: ${bytes}`;
  const chunks = (ending: string) =>
    Buffer.concat([Buffer.from(`${content.length.toString(16)}\r\n`), content, Buffer.from(ending)]);
  const isEmpty = content.length === 0;
  switch (framing) {
    case 'length':
      return { lines: [length(content.length)], content, isWhole: true };
    case 'none':
      return { lines: [], content, isWhole: true };
    case 'both':
      return { lines: [length(content.length), 'transfer-encoding: chunked'], content, isWhole: true };
    case 'too short':
      return { lines: [length(Math.floor(content.length / 2))], content, isWhole: true };
    case 'negative':
      return { lines: [length(-1)], content, isWhole: true };
    case 'too long':
      return { lines: [length(content.length + 10)], content, isWhole: false };
    case 'chunked':
      return {
        lines: ['transfer-encoding: chunked'],
        content: isEmpty ? Buffer.from('0\r\n\r\n') : chunks('\r\n0\r\n\r\n'),
        isWhole: true,
      };
    case 'cut chunk':
      return { lines: ['transfer-encoding: chunked'], content: chunks('\r\n5\r\nab'), isWhole: false };
  }
}
