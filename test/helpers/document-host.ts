import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import type { DocumentNetwork } from '../../src/oauth/client-documents.ts';

const hostnames = ['app.example', 'other.example', 'claude.ai', 'chatgpt.com', 'vscode.dev'];

/** A host on this machine that serves documents of apps over TLS, under names that exist only in the test. */
export interface DocumentHost extends DocumentNetwork {
  /** Serves the document with these headers, or lets the listener answer. */
  serve(url: string, answer: object | RequestListener, headers?: Record<string, string>): void;
  /** Sets what a name resolves to. By default it is a public address. */
  point(hostname: string, addresses: string[]): void;
  /** The URLs that were requested. */
  requests: string[];
  /** The addresses that were connected to. */
  connections: string[][];
  close(): Promise<void>;
}

export async function startDocumentHost(): Promise<DocumentHost> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-documents-'));
  const file = (name: string) => join(folder, name);
  const names = hostnames.map((name) => `DNS:${name}`).join(',');
  const options =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=documents';
  const files = ['-keyout', file('key'), '-out', file('certificate')];
  execFileSync('openssl', [...options.split(' '), '-addext', `subjectAltName=${names}`, ...files], {
    stdio: 'ignore',
  });
  const [key, cert] = [readFileSync(file('key')), readFileSync(file('certificate'))];
  rmSync(folder, { recursive: true });

  const answers = new Map<string, RequestListener>();
  const addresses = new Map<string, string[]>();
  const requests: string[] = [];
  const connections: string[][] = [];
  const server = createServer({ key, cert }, (request, response) => {
    const url = `https://${request.headers.host}${request.url}`;
    requests.push(url);
    const answer = answers.get(url);
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    connections,
    serve(url, answer, headers = {}) {
      const send: RequestListener = (_request, response) =>
        response
          .writeHead(200, { 'content-type': 'application/json', ...headers })
          .end(JSON.stringify(answer));
      answers.set(url, typeof answer === 'function' ? (answer as RequestListener) : send);
    },
    point: (hostname, list) => void addresses.set(hostname, list),
    resolve: async (hostname) => addresses.get(hostname) ?? ['93.184.215.14'],
    connect(hostname, list) {
      connections.push(list);
      return connect({ host: '127.0.0.1', port, servername: hostname, ca: cert });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
