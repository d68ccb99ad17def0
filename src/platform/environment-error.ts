import type { Config } from './config.ts';
import { isDatabaseUnavailable } from './database.ts';
import { asSystemError, type SystemError } from './errors.ts';

/** An error that the operator can fix: configuration, disk, database or network. The message starts with the variable. */
export class EnvironmentError extends Error {}

type Describe = (error: SystemError) => string | undefined;

/** Turns an error that `describe` recognises into an `EnvironmentError`. Other errors are bugs and stay as they are. */
export async function withOperatorMessage<T>(describe: Describe, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const { cause = error } = asSystemError(error);
    const message = describe(asSystemError(error)) ?? describe(asSystemError(cause));
    throw message ? new EnvironmentError(message.replaceAll(/\s+/g, ' '), { cause: error }) : error;
  }
}

/** The message names the folder and not the file, which can be a temporary one of our own. */
export const describeDataDirError =
  (dataDir: string): Describe =>
  ({ code = '', syscall, errcode, message }) => {
    const isSqlite = errcode !== undefined && sqliteEnvironmentErrors.has(errcode & 0xff);
    if (!isSqlite && !syscall) return undefined;
    const isNoFolder = ['EEXIST', 'ENOTDIR'].includes(code);
    return `DATA_DIR: ${dataDir}: ${isNoFolder ? 'this is not a folder' : message.split(', ')[0]}`;
  };

/** SQLite's PERM, BUSY, READONLY, IOERR, CORRUPT, FULL, CANTOPEN and NOTADB. */
const sqliteEnvironmentErrors = new Set([3, 5, 8, 10, 11, 13, 14, 26]);

/** Before the first successful query only the address can be wrong, so every error is described. */
export const describeConnectionError: Describe = ({ message, errors, code }) =>
  // If a host name has two addresses and neither answers, only the inner errors have a message.
  `DATABASE_URL: ${message || errors?.[0]?.message || code}`;

export const describeDatabaseError = ({ databaseUrl, dataDir }: Config): Describe =>
  databaseUrl
    ? (error) =>
        isDatabaseUnavailable(error) || error.code === insufficientPrivilege
          ? describeConnectionError(error)
          : undefined
    : describeDataDirError(dataDir);

/** The code of PostgreSQL. */
const insufficientPrivilege = '42501';

export const describeListenError: Describe = ({ code = '', message }) => {
  if (['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(code)) return `HOST: ${message}`;
  if (code === 'EADDRINUSE') return `PORT: ${message}: stop the other program, or set PORT to another`;
  return code === 'EACCES' ? `PORT: ${message}: set PORT to another` : undefined;
};

export const describeMetricsError: Describe = ({ code, syscall, message }) => {
  if (!syscall) return undefined;
  const advice = code === 'EADDRINUSE' ? ': give each process on this machine its own port' : '';
  return `METRICS_LISTEN: ${message}${advice}`;
};
