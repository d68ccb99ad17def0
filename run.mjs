// Runs a TypeScript file of this project, from any folder. `npm ci` brings Node 24 as a dependency; where there
// is no such package (Apple Silicon, Windows), the machine's own must be new enough.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const needed = [24, 7];
const [major, minor] = process.versions.node.split('.').map(Number);
const [file, ...args] = process.argv.slice(2);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node 20.19 or newer is needed, this is ${process.versions.node}: install it`);
  process.exit(1);
}
if (process.env.npm_lifecycle_event) stopWithParent();

if (major > needed[0] || (major === needed[0] && minor >= needed[1])) {
  // A quarter of the start is reading TypeScript; where this folder cannot be written it is read each time.
  module.enableCompileCache(join(import.meta.dirname, 'node_modules/.cache/compiled'));
  const path = resolve(import.meta.dirname, file);
  process.argv = [process.argv[0], path, ...args];
  await import(pathToFileURL(path).href);
  // Not only at the end, which a server that is killed never comes to.
  module.flushCompileCache();
} else {
  // npm before 11 installs the package and leaves its program out of the path.
  const packageName = `node-${process.platform}-${process.arch}`;
  const own = join(import.meta.dirname, 'node_modules', packageName, 'bin/node');
  if (existsSync(own)) handOver(own);
  else {
    const { optionalDependencies } = JSON.parse(
      readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'),
    );
    const advice = packageName in optionalDependencies ? 'run "npm ci", or install it' : 'install it';
    console.error(`Node ${needed.join('.')} or newer is needed, this is ${process.versions.node}: ${advice}`);
    process.exitCode = 1;
  }
}

// npm sends a signal to the shell between it and this process, and most shells end without passing it on.
function stopWithParent() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 200).unref();
}

function handOver(node) {
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (status, signal) => {
    if (signal) process.kill(process.pid, 'SIGKILL');
    else process.exitCode = status;
  });
}
