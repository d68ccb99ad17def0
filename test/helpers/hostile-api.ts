import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Ways in which an API may misbehave. */
const hostBehaviours = {
  'fails with 500': (response: ServerResponse) =>
    void response.writeHead(500, { 'Content-Type': 'text/html' }).end('<html>Oops</html>'),
  'answers with a page': (response: ServerResponse) =>
    void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>Sign in to this hotel</html>'),
  'answers with 200 MB': (response: ServerResponse) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    const part = Buffer.alloc(1 << 20, ' ');
    const more = (left: number) =>
      left === 0 ? response.end() : response.write(part, (error) => error || setImmediate(more, left - 1));
    more(200);
  },
  'leads elsewhere': (response: ServerResponse, elsewhere: string) =>
    void response.writeHead(302, { Location: elsewhere }).end(),
  'hangs up': (response: ServerResponse) => void response.destroy(),
  'says nothing': () => {},
} satisfies Record<string, (response: ServerResponse, elsewhere: string) => void>;

export type HostBehaviour = keyof typeof hostBehaviours;
export const quickBehaviours = Object.keys(hostBehaviours).filter(
  (behaviour) => behaviour !== 'says nothing',
) as HostBehaviour[];

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

export interface HostileApi {
  url: string;
  behave(behaviour: HostBehaviour): void;
  /** Replaces the behaviour until `behave` is called. */
  answerWith(respond: Respond): void;
  /** The origin whose pages may call it from a browser; none by default. */
  allow(origin: string): void;
  /** The number of bytes sent so far. */
  bytesSent(): number;
  /** Requests received by the host to which it redirects. */
  elsewhere: string[];
  close(): Promise<void>;
}

export async function startHostileApi(): Promise<HostileApi> {
  let respond: Respond = (_, response) => hostBehaviours['fails with 500'](response);
  let origin: string | undefined;
  let bytes = 0;
  const elsewhere: string[] = [];
  const other = createServer(({ url, headers }, response) => {
    elsewhere.push(`${url} ${headers.authorization ?? ''}`);
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end('{}');
  });
  const server = createServer((request, response) => {
    const { socket } = request;
    response.on('close', () => (bytes += socket.bytesWritten));
    if (origin) {
      response.setHeader('Access-Control-Allow-Origin', origin);
      response.setHeader('Access-Control-Allow-Headers', 'Authorization');
    }
    if (request.method === 'OPTIONS') response.writeHead(204).end();
    else respond(request, response);
  });
  for (const each of [server, other]) {
    each.listen(0, '127.0.0.1');
    await once(each, 'listening');
  }
  return {
    url: `http://127.0.0.1:${portOf(server)}/api/v1`,
    behave: (behaviour) =>
      (respond = (_, response) => hostBehaviours[behaviour](response, `http://127.0.0.1:${portOf(other)}/`)),
    answerWith: (how) => (respond = how),
    allow: (page) => (origin = page),
    bytesSent: () => bytes,
    elsewhere,
    async close() {
      for (const each of [server, other]) {
        each.closeAllConnections();
        each.close();
      }
    },
  };
}

const portOf = (server: ReturnType<typeof createServer>) => (server.address() as AddressInfo).port;
