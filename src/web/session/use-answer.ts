import { useCallback, useEffect, useRef, useState } from 'react';
import type { Outcome } from './outcome.ts';

/** What a question has brought so far. */
type Answer<T> = { phase: 'loading' } | { phase: 'failed'; words: string } | { phase: 'loaded'; value: T };

/** Asks, and again whenever `moment` changes. A later failure keeps what is on screen. */
export function useAnswer<T>(ask: () => Promise<Outcome<T>>, moment: unknown) {
  const [answer, setAnswer] = useState<Answer<T>>({ phase: 'loading' });
  const [tries, setTries] = useState(0);
  const latest = useRef(ask);
  latest.current = ask;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each moment and each try is a new question
  useEffect(() => {
    let isWanted = true;
    latest.current().then((outcome) => {
      if (!isWanted) return;
      if (outcome.ok) setAnswer({ phase: 'loaded', value: outcome.value });
      else
        setAnswer((before) =>
          before.phase === 'loaded' ? before : { phase: 'failed', words: outcome.message },
        );
    });
    return () => {
      isWanted = false;
    };
  }, [moment, tries]);

  const retry = useCallback(() => {
    setAnswer({ phase: 'loading' });
    setTries((before) => before + 1);
  }, []);
  return { answer, retry };
}
