import { freePort } from '../helpers/postgres.ts';
import { hasIpv6 } from '../helpers/recipe.ts';

/** Things that the recipe calls by their usual names and the test has elsewhere. */
export interface MachineAddresses {
  /** The folder that replaces the machine's root folder. */
  root: string;
  ports: Ports;
}

export interface Ports {
  portals: [number, number];
  http: number;
  https: number;
  api: number;
  smtp: number;
  postgres: number;
}

export async function choosePorts(given: Pick<Ports, 'api' | 'postgres'>): Promise<Ports> {
  const [first, second, http, https, smtp] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  return { portals: [first, second], http, https, smtp, ...given };
}

const noIpv6: [RegExp, string] = [/\blisten \\?\[::\\?\]:[^;|]*;/g, ''];

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
