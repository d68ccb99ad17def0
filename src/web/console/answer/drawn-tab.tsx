import { useMemo } from 'react';
import type { DrawnAs } from '../../../content/contract.ts';
import { onDemand, useOnDemand } from '../../ui/on-demand.ts';
import type { CallState } from './use-call.ts';

interface DrawnTabProps {
  answered: Extract<CallState, { phase: 'answered' }>;
  drawnAs: DrawnAs;
  /** Of the endpoint. */
  title: string;
}

const drawingCode = onDemand(() => import('./drawn-call.tsx'));

/** The drawings' code comes with the first answer that is drawn. */
export function DrawnTab({ answered: { answer, values, askedAt }, drawnAs, title }: DrawnTabProps) {
  const asked = useMemo(() => ({ drawnAs, values, askedAt }), [drawnAs, values, askedAt]);
  const { value: code, failure, retry } = useOnDemand(drawingCode, true);
  if (failure)
    return (
      <p className="console-note">
        The picture could not be loaded.{' '}
        <button type="button" className="link" onClick={retry}>
          Try again
        </button>
      </p>
    );
  if (!code) return <p className="console-note late">Loading...</p>;
  const isSynthetic = answer.headers.get('X-Synthetic') === 'true';
  return <code.DrawnCall body={answer.body} asked={asked} title={title} isSynthetic={isSynthetic} />;
}
