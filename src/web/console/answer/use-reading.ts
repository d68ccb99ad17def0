import { useEffect, useMemo, useState } from 'react';
import { type Reading, readInWorker } from './read-in-worker.ts';

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
