import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { findProgram } from '../../helpers/recipe.ts';
import { installPinned } from './programs.ts';

/** Installs the gateways in their pinned versions before these tests, and the distribution's HAProxy and Prometheus. */
export default function prepare(): void {
  for (const name of installPinned()) console.log(`Not installed here, so its tests are skipped: ${name}`);
  const wanted = ['haproxy', 'prometheus'].filter((name) => !findProgram(name));
  if (wanted.length === 0 || userInfo().uid !== 0 || !findProgram('apt-get')) return;
  const options = ['--yes', '--quiet', '--no-install-recommends'];
  execFileSync('apt-get', ['install', ...options, ...wanted], { stdio: 'ignore' });
}
