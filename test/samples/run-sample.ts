import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sample } from '../../src/content/outputs/samples.ts';
import { isEndless, usesLibrary, worksWithFreeKey } from './samples.ts';
import type { Sandbox } from './sandbox.ts';

export interface Outcome {
  /** Null: it was ended here, because its time was over or, where it never ends, because it has printed enough. */
  status: number | null;
  stdout: string;
  /** Both streams, in the order in which they came. */
  output: string;
}

/** Runs a sample as its page shows it, in an empty folder, with the two variables and nothing else set. */
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
    // The Installation page says so: the file beside the script, and this as its first line.
    copyFileSync(redirect, join(folder, 'windborne_hosts.py'));
    text = `import windborne_hosts\n${text}`;
  }
  writeFileSync(join(folder, file), text);
  return run(program, file, {
    folder,
    maxSeconds,
    isEnough: (output) => isEndless(sample) && sample.prints.every((text) => output.includes(text)),
    env: {
      WB_CLIENT_ID: clientId,
      WB_API_KEY: apiKey,
      PATH: isRedirected ? `${sandbox.library}:${sandbox.path}` : sandbox.path,
      HOME: sandbox.home,
      ...(isEndless(sample) && { PYTHONUNBUFFERED: '1' }),
    },
  });
}

/** Gives the work an empty folder, and deletes it afterwards. */
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
  // Options of the virtual machine alone: a short program is not worth its second compiler.
  java: [['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'], 'Main.java'],
  ruby: [['ruby'], 'sample.rb'],
} as const satisfies Record<Sample['language'], readonly [readonly string[], string]>;

interface Surroundings {
  folder: string;
  env: Record<string, string>;
  maxSeconds: number;
  isEnough: (output: string) => boolean;
}

function run([program, ...options]: readonly string[], file: string, around: Surroundings): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const { folder: cwd, env } = around;
    // A group of its own, so that what the sample started ends with it.
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
