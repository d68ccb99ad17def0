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

const textCode = onDemand(() => import('./drawn-text.tsx'));
const fileCode = onDemand(() => import('./drawn-file.tsx'));

/** The drawings' code comes with the first answer that is drawn. */
export function DrawnTab({ answered: { answer, values, askedAt }, drawnAs, title }: DrawnTabProps) {
  const { body } = answer;
  const asked = useMemo(() => ({ drawnAs, values, askedAt }), [drawnAs, values, askedAt]);
  const text = useOnDemand(textCode, typeof body === 'string');
  const file = useOnDemand(fileCode, typeof body !== 'string');
  const { failure, retry } = typeof body === 'string' ? text : file;
  if (failure)
    return (
      <p className="console-note">
        The picture could not be loaded.{' '}
        <button type="button" className="link" onClick={retry}>
          Try again
        </button>
      </p>
    );
  const named = { title, isSynthetic: answer.headers.get('X-Synthetic') === 'true' };
  if (typeof body === 'string') {
    if (text.value) return <text.value.DrawnText text={body} asked={asked} {...named} />;
  } else if (file.value) return <file.value.DrawnFile body={body} {...named} />;
  return <p className="console-note late">Loading...</p>;
}
