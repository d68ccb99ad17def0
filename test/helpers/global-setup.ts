import type { TestProject } from 'vitest/node';
import { findPostgres, startCluster } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Undefined where PostgreSQL is not installed. */
    postgresUrl: string | undefined;
  }
}

/** One PostgreSQL server for the whole run; every test has a database of its own in it. */
export default async function setUp(project: TestProject) {
  const programs = findPostgres();
  const cluster = programs ? await startCluster(programs) : undefined;
  project.provide('postgresUrl', cluster?.url);
  return () => cluster?.stop();
}
