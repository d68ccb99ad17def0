import { buildIfNeeded } from '../src/site/build.ts';
import { type Part, printFigures } from './figure.ts';
import { describeMachine, machineLine } from './machine.ts';
import { consolePart } from './parts/console.ts';
import { growthPart } from './parts/growth.ts';
import { keysPagePart } from './parts/keys-page.ts';
import { mcpPart } from './parts/mcp.ts';
import { memoryPart } from './parts/memory.ts';
import { paintPart } from './parts/paint.ts';
import { providerPart } from './parts/provider.ts';
import { ratesPart } from './parts/rates.ts';
import { refusalsPart } from './parts/refusals.ts';
import { sandboxPart } from './parts/sandbox.ts';
import { signInPart } from './parts/sign-in.ts';
import { startPart } from './parts/start.ts';
import { verifyPart } from './parts/verify.ts';
import { viewerPart } from './parts/viewer.ts';
import { weightPart } from './parts/weight.ts';
import { openResults, type PartResult, resultsFolder, writeResults } from './results.ts';

/**
 * `npm run bench` runs all parts, `npm run bench -- rates` one. BENCH_SECONDS is how long each load lasts (4),
 * BENCH_MINUTES how long the memory is watched (10), BENCH_KEYS how far the database grows (1000000);
 * BENCH_PROCESSES, BENCH_FLEET_KEYS and BENCH_FLEET_CALLS how large the simulated fleet is.
 */

const parts: Part[] = [
  startPart,
  weightPart,
  paintPart,
  consolePart,
  viewerPart,
  ratesPart,
  signInPart,
  keysPagePart,
  verifyPart,
  refusalsPart,
  sandboxPart,
  mcpPart,
  providerPart,
  growthPart,
  memoryPart,
];
const partNames = parts.map(({ name }) => name);
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !partNames.includes(name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}: choose from ${partNames.join(', ')}`);
  process.exit(2);
}

buildIfNeeded(console.log);
const machine = describeMachine();
console.log(machineLine(machine));
const results = openResults(machine);
let failures = 0;
for (const part of parts.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
  const result = await runPart(part);
  if (result.failure === undefined) printFigures(part.name, result.figures);
  else failures++;
  console.log(`  ${part.name} took ${Math.round(result.tookSeconds)} s`);
  results.parts[part.name] = result;
  writeResults(results, partNames);
}
console.log(`\nWritten to ${resultsFolder}`);
process.exit(failures > 0 ? 1 : 0);

/** One that fails does not keep the others from being measured. */
async function runPart(part: Part): Promise<PartResult> {
  const at = new Date().toISOString();
  const began = performance.now();
  const tookSeconds = () => (performance.now() - began) / 1000;
  try {
    const figures = await part.run();
    return { at, tookSeconds: tookSeconds(), figures };
  } catch (error) {
    console.error(`\n${part.name} failed:`, error);
    return { at, tookSeconds: tookSeconds(), figures: [], failure: String(error) };
  }
}
