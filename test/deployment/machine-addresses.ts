import { createServer } from 'node:net';
import { freePort } from '../helpers/postgres.ts';
import { hasIpv6 } from '../helpers/recipe.ts';

/** Things that the recipe calls by their usual names and the test has elsewhere. */
export interface MachineAddresses {
  /** The folder that replaces the machine's root folder. */
  root: string;
  ports: Ports;
}

interface Ports {
  portals: [number, number];
  http: number;
  https: number;
  api: number;
  smtp: number;
  postgres: number;
}

export async function choosePorts(given: Pick<Ports, 'api' | 'postgres'>): Promise<Ports> {
  const [http, https, smtp] = [await freePort(), await freePort(), await freePort()];
  return { portals: [await portalPort(3100), await portalPort(4400)], http, https, smtp, ...given };
}

const noIpv6: [RegExp, string] = [/\blisten \\?\[::\\?\]:[^;|]*;/g, ''];

/** A port of four digits, because the unit puts a 1 before it for the port of the metrics. Both are free. */
async function portalPort(from: number): Promise<number> {
  for (let port = from; port < from + 1000; port++)
    if ((await isFree(port)) && (await isFree(port + 10_000))) return port;
  throw new Error(`No port is free from ${from}`);
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

const folders =
  /(?<![\w.-])\/(?=(etc\/(portal|nginx|systemd\/system)|opt\/portal|usr\/local|var\/(lib|backups)\/portal|var\/log\/nginx|run\/nginx\.pid)(?![\w-]))/g;

/**
 * Only this function changes words of the recipe: folders, ports, and the addresses of what is fetched or called over
 * the network. Lines that are marked CHANGE and not named here are used as they are.
 */
export function substituteAddresses(text: string, { root, ports }: MachineAddresses): string {
  const words: [RegExp, string][] = [
    [folders, `${root}/`],
    [/\b3001\b/g, String(ports.portals[0])],
    [/\b3002\b/g, String(ports.portals[1])],
    [/\b13001\b/g, `1${ports.portals[0]}`],
    [/\b13002\b/g, `1${ports.portals[1]}`],
    [/\b5432\b/g, String(ports.postgres)],
    [/127\.0\.0\.1:8080\b/g, `127.0.0.1:${ports.api}`],
    [/\blisten 443\b/g, `listen 127.0.0.1:${ports.https}`],
    [/\blisten 80\b/g, `listen 127.0.0.1:${ports.http}`],
    // The commands have the same lines with escapes.
    ...(hasIpv6 ? [] : [noIpv6]),
    [/(?<=\blisten \\?\[::\\?\]:)443\b/g, String(ports.https)],
    [/(?<=\blisten \\?\[::\\?\]:)80\b/g, String(ports.http)],
    [/user:password@mail\.example\.com:587/g, `127.0.0.1:${ports.smtp}`],
    [/https:\/\/git\.example\.com\//g, `file://${root}/network/`],
    [/https:\/\/nodejs\.org\/dist\/[\w.]+\//g, `file://${root}/network/`],
  ];
  return words.reduce((result, [from, to]) => result.replaceAll(from, () => to), text);
}
