import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sample } from '../../src/content/outputs/samples.ts';
import { isEndless, usesLibrary, worksWithFreeKey } from './samples.ts';
import type { Sandbox } from './sandbox.ts';

export interface Outcome {
  /** The exit code, or null if the test ended it: its time was over, or an endless sample had printed enough. */
  status: number | null;
  stdout: string;
  /** The text of both streams, in the order of arrival. */
  output: string;
}

/** Runs a sample as its page shows it, in an empty folder, with only the two variables set. */
export async function runSample(
  sandbox: Sandbox,
  sample: Sample,
  folder: string,
  maxSeconds = 110,
): Promise<Outcome> {
  const { clientId, apiKey } = worksWithFreeKey(sample) ? sandbox.freeKey : sandbox.allAccessKey;
  const [program, file] = programs[sample.language];
  let { text } = sample;
  const redirect = join(sandbox.library, 'windborne_hosts.py');
  const isRedirected = usesLibrary(sample) && existsSync(redirect);
  if (isRedirected && sample.language === 'python') {
    // The Installation page says that the file is beside the script and that this is the script's first line.
    copyFileSync(redirect, join(folder, 'windborne_hosts.py'));
    text = `import windborne_hosts\n${text}`;
  }
  writeFileSync(join(folder, file), text);
  const options = sample.language === 'java' ? javaOptions(sandbox) : [];
  return run([...program, ...options], file, {
    folder,
    maxSeconds,
    isEnough: (output) => isEndless(sample) && sample.prints.every((text) => output.includes(text)),
    env: {
      WB_CLIENT_ID: clientId,
      WB_API_KEY: apiKey,
      PATH: isRedirected ? `${sandbox.library}:${sandbox.path}` : sandbox.path,
      HOME: sandbox.home,
      // A sample that is a server takes a free port.
      PORT: '0',
      ...(isEndless(sample) && { PYTHONUNBUFFERED: '1' }),
    },
  });
}

/** Creates an empty folder for the work and deletes it afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-sample-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const shell = [['bash', '-e'], 'sample.sh'] as const;
const programs = {
  curl: shell,
  netcdf: shell,
  bash: shell,
  python: [['python3'], 'sample.py'],
  java: [['java'], 'Main.java'],
  ruby: [['ruby'], 'sample.rb'],
  javascript: [[process.execPath], 'sample.mjs'],
} as const satisfies Record<Sample['language'], readonly [readonly string[], string]>;

/**
 * These options affect only the virtual machine: a short program does not need the second compiler, and the compiler
 * starts twice as fast from an archive of its classes, which the first program writes.
 */
function javaOptions({ home }: Sandbox): string[] {
  const archive = join(home, 'classes.jsa');
  const use = existsSync(archive) ? 'SharedArchiveFile' : 'ArchiveClassesAtExit';
  return ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', `-XX:${use}=${archive}`, '-Xlog:cds=off'];
}

interface Surroundings {
  folder: string;
  env: Record<string, string>;
  maxSeconds: number;
  isEnough: (output: string) => boolean;
}

function run([program, ...options]: readonly string[], file: string, around: Surroundings): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const { folder: cwd, env } = around;
    // The sample has its own process group, so that the processes it started end with it.
    const child = spawn(program!, [...options, file], {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const end = () => child.exitCode === null && process.kill(-child.pid!, 'SIGKILL');
    const timer = setTimeout(end, around.maxSeconds * 1000);
    let [stdout, output] = ['', ''];
    child.stdout.on('data', (text) => {
      stdout += text;
      output += text;
      if (around.isEnough(output)) end();
    });
    child.stderr.on('data', (text) => (output += text));
    child.on('error', reject);
    child.on('close', (status) => {
      clearTimeout(timer);
      resolve({ status, stdout, output });
    });
  });
}
