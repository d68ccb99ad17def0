import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfNeeded } from '../src/build.ts';
import { root } from '../src/platform/root.ts';
import { machine, type Part, printFigures } from './figure.ts';
import { paintPart } from './parts/paint.ts';
import { ratesPart } from './parts/rates.ts';
import { sandboxPart } from './parts/sandbox.ts';
import { signInPart } from './parts/sign-in.ts';
import { startPart } from './parts/start.ts';
import { verifyPart } from './parts/verify.ts';
import { weightPart } from './parts/weight.ts';

/** `npm run bench` runs all parts, `npm run bench -- rates` one. */

const parts: Part[] = [startPart, weightPart, paintPart, ratesPart, signInPart, verifyPart, sandboxPart];
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no part ${unknown.join(', ')}: choose from ${parts.map((part) => part.name).join(', ')}`,
  );
  process.exit(2);
}

buildIfNeeded(console.log);
console.log(machine());
const results: Record<string, unknown> = { machine: machine(), at: new Date().toISOString() };
for (const part of parts.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
  const figures = await part.run();
  printFigures(part.name, figures);
  results[part.name] = figures;
}
const folder = join(root, 'bench/results');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
console.log('\nWritten to bench/results/results.json');
process.exit(0);
