import type { TestProject } from 'vitest/node';
import { type Sandbox, startSandbox } from './sandbox.ts';

declare module 'vitest' {
  interface ProvidedContext {
    sandbox: Sandbox;
  }
}

/** One portal for all tests of this folder. */
export default async function prepare(project: TestProject) {
  const { sandbox, stop } = await startSandbox();
  for (const name of sandbox.missing)
    console.log(`Not to be had here, so the samples that need it are skipped: ${name}`);
  if (!sandbox.hasMcp) console.log('The portal has no MCP server, so the samples that call it are skipped');
  project.provide('sandbox', sandbox);
  return stop;
}
