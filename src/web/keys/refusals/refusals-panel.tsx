import './refusals.css';
import type { ApiToken, DenialsAnswer, KeyDenial } from '../../../keys/contract.ts';
import { calls } from '../../../urls.ts';
import { AnswerWait } from '../../session/answer-wait.tsx';
import type { Outcome } from '../../session/outcome.ts';
import { getJson } from '../../session/send.ts';
import { useAnswer } from '../../session/use-answer.ts';
import { byDay, describeCause, describeTimes } from './refusal-words.ts';

/** Asked for when it is opened, and again with every load of the list. */
export function RefusalsPanel({ apiKey, countedAt }: { apiKey: ApiToken; countedAt: Date }) {
  const { answer, retry } = useAnswer(() => listDenials(apiKey.id), countedAt);
  if (answer.phase !== 'loaded')
    return <AnswerWait answer={answer} retry={retry} skeleton="refusals-skeleton" />;
  const days = byDay(answer.value.refusals, countedAt);
  if (days.length === 0) return <NoRefusals />;
  return (
    <div className="refusals">
      {days.map(({ day, label, refusals }) => (
        <section key={day} aria-label={`Refused on ${label}, UTC`}>
          <h4>
            {label} <span className="refusals-utc">UTC</span>
          </h4>
          <ul>
            {refusals.map((refusal) => (
              <DenialRow key={`${refusal.cause} ${refusal.endpoint}`} refusal={refusal} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const listDenials = (id: string): Promise<Outcome<DenialsAnswer>> =>
  getJson(calls.tokenDenials(id), 'The refusals of this key could not be loaded');

function DenialRow({ refusal }: { refusal: KeyDenial }) {
  const { endpoint, advice } = refusal;
  return (
    <li className="refusal">
      <p className="refusal-cause">{describeCause(refusal)}</p>
      <p className="refusal-advice">{advice}</p>
      <p className="refusal-facts">
        {endpoint === 'other' ? 'Other addresses' : <code>{endpoint}</code>}
        <span>{describeTimes(refusal)}</span>
      </p>
    </li>
  );
}

function NoRefusals() {
  return (
    <p className="refusals-none">
      No call with this key was refused in the last 30 days. A program that gets a 403 all the same sends
      another client ID:{' '}
      <a className="link" href="#check-a-call">
        check its call
      </a>
      .
    </p>
  );
}
