import './status.css';
import { useCallback, useEffect, useState } from 'react';
import { formatDayAndMonth } from '../../time.ts';
import { status as address } from '../../urls.ts';
import type { ApiStatus, ForecastStatus, ObservationStatus } from '../../weather/status/contract.ts';
import { getJson } from '../session/send.ts';
import { utcTime } from '../time/format-time.ts';
import { Button } from '../ui/button.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';

/** Loads the status when the page opens, when the tab becomes visible again, and on request. */
export function StatusBoard() {
  const [status, setStatus] = useState<ApiStatus>();
  const [error, setError] = useState<string>();

  const load = useCallback(async () => {
    const outcome = await getJson<ApiStatus>(address, "The status couldn't be loaded.");
    setError(outcome.ok ? undefined : outcome.message);
    if (outcome.ok) setStatus(outcome.value);
  }, []);

  useEffect(() => {
    void load();
    const onVisible = () => document.visibilityState === 'visible' && void load();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [load]);

  return (
    <>
      {status && <Status status={status} onReload={() => void load()} />}
      {error && <LoadFailure message={error} onRetry={() => void load()} />}
    </>
  );
}

function Status({ status, onReload }: { status: ApiStatus; onReload: () => void }) {
  const { checked_at, forecasts, observations } = status;
  return (
    <>
      <Subject
        name="Forecasts"
        state={forecasts.state}
        text={'why' in forecasts ? forecasts.why : describeForecasts(forecasts)}
      />
      {!('why' in forecasts) && <RunTable forecasts={forecasts} />}
      <Subject
        name="Observations"
        state={observations.state}
        text={'why' in observations ? observations.why : describeObservations(observations)}
      />
      <p className="status-checked">
        As of {utcTime(new Date(checked_at))}{' '}
        <Button variant="secondary" size="small" onClick={onReload}>
          Check again
        </Button>
      </p>
    </>
  );
}

const badges = {
  'on time': { tone: 'success', label: 'On time' },
  late: { tone: 'warning', label: 'Late' },
  slow: { tone: 'warning', label: 'Slow' },
  down: { tone: 'danger', label: 'Down' },
  unknown: { tone: 'accent', label: 'Unknown' },
} as const;

function Subject({ name, state, text }: { name: string; state: keyof typeof badges; text: string }) {
  const { tone, label } = badges[state];
  return (
    <div className="status-subject">
      <p className="status-name">
        {name} <span className={`badge badge-${tone}`}>{label}</span>
      </p>
      <p>{text}</p>
    </div>
  );
}

/** How long each run took, as text and as a bar. */
function RunTable({ forecasts: { runs, usual_minutes } }: { forecasts: ForecastStatus }) {
  const maxMinutes = Math.max(usual_minutes, ...runs.map(({ complete_minutes }) => complete_minutes ?? 0));
  return (
    <table className="status-runs" aria-label="Runs of the last 48 hours">
      <thead>
        <tr>
          <th scope="col">Run</th>
          <th scope="col">First hour after</th>
          <th scope="col">Complete after</th>
        </tr>
      </thead>
      <tbody>
        {runs.map(({ run, first_hour_minutes, complete_minutes: minutes, hours_ready }) => (
          <tr key={run}>
            <th scope="row">{formatRun(run)}</th>
            <td>{formatDuration(first_hour_minutes)}</td>
            <td>
              {minutes === undefined ? `${hours_ready} hours so far` : formatDuration(minutes)}
              {minutes !== undefined && (
                <span className="status-bar" aria-hidden="true">
                  <span style={{ width: `${Math.round((100 * minutes) / maxMinutes)}%` }} />
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** 16 Nov 06 UTC */
const formatRun = (run: string) => `${formatDayAndMonth(Date.parse(run))} ${run.slice(11, 13)} UTC`;

/** 4 h 05 min */
function formatDuration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return hours === 0 ? `${rest} min` : `${hours} h ${String(rest).padStart(2, '0')} min`;
}

function describeForecasts({ newest_run, runs, usual_minutes }: ForecastStatus): string {
  const minutes = runs.find(({ run }) => run === newest_run)?.complete_minutes;
  const next = runs.find(({ complete_minutes }) => complete_minutes === undefined);
  const usual = minutes === usual_minutes ? 'typical' : `typically ${formatDuration(usual_minutes)}`;
  const duration = minutes === undefined ? '' : `, ready after ${formatDuration(minutes)} (${usual})`;
  return [
    `Latest complete run: ${formatRun(newest_run)}${duration}.`,
    ...(next ? [`${formatRun(next.run)}: ${next.hours_ready} hours ready so far.`] : []),
  ].join(' ');
}

const describeObservations = ({
  newest,
  newest_minutes_ago,
  usual_minutes,
  missions_flying,
}: ObservationStatus) =>
  `Latest observation: ${utcTime(new Date(newest))}, ${formatDuration(newest_minutes_ago)} ago. Typical delay ${formatDuration(usual_minutes)}. ${missions_flying} balloons in flight.`;
