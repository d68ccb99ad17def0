import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { inFolder, runSample } from './run-sample.ts';
import type { Sandbox } from './sandbox.ts';
import type { ShownAnswer } from './shown-answers.ts';

/** Returns the sample's answer from the sandbox: the JSON it prints, or the header of the NetCDF file it saves. */
export function realAnswer(sandbox: Sandbox, shown: ShownAnswer): Promise<string> {
  return inFolder(async (folder) => {
    const { status, stdout, output } = await runSample(sandbox, shown.sample, folder);
    if (status !== 0) throw new Error(`${shown.sample.name}: ${output}`);
    if (shown.type === 'application/json') return stdout;
    const file = readdirSync(folder).find((name) => name.endsWith('.nc'));
    if (!file) throw new Error(`${shown.sample.name} saved no NetCDF file`);
    return spawnSync('ncdump', ['-h', file], { cwd: folder, encoding: 'utf8' }).stdout;
  });
}
