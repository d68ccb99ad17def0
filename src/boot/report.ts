import type { Logger } from 'pino';
import { ContentError } from '../content/yaml/mistakes.ts';
import { ConfigError } from '../platform/config.ts';
import { EnvironmentError } from '../platform/environment-error.ts';
import { readRelease } from '../platform/release.ts';

/** Where a process reports its start. */
export interface Report {
  /** At a terminal the summary takes the place of Fastify's line about its address. */
  isTerminal: boolean;
  progress(line: string): void;
  started(summary: Record<string, string>, warnings: string[]): void;
  failure(error: unknown): void;
}

/** For a person at a terminal. */
export const reportOnTerminal: Report = {
  isTerminal: true,
  progress: console.log,
  started(summary, warnings) {
    const facts = Object.entries(summary).map(
      ([name, value]) => `${name.slice(0, 1).toUpperCase()}${name.slice(1).padEnd(8)} ${value}`,
    );
    const problems = warnings.flatMap((warning) => ['', `Warning: ${warning}`]);
    const lines = ['', ...facts, ...problems, '', 'Press Ctrl+C to stop', ''];
    console.log(lines.map((line) => line && `  ${line}`).join('\n'));
  },
  failure: (error) => console.error(isOperatorError(error) ? error.message : error),
};

/** In production everything is a JSON line, including what Node would print by itself. */
export function reportInLog(log: Logger): Report {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'warning of Node'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error');
    process.exit(1);
  });
  return {
    isTerminal: false,
    progress: (line) => log.info(line),
    started(summary, warnings) {
      log.info({ ...readRelease(), ...summary }, 'started');
      for (const warning of warnings) log.warn(warning);
    },
    failure: (error) =>
      isOperatorError(error) ? log.fatal(error.message) : log.fatal({ err: error }, 'unexpected error'),
  };
}

/** Other errors are bugs and are printed with their stack. */
const isOperatorError = (error: unknown): error is Error =>
  [ConfigError, ContentError, EnvironmentError].some((kind) => error instanceof kind) ||
  (error instanceof Error && 'syscall' in error);
