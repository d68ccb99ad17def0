import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { findProgram } from '../../helpers/recipe.ts';
import { installPinned } from './programs.ts';

/** Installs the gateways in their pinned versions before these tests, and the distribution's HAProxy. */
export default function prepare(): void {
  for (const name of installPinned()) console.log(`Not installed here, so its tests are skipped: ${name}`);
  if (findProgram('haproxy') || userInfo().uid !== 0 || !findProgram('apt-get')) return;
  execFileSync('apt-get', ['install', '--yes', '--quiet', 'haproxy'], { stdio: 'ignore' });
}
