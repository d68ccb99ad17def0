import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const ticksPerSecond = 100;
const hasProc = existsSync('/proc/self/stat');

/** Returns the memory of the process in MB, from Linux or else from `ps`. */
export function rssMb(pid: number): number {
  const kib = hasProc
    ? /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    : ask('rss=', pid);
  return (Number(kib) * 1024) / 1e6;
}

/** Returns the CPU time of all threads so far. */
export function cpuMs(pid: number): number {
  if (!hasProc) return clockMs(ask('time=', pid));
  // The second field is a name that may have spaces. User and system time are the 12th and 13th after it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000;
}

const restMs = 300;
const maxRestTries = 100;

/** The first fleet snapshot and file compression happen once at start, so they are no cost of a response. */
export async function untilAtRest(pid: number): Promise<void> {
  for (let tried = 0; tried < maxRestTries; tried++) {
    const before = cpuMs(pid);
    await pause(restMs);
    if (cpuMs(pid) - before < restMs / 10) return;
  }
  throw new Error('The process does not come to rest');
}

/** Returns the peak memory until `done` is settled. */
export async function peakRssMb(pid: number, done: Promise<unknown>): Promise<number> {
  let peak = rssMb(pid);
  const timer = setInterval(() => {
    peak = Math.max(peak, rssMb(pid));
  }, 100);
  await done.finally(() => clearInterval(timer));
  return peak;
}

const ask = (column: string, pid: number) =>
  execFileSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).trim();

/** `ps` prints hours (if any), minutes and seconds. */
const clockMs = (text: string) =>
  text.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0) * 1000;
