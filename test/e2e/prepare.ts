import type { TestProject } from 'vitest/node';
import { findChromium } from '../helpers/chromium.ts';
import setUpPostgres from '../helpers/global-setup.ts';
import { startPortalProcess } from '../helpers/process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The portal that most browser tests share. A start and the first view of each page cost it seconds. */
    sharedPortal: { url: string; dataDir: string } | undefined;
  }
}

export default async function prepare(project: TestProject) {
  const stopPostgres = await setUpPostgres(project);
  const portal = findChromium() ? await startPortalProcess({ LOG_LEVEL: 'warn' }) : undefined;
  project.provide('sharedPortal', portal && { url: portal.url, dataDir: portal.dataDir });
  return async () => {
    await portal?.close();
    await stopPostgres();
  };
}
