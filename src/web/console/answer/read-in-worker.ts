import type { Picture } from '../../../pictures/picture.ts';
import type { PictureTable } from '../../../pictures/table.ts';
import type { Asked } from './read-picture.ts';

/** An answer's text, and what it is to become. */
export type Reading = { as: 'table'; text: string } | { as: 'picture'; text: string; asked: Asked };

/** Without a value where the answer has another shape. */
export interface ReadInWorker {
  value: PictureTable | Picture | undefined;
}

/** One worker for one reading: it ends with it, or with the wish for it. Rejects only where no worker can be had. */
export function readInWorker(reading: Reading, signal: AbortSignal): Promise<ReadInWorker> {
  const worker = new Worker(new URL('./answer-worker.ts', import.meta.url), { type: 'module' });
  signal.addEventListener('abort', () => worker.terminate());
  const read = new Promise<ReadInWorker>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ReadInWorker>) => resolve(data);
    worker.onerror = () => reject(new Error('The worker could not be started'));
  });
  worker.postMessage(reading);
  return read.finally(() => worker.terminate());
}
