import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** A wire to a local port that tells how many connections it had at once at most. */
export async function openCountedLine(targetPort: number) {
  let open = 0;
  let most = 0;
  const server = createServer((near) => {
    most = Math.max(most, ++open);
    const far = connect(targetPort, '127.0.0.1');
    near.pipe(far).pipe(near);
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    near.on('close', () => open--);
    far.on('error', () => near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    mostConnections: () => most,
    close: () => void server.close(),
  };
}
