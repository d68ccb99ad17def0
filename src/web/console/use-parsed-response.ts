import { useEffect, useMemo, useState } from 'react';
import type { Picture } from '../../pictures/picture.ts';
import type { PictureTable } from '../../pictures/table.ts';
import type { Asked } from './read-picture.ts';

/** Parsing longer text with every digit would block the page noticeably. */
const hereCharactersMax = 100_000;

interface Read<Value> {
  /** Undefined if the response has another shape. */
  value: Value | undefined;
}

/** Returns undefined while a long response is parsed in a worker. */
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
      // The worker returns the same type as `readHere`.
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

export type Reading = { as: 'table'; text: string } | { as: 'picture'; text: string; asked: Asked };

export interface ReadInWorker {
  value: PictureTable | Picture | undefined;
}

/** Each parse has its own worker, which ends with it or with the signal. Rejects only if no worker can start. */
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
