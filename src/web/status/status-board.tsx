import './status.css';
import { CircleCheck, CircleHelp, CircleX, Clock, Hourglass, type IconNode } from 'lucide';
import { formatDuration } from '../../time.ts';
import type { ApiStatus, ForecastStatus, ObservationStatus } from '../../weather/status/contract.ts';
import { utcTime } from '../time/format-time.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { formatRun, HourTimeline, RunTimeline } from './timelines.tsx';

interface StatusBoardProps {
  status: ApiStatus;
  onReload: () => void;
}

export function StatusBoard({ status, onReload }: StatusBoardProps) {
  const { checked_at, forecasts, observations } = status;
  const nowMs = Date.parse(checked_at);
  return (
    <>
      <VerdictPanel status={status} onReload={onReload} />
      <Subject
        name="Forecasts"
        state={forecasts.state}
        text={'why' in forecasts ? forecasts.why : describeForecasts(forecasts)}
      />
      {!('why' in forecasts) && <RunTimeline forecasts={forecasts} nowMs={nowMs} />}
      <Subject
        name="Observations"
        state={observations.state}
        text={'why' in observations ? observations.why : describeObservations(observations)}
      />
      {!('why' in observations) && observations.hours && (
        <HourTimeline hours={observations.hours} nowMs={nowMs} />
      )}
    </>
  );
}

type State = ApiStatus['forecasts' | 'observations']['state'];

/** From the best state to the worst. Each has a shape of its own, because not everybody sees its colour. */
const states: Record<State, { label: string; icon: IconNode }> = {
  'on time': { label: 'On time', icon: CircleCheck },
  unknown: { label: 'Unknown', icon: CircleHelp },
  late: { label: 'Late', icon: Clock },
  slow: { label: 'Slow', icon: Hourglass },
  down: { label: 'Down', icon: CircleX },
};

/** The worst state, and what has it. */
export function verdictOf({ forecasts, observations }: ApiStatus): { state: State; text: string } {
  const order = Object.keys(states);
  const [one, other] = [forecasts.state, observations.state];
  const state = order.indexOf(one) > order.indexOf(other) ? one : other;
  if (one === other)
    return { state, text: state === 'unknown' ? 'The status is unknown' : `Everything is ${state}` };
  const subject = state === one ? 'Forecasts' : 'Observations';
  if (state === 'unknown') return { state, text: `The status of ${subject.toLowerCase()} is unknown` };
  return { state, text: `${subject} are ${state}` };
}

function VerdictPanel({ status, onReload }: StatusBoardProps) {
  const { state, text } = verdictOf(status);
  return (
    <div className="status-verdict" data-state={state}>
      <Icon of={states[state].icon} size={28} />
      <p className="status-verdict-text">{text}</p>
      <p className="status-checked">
        As of {utcTime(new Date(status.checked_at))}{' '}
        <Button variant="secondary" size="small" onClick={onReload}>
          Check again
        </Button>
      </p>
    </div>
  );
}

function Subject({ name, state, text }: { name: string; state: State; text: string }) {
  const { icon, label } = states[state];
  return (
    <div className="status-subject">
      <p className="status-name">
        {name}{' '}
        <span className="badge status-badge" data-state={state}>
          <Icon of={icon} size={13} />
          {label}
        </span>
      </p>
      <p>{text}</p>
    </div>
  );
}

function describeForecasts({ newest_run, runs, usual_minutes }: ForecastStatus): string {
  const minutes = runs.find(({ run }) => run === newest_run)?.complete_minutes;
  const next = runs.findLast(
    ({ run, complete_minutes }) => complete_minutes === undefined && run > newest_run,
  );
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
