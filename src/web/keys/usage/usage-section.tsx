import type { ApiToken } from '../../../keys/contract.ts';
import { AnswerWait } from '../../session/answer-wait.tsx';
import { UsageReport } from './usage-report.tsx';
import type { useCalls } from './use-calls.ts';

interface UsageSectionProps {
  usage: ReturnType<typeof useCalls>;
  countedAt: Date;
}

/** All keys together. */
export function UsageSection({ usage, countedAt }: UsageSectionProps) {
  return (
    <section className="keys-part" aria-labelledby="usage">
      <h2 id="usage">Usage</h2>
      <UsageAnswer usage={usage} countedAt={countedAt} of="all keys" />
    </section>
  );
}

interface UsageAnswerProps extends UsageSectionProps {
  /** One key, or all of them. */
  apiKey?: ApiToken;
  of: string;
}

export function UsageAnswer({ usage: { answer, retry }, countedAt, apiKey, of }: UsageAnswerProps) {
  if (answer.phase !== 'loaded')
    return <AnswerWait answer={answer} retry={retry} skeleton="usage-skeleton" />;
  const calls = apiKey ? (answer.value.get(apiKey.id) ?? []) : [...answer.value.values()].flat();
  return <UsageReport calls={calls} countedAt={countedAt} of={of} />;
}
