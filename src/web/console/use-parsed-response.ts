import { useEffect, useMemo, useState } from 'react';
import type { Picture } from '../../pictures/picture.ts';
import type { PictureTable } from '../../pictures/table.ts';
import type { DrawnCall } from './read-picture.ts';

/** Parsing longer text with every digit would block the page noticeably. */
const maxMainThreadCharacters = 100_000;

export type ParseTask = { as: 'table'; text: string } | { as: 'picture'; text: string; call: DrawnCall };

/** The value is undefined if the response has another shape. */
export interface Parsed<Value = PictureTable | Picture> {
  value: Value | undefined;
}

/** Returns undefined while a long response is parsed in a worker. */
export function useParsedResponse<Task extends ParseTask, Value>(
  task: Task,
  parse: (task: Task) => Value | undefined,
): Parsed<Value> | undefined {
  const isLong = task.text.length > maxMainThreadCharacters;
  const parsedAtOnce = useMemo(
    () => (isLong ? undefined : tryParse(() => parse(task))),
    [isLong, task, parse],
  );
  const [fromWorker, setFromWorker] = useState<{ task: Task; parsed: Parsed<Value> }>();
  useEffect(() => {
    if (!isLong) return;
    const current = new AbortController();
    parseInWorker<Value>(task, current.signal)
      .catch(() => tryParse(() => parse(task)))
      .then((parsed) => current.signal.aborted || setFromWorker({ task, parsed }));
    return () => current.abort();
  }, [isLong, task, parse]);
  return parsedAtOnce ?? (fromWorker?.task === task ? fromWorker.parsed : undefined);
}

function tryParse<Value>(parse: () => Value | undefined): Parsed<Value> {
  try {
    return { value: parse() };
  } catch {
    return { value: undefined };
  }
}

/**
 * Each parse has its own worker, which ends with it or with the signal, and returns what `parse` would. Rejects only if
 * no worker can start.
 */
function parseInWorker<Value>(task: ParseTask, signal: AbortSignal): Promise<Parsed<Value>> {
  const worker = new Worker(new URL('./response-worker.ts', import.meta.url), { type: 'module' });
  signal.addEventListener('abort', () => worker.terminate());
  const parsed = new Promise<Parsed<Value>>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Parsed<Value>>) => resolve(data);
    worker.onerror = () => reject(new Error('The worker could not be started'));
  });
  worker.postMessage(task);
  return parsed.finally(() => worker.terminate());
}
