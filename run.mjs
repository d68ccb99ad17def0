// Runs a TypeScript file of this project. `npm ci` brings Node 24 as a dependency and npm puts it first on
// the path; where there is no such package (Apple Silicon, Windows), the machine's own must be new enough.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const needed = [24, 7];
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  console.error(
    `Node ${needed.join('.')} or newer is needed, this is ${process.versions.node}: run "npm ci", or install Node 24`,
  );
  process.exit(1);
}
const [file, ...args] = process.argv.slice(2);
process.argv = [process.argv[0], resolve(file), ...args];
await import(pathToFileURL(resolve(file)).href);
