import './status.css';
import { useCallback, useEffect, useState } from 'react';
import { status as address } from '../../urls.ts';
import type {
  ApiStatus,
  ForecastStatus,
  ObservationStatus,
  UnknownStatus,
} from '../../weather/status/contract.ts';
import { getJson } from '../session/send.ts';
import { Button } from '../ui/button.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { RunTable } from './run-table.tsx';
import { clock, describeForecasts, describeObservations } from './words.ts';

/** Asked when the page opens, on a click, and on coming back to the tab; never by itself. */
export function StatusBoard() {
  const [status, setStatus] = useState<ApiStatus>();
  const [failure, setFailure] = useState<string>();

  const ask = useCallback(async () => {
    const outcome = await getJson<ApiStatus>(address, 'The status could not be loaded.');
    setFailure(outcome.ok ? undefined : outcome.message);
    if (outcome.ok) setStatus(outcome.value);
  }, []);

  useEffect(() => {
    void ask();
    const look = () => document.visibilityState === 'visible' && void ask();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [ask]);

  return (
    <>
      {status && (
        <>
          <Subject name="Forecasts" part={status.forecasts} words={describeForecasts} />
          {status.forecasts.state !== 'unknown' && <RunTable forecasts={status.forecasts} />}
          <Subject name="Observations" part={status.observations} words={describeObservations} />
          <p className="status-checked">
            As of {clock(status.checked_at)} UTC{' '}
            <Button variant="secondary" size="small" onClick={() => void ask()}>
              Check again
            </Button>
          </p>
        </>
      )}
      {failure && <LoadFailure message={failure} onRetry={() => void ask()} />}
    </>
  );
}

const tones = { 'on time': 'success', late: 'warning', unknown: 'accent' } as const;
const labels = { 'on time': 'On time', late: 'Late', unknown: 'Not known' } as const;

interface SubjectProps<Known> {
  name: string;
  part: Known | UnknownStatus;
  words: (known: Known) => string;
}

function Subject<Known extends ForecastStatus | ObservationStatus>({
  name,
  part,
  words,
}: SubjectProps<Known>) {
  return (
    <div className="status-subject">
      <p className="status-name">
        {name} <span className={`badge badge-${tones[part.state]}`}>{labels[part.state]}</span>
      </p>
      <p>{part.state === 'unknown' ? (part as UnknownStatus).why : words(part as Known)}</p>
    </div>
  );
}
