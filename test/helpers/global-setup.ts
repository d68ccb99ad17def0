import type { TestProject } from 'vitest/node';
import { findPostgres, startCluster } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The value is undefined if PostgreSQL is not installed. */
    postgresUrl: string | undefined;
  }
}

/** Starts one PostgreSQL server for the whole run. Every test has its own database. */
export default async function setUp(project: TestProject) {
  const programs = findPostgres();
  const cluster = programs ? await startCluster(programs) : undefined;
  project.provide('postgresUrl', cluster?.url);
  return () => cluster?.stop();
}
