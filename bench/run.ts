import { buildIfNeeded } from '../src/site/build.ts';
import { type Part, printFigures } from './figure.ts';
import { describeMachine, machineLine } from './machine.ts';
import { consolePart } from './parts/console.ts';
import { growthPart } from './parts/growth.ts';
import { mcpPart } from './parts/mcp.ts';
import { paintPart } from './parts/paint.ts';
import { refusalsPart } from './parts/refusals.ts';
import { sandboxPart } from './parts/sandbox.ts';
import { startPart } from './parts/start.ts';
import { verifyPart } from './parts/verify.ts';
import { viewerPart } from './parts/viewer.ts';
import { openResults, type PartResult, resultsFolder, writeResults } from './results.ts';

/**
 * `npm run bench` runs all parts, `npm run bench -- verify` runs one. BENCH_SECONDS sets how long each load lasts (4),
 * BENCH_KEYS how far the database grows (1000000), and BENCH_PROCESSES, BENCH_FLEET_KEYS and BENCH_FLEET_CALLS how large
 * the simulated fleet is.
 */

const parts: Part[] = [
  startPart,
  paintPart,
  consolePart,
  viewerPart,
  verifyPart,
  refusalsPart,
  sandboxPart,
  mcpPart,
  growthPart,
];
const partNames = parts.map(({ name }) => name);
const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !partNames.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(', ')}. Available parts: ${partNames.join(', ')}`);
  process.exit(2);
}

buildIfNeeded(console.log);
const machine = describeMachine();
console.log(machineLine(machine));
const results = openResults(machine);
let failures = 0;
for (const part of parts.filter(({ name }) => requested.length === 0 || requested.includes(name))) {
  const result = await runPart(part);
  if (result.failure === undefined) printFigures(part.name, result.figures);
  else failures++;
  console.log(`  ${part.name} took ${Math.round(result.tookSeconds)} s`);
  results.parts[part.name] = result;
  writeResults(results, partNames);
}
console.log(`\nWritten to ${resultsFolder}`);
process.exit(failures > 0 ? 1 : 0);

/** A part that fails does not stop the others. */
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
