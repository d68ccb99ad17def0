import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type GridFile, gridFileChunks } from './grid-file.ts';

export type GridRequest =
  | { id: number; ask: 'start'; file: GridFile }
  | { id: number; ask: 'next' }
  | { id: number; ask: 'stop' };

export interface GridAnswer {
  id: number;
  /** Without bytes the file is complete. */
  bytes?: Uint8Array<ArrayBuffer>;
}

// Small requests go first. On other systems this would lower the priority of the whole process.
if (process.platform === 'linux') stepBack();

const open = new Map<number, Generator<Uint8Array<ArrayBuffer>>>();

// Each "next" computes one chunk, so that simultaneous downloads take turns.
parentPort?.on('message', (request: GridRequest) => {
  if (request.ask === 'start') open.set(request.id, gridFileChunks(request.file));
  else if (request.ask === 'stop') open.delete(request.id);
  else answer(request.id);
});

function answer(id: number): void {
  const chunk = open.get(id)?.next();
  if (chunk && !chunk.done) {
    const reply: GridAnswer = { id, bytes: chunk.value };
    parentPort?.postMessage(reply, [chunk.value.buffer]);
    return;
  }
  open.delete(id);
  parentPort?.postMessage({ id } satisfies GridAnswer);
}

function stepBack(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Some systems do not allow it. The priority is then left as it is.
  }
}
