import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { netcdfDataBytes, netcdfHeader } from '../../../pictures/netcdf/write.ts';
import { describeGridFile, type GridFile } from './grid-file.ts';
import type { GridAnswer, GridRequest } from './grid-worker.ts';

interface GridStreams {
  open(file: GridFile): Readable;
  close(): Promise<void>;
}

/** The length of the file, known before a value is computed. */
export function gridFileBytes(file: GridFile): number {
  const description = describeGridFile(file);
  return netcdfHeader(description).length + netcdfDataBytes(description);
}

/**
 * Grids are computed in one worker thread, started with the first of them, so that no other request waits. A chunk
 * is computed only when the client can take it: a slow client costs no memory, one that disconnects no time.
 */
export function createGridStreams(): GridStreams {
  const readers = new Map<number, Readable>();
  let worker: Worker | undefined;
  let lastId = 0;

  function ask(request: GridRequest): void {
    worker ??= startWorker();
    worker.postMessage(request);
  }

  function startWorker(): Worker {
    const started = new Worker(new URL('./grid-worker.ts', import.meta.url));
    started.on('message', ({ id, bytes }: GridAnswer) => {
      readers.get(id)?.push(bytes ?? null);
    });
    started.on('error', (error) => {
      worker = undefined;
      for (const reader of readers.values()) reader.destroy(error);
    });
    // An idle worker must not keep the process alive.
    started.unref();
    return started;
  }

  return {
    open(file) {
      const id = ++lastId;
      let isHeaderSent = false;
      const stream = new Readable({
        read() {
          if (isHeaderSent) return ask({ id, ask: 'next' });
          isHeaderSent = true;
          ask({ id, ask: 'start', file });
          this.push(netcdfHeader(describeGridFile(file)));
        },
        destroy(error, done) {
          readers.delete(id);
          if (isHeaderSent) worker?.postMessage({ id, ask: 'stop' } satisfies GridRequest);
          done(error);
        },
      });
      readers.set(id, stream);
      return stream;
    },
    async close() {
      await worker?.terminate();
      worker = undefined;
    },
  };
}
