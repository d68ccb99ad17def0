import type { CSSProperties } from 'react';
import { dayMs, formatDayAndMonth, formatDuration, formatMinute, hourMs, minuteMs } from '../../time.ts';
import type { ForecastStatus, ObservationHour, RunStatus } from '../../weather/status/contract.ts';

const shownMs = 48 * hourMs;
const tickEveryMs = 12 * hourMs;
/** Observations of an hour are late if half of them took longer than this. */
const lateMinutes = 30;

/** 16 Nov 06 UTC */
export const formatRun = (run: string) => formatMinute(Date.parse(run)).replace(':00 UTC', ' UTC');

/** The place of a time between now and 48 hours ago, in percent of the width. */
const percentAt = (timeMs: number, nowMs: number) =>
  Math.min(100, Math.max(0, 100 * (1 - (nowMs - timeMs) / shownMs)));

const from = (left: number, right?: number): CSSProperties => ({
  left: `${left}%`,
  ...(right !== undefined && { width: `${Math.max(0.5, right - left)}%` }),
});

const runLabels = { complete: 'Complete', 'in progress': 'In progress', late: 'Late' };

/** One row per run: a ring at its time, and a bar from its first hour to its last. */
export function RunTimeline({ forecasts, nowMs }: { forecasts: ForecastStatus; nowMs: number }) {
  return (
    <div className="status-timeline">
      <Axis nowMs={nowMs} />
      <table className="status-runs" aria-label="Runs of the last 48 hours">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Run</th>
            <th scope="col">Timeline</th>
            <th scope="col">Complete after</th>
          </tr>
        </thead>
        <tbody>
          {forecasts.runs.map((run) => (
            <tr key={run.run}>
              <th scope="row">{formatRun(run.run)}</th>
              <td className="status-track" aria-label={runLabels[run.state]}>
                <RunBar run={run} lateAfter={forecasts.late_after_minutes} nowMs={nowMs} />
              </td>
              <td>{describeRun(run)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="status-legend">
        Ring: run time. Bar: first to last forecast hour (pale: in progress). Tick: late after{' '}
        {formatDuration(forecasts.late_after_minutes)}.
      </p>
    </div>
  );
}

function RunBar({ run, lateAfter, nowMs }: { run: RunStatus; lateAfter: number; nowMs: number }) {
  const runMs = Date.parse(run.run);
  const at = (minutes: number) => percentAt(runMs + minutes * minuteMs, nowMs);
  const first = run.first_hour_minutes === undefined ? undefined : at(run.first_hour_minutes);
  const end = run.complete_minutes === undefined ? 100 : at(run.complete_minutes);
  const limitMs = runMs + lateAfter * minuteMs;
  return (
    <>
      {limitMs <= nowMs && <span className="status-limit" style={from(percentAt(limitMs, nowMs))} />}
      <span className="status-wait" style={from(at(0), first ?? 100)} />
      {first !== undefined && (
        <span
          className="status-bar"
          data-state={run.complete_minutes === undefined ? 'in progress' : 'complete'}
          data-late={run.state === 'late' || undefined}
          style={from(first, end)}
        />
      )}
      <span className="status-ring" style={from(at(0))} />
    </>
  );
}

function describeRun({ state, hours_ready, complete_minutes: minutes }: RunStatus): string {
  if (minutes !== undefined)
    return state === 'late' ? `${formatDuration(minutes)}, late` : formatDuration(minutes);
  const progress = hours_ready === 0 ? 'Nothing yet' : `${hours_ready} hours so far`;
  return state === 'late' ? `${progress}, late` : progress;
}

/** One bar per hour. Its height is not a value: full is on time, half is late, an outline is nothing. */
export function HourTimeline({ hours, nowMs }: { hours: ObservationHour[]; nowMs: number }) {
  return (
    <div className="status-timeline">
      <Axis nowMs={nowMs} />
      <div className="status-hours" role="img" aria-label={describeHours(hours)}>
        {hours.map((hour) => {
          const state = stateOf(hour);
          const startMs = Date.parse(hour.hour);
          const style = from(percentAt(startMs, nowMs), percentAt(startMs + hourMs, nowMs));
          return (
            <span
              key={hour.hour}
              className="status-hour"
              data-state={state}
              style={style}
              title={describeHour(hour)}
            />
          );
        })}
      </div>
      <p className="status-legend">{describeHours(hours)}</p>
    </div>
  );
}

function stateOf({ count, delay_minutes = 0 }: ObservationHour): 'on time' | 'late' | 'missing' {
  if (count === 0) return 'missing';
  return delay_minutes > lateMinutes ? 'late' : 'on time';
}

function describeHour(hour: ObservationHour): string {
  const words = { 'on time': 'on time', late: 'late', missing: 'no observations' }[stateOf(hour)];
  const delay = hour.delay_minutes === undefined ? '' : `, ${formatDuration(hour.delay_minutes)} to the API`;
  return `${formatRun(hour.hour)}: ${words}${delay}`;
}

/** "Observations of 48 hours: 46 on time, 1 late (half bar), 1 missing (outline)." */
export function describeHours(hours: ObservationHour[]): string {
  const count = (state: ReturnType<typeof stateOf>) => hours.filter((hour) => stateOf(hour) === state).length;
  const [late, missing] = [count('late'), count('missing')];
  if (late + missing === 0) return `Observations of the last ${hours.length} whole hours: all on time.`;
  const parts = [
    `${count('on time')} on time`,
    ...(late > 0 ? [`${late} late (half a bar)`] : []),
    ...(missing > 0 ? [`${missing} without observations (outline)`] : []),
  ];
  return `Observations of the last ${hours.length} whole hours: ${parts.join(', ')}.`;
}

/** From here on, the label is to the left of its line, because there is no room to the right of it on a phone. */
const lastLabelPercent = 85;

/** Days and half days of UTC. */
function Axis({ nowMs }: { nowMs: number }) {
  const last = Math.floor(nowMs / tickEveryMs) * tickEveryMs;
  const ticks = [3, 2, 1, 0].map((back) => last - back * tickEveryMs);
  return (
    <div className="status-axis" aria-hidden="true">
      {ticks.map((timeMs) => (
        <span
          key={timeMs}
          data-half-day={timeMs % dayMs !== 0 || undefined}
          data-last={percentAt(timeMs, nowMs) > lastLabelPercent || undefined}
          style={from(percentAt(timeMs, nowMs))}
        >
          {timeMs % dayMs === 0 ? formatDayAndMonth(timeMs) : '12 UTC'}
        </span>
      ))}
    </div>
  );
}
