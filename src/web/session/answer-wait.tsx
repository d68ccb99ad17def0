import { LoadFailure } from '../ui/load-failure.tsx';
import type { useAnswer } from './use-answer.ts';

interface AnswerWaitProps {
  answer: Exclude<ReturnType<typeof useAnswer>['answer'], { phase: 'loaded' }>;
  retry: () => void;
  /** Of the size of what comes. */
  skeleton: string;
}

/** In place of an answer that is on its way, or did not come. */
export function AnswerWait({ answer, retry, skeleton }: AnswerWaitProps) {
  if (answer.phase === 'failed') return <LoadFailure message={answer.words} onRetry={retry} />;
  return (
    <div role="status">
      <p className="visually-hidden">Loading...</p>
      <div className={`skeleton ${skeleton}`} />
    </div>
  );
}
