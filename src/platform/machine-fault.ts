import type { Config } from './config.ts';
import { isDatabaseUnavailable } from './database.ts';

/** What the operator or the machine can set right, in one line that begins with the variable. */
export class MachineFault extends Error {}

type Refusal = Error & { code?: string; syscall?: string; errcode?: number; errors?: Error[] };
type SentenceFor = (error: Refusal) => string | undefined;

/** What has a sentence is told by it alone; anything else is a mistake of our own and stays as it is. */
export async function naming<T>(sentenceFor: SentenceFor, act: () => T | Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const sentence =
      sentenceFor(error as Refusal) ?? sentenceFor(((error as Error).cause ?? error) as Refusal);
    throw sentence ? new MachineFault(sentence.replaceAll(/\s+/g, ' '), { cause: error }) : error;
  }
}

/** Without the file: its name may be one of a moment, made up by ourselves. */
export const dataDirFault =
  (dataDir: string): SentenceFor =>
  ({ code = '', syscall, errcode, message }) => {
    const isSqlite = errcode !== undefined && sqliteRefusals.has(errcode & 0xff);
    if (!isSqlite && !syscall) return undefined;
    const isNoFolder = ['EEXIST', 'ENOTDIR'].includes(code);
    const reason = isNoFolder ? 'this is not a folder' : message.split(', ')[0];
    return `DATA_DIR: ${dataDir}: ${reason}`;
  };

/** No permission, busy, read only, input or output, damaged, disk full, cannot be opened, no database. */
const sqliteRefusals = new Set([3, 5, 8, 10, 11, 13, 14, 26]);

/** Before the first answer: nothing but the address can be wrong. */
export const connectionFault: SentenceFor = ({ message, errors, code }) =>
  // Where a name has two addresses, neither of which answers, the words are in the list.
  `DATABASE_URL: ${message || errors?.[0]?.message || code}`;

export const databaseFault = ({ databaseUrl, dataDir }: Config): SentenceFor =>
  databaseUrl
    ? (error) => (isDatabaseUnavailable(error) || isNotAllowed(error) ? connectionFault(error) : undefined)
    : dataDirFault(dataDir);

/** PostgreSQL's words for a user who may not, and for a copy that is only read. */
const isNotAllowed = ({ code }: Refusal) => code === '42501' || code === '25006';

export const listenFault: SentenceFor = ({ code = '', message }) => {
  if (['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(code)) return `HOST: ${message}`;
  if (code === 'EADDRINUSE') return `PORT: ${message}: stop what listens there, or set PORT to another`;
  return code === 'EACCES' ? `PORT: ${message}: set PORT to another` : undefined;
};

export const metricsFault: SentenceFor = ({ syscall, message }) =>
  syscall ? `METRICS_LISTEN: ${message}` : undefined;
