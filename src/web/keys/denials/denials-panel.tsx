import './denials.css';
import type { ApiToken, DenialsAnswer, KeyDenial } from '../../../keys/contract.ts';
import { describeCause } from '../../../keys/denial-text.ts';
import { calls } from '../../../urls.ts';
import { getJson } from '../../session/send.ts';
import { PendingView, useFetched } from '../../session/use-fetched.tsx';
import { countOf, utcDay, utcTime } from '../../time/format-time.ts';
import { useKeys } from '../context/keys-context.tsx';

const listDenials = (id: string) =>
  getJson<DenialsAnswer>(calls.tokenDenials(id), "The denied calls of this key couldn't be loaded");

export function DenialsPanel({ apiKey }: { apiKey: ApiToken }) {
  const { loadedAt } = useKeys();
  const { state, retry } = useFetched(() => listDenials(apiKey.id), loadedAt);
  if (state.phase !== 'loaded')
    return <PendingView state={state} retry={retry} skeleton="denials-skeleton" />;
  const days = groupByDay(state.value.refusals, loadedAt);
  if (days.length === 0)
    return (
      <p className="denials-none">
        No denied calls in the last 30 days. If your app still gets a 403, it may be sending another client
        ID:{' '}
        <a className="link" href="#check-a-call">
          check the call
        </a>
        .
      </p>
    );
  return (
    <div className="denials">
      {days.map(({ day, label, denials }) => (
        <section key={day} aria-label={`Denied on ${label}, UTC`}>
          <h4>
            {label} <span className="denials-utc">UTC</span>
          </h4>
          <ul>
            {denials.map((denial) => (
              <li className="denial" key={`${denial.cause} ${denial.endpoint}`}>
                <p className="denial-cause">{describeCause(denial)}</p>
                <p className="denial-advice">{denial.advice}</p>
                <p className="denial-facts">
                  {denial.endpoint === 'other' ? 'Other paths' : <code>{denial.endpoint}</code>}
                  <span>{describeTimes(denial)}</span>
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** "14 times, from 09:12 to 11:40 UTC" */
export function describeTimes({ count, first_at, last_at }: KeyDenial): string {
  const [first, last] = [utcTime(new Date(first_at)), utcTime(new Date(last_at))];
  if (count === 1) return `Once, at ${last}`;
  const start = first === last ? 'at' : `from ${first.replace(' UTC', '')} to`;
  return `${countOf(count, 'time')}, ${start} ${last}`;
}

/** The newest day comes first. */
export const groupByDay = (denials: KeyDenial[], today: Date) =>
  [...Map.groupBy(denials, ({ day }) => day)]
    .toSorted(([one], [other]) => (one < other ? 1 : -1))
    .map(([day, own]) => ({
      day,
      label: day === today.toISOString().slice(0, 10) ? 'Today' : utcDay(new Date(`${day}T00:00:00Z`)),
      denials: own,
    }));
