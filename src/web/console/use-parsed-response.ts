import { useEffect, useMemo, useState } from 'react';
import type { Picture } from '../../pictures/picture.ts';
import type { PictureTable } from '../../pictures/table.ts';
import type { Asked } from './read-picture.ts';

/** Reading more than this with every digit would be felt in the page. */
const hereCharactersMax = 100_000;

interface Read<Value> {
  /** Undefined where the answer has another shape. */
  value: Value | undefined;
}

/** Undefined while it is being read: what is long is read in a worker. */
export function useReading<Own extends Reading, Value>(
  reading: Own,
  readHere: (reading: Own) => Value | undefined,
): Read<Value> | undefined {
  const isLong = reading.text.length > hereCharactersMax;
  const here = useMemo(
    () => (isLong ? undefined : attempt(() => readHere(reading))),
    [isLong, reading, readHere],
  );
  const [beside, setBeside] = useState<{ of: Own; read: Read<Value> }>();
  useEffect(() => {
    if (!isLong) return;
    const wanted = new AbortController();
    readInWorker(reading, wanted.signal)
      // Its value is what `readHere` would have made of it.
      .then((read) => read as Read<Value>)
      .catch(() => attempt(() => readHere(reading)))
      .then((read) => wanted.signal.aborted || setBeside({ of: reading, read }));
    return () => wanted.abort();
  }, [isLong, reading, readHere]);
  return here ?? (beside?.of === reading ? beside.read : undefined);
}

function attempt<Value>(read: () => Value | undefined): Read<Value> {
  try {
    return { value: read() };
  } catch {
    return { value: undefined };
  }
}

/** An answer's text, and what it is to become. */
export type Reading = { as: 'table'; text: string } | { as: 'picture'; text: string; asked: Asked };

/** Without a value where the answer has another shape. */
export interface ReadInWorker {
  value: PictureTable | Picture | undefined;
}

/** One worker for one reading: it ends with it, or with the wish for it. Rejects only where no worker can be had. */
function readInWorker(reading: Reading, signal: AbortSignal): Promise<ReadInWorker> {
  const worker = new Worker(new URL('./response-worker.ts', import.meta.url), { type: 'module' });
  signal.addEventListener('abort', () => worker.terminate());
  const read = new Promise<ReadInWorker>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ReadInWorker>) => resolve(data);
    worker.onerror = () => reject(new Error('The worker could not be started'));
  });
  worker.postMessage(reading);
  return read.finally(() => worker.terminate());
}
