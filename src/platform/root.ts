import { join } from 'node:path';

/** The project's folder, whatever folder the process was started in. */
export const root = join(import.meta.dirname, '../..');
