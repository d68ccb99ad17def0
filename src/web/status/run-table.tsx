import type { ForecastStatus } from '../../weather/status/contract.ts';
import { duration, shortRunName } from './words.ts';

/** How long each run took, beside the usual. */
export function RunTable({ forecasts: { runs, usual_minutes } }: { forecasts: ForecastStatus }) {
  const longest = Math.max(usual_minutes, ...runs.map(({ complete_minutes }) => complete_minutes ?? 0));
  const width = (minutes: number) => `${Math.round((100 * minutes) / longest)}%`;
  return (
    <table className="status-runs" aria-label="When the runs of the last 48 hours were ready">
      <thead>
        <tr>
          <th scope="col">Run</th>
          <th scope="col">First hour after</th>
          <th scope="col">Complete after</th>
        </tr>
      </thead>
      <tbody>
        {runs.map(({ run, first_hour_minutes, complete_minutes, hours_ready }) => (
          <tr key={run}>
            <th scope="row">{shortRunName(run)}</th>
            <td>{duration(first_hour_minutes)}</td>
            <td>
              {complete_minutes === undefined ? (
                `${hours_ready} hours so far`
              ) : (
                <>
                  {duration(complete_minutes)}
                  <span className="status-bar" aria-hidden="true">
                    <span style={{ width: width(complete_minutes) }} />
                  </span>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
