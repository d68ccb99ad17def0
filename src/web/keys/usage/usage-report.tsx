import './usage.css';
import type { ReactNode } from 'react';
import type { ApiToken, CallVerdict } from '../../../keys/contract.ts';
import { niceTicks } from '../../../pictures/axes.ts';
import { formatCount } from '../../../pictures/format.ts';
import { pages } from '../../../urls.ts';
import { Link } from '../../router/link.tsx';
import { useSite } from '../../router/router-context.tsx';
import { hasPage } from '../../router/site-map.ts';
import { PendingView } from '../../session/use-fetched.tsx';
import { countOf } from '../../time/format-time.ts';
import { type Calls, useKeys } from '../context/keys-context.tsx';
import {
  type Counts,
  countAll,
  countByDay,
  countByEndpoint,
  type DayCounts,
  describeDays,
  recentCalls,
  shownDays,
  verdictLabels,
  verdicts,
} from './usage-summary.ts';

export const UsageSection = () => (
  <section className="keys-part" aria-labelledby="usage">
    <h2 id="usage">Usage</h2>
    <Usage />
  </section>
);

/** The usage of one key, or of all. */
export function Usage({ apiKey }: { apiKey?: ApiToken }) {
  const { state, retry } = useKeys().usage;
  if (state.phase !== 'loaded') return <PendingView state={state} retry={retry} skeleton="usage-skeleton" />;
  const calls = apiKey ? (state.value.get(apiKey.id) ?? []) : [...state.value.values()].flat();
  return <UsageReport calls={calls} owner={apiKey?.name ?? 'all keys'} />;
}

function UsageReport({ calls, owner }: { calls: Calls; owner: string }) {
  const { loadedAt } = useKeys();
  const recent = recentCalls(calls, loadedAt);
  if (recent.length === 0) return <NoCalls />;
  const days = countByDay(recent, loadedAt);
  const counts = countAll(recent);
  return (
    <div className="usage-report">
      <dl className="usage-figures">
        <Figure label="Today">{formatCount(days.at(-1)?.total ?? 0)}</Figure>
        <Figure label={`Last ${shownDays} days`}>{formatCount(counts.total)}</Figure>
        {verdicts.map((verdict) => (
          <Figure key={verdict} label={verdictLabels[verdict]} mark={<VerdictMark verdict={verdict} />}>
            {formatCount(counts[verdict])}
          </Figure>
        ))}
      </dl>
      <UsageChart days={days} />
      <p className="usage-note">Days are in UTC. Updates within a minute.</p>
      <UsageTable
        label={`Calls by endpoint, ${owner}`}
        heading="Endpoint"
        rows={countByEndpoint(recent).map((row) => ({ ...row, name: row.endpoint }))}
        isCode
      />
      <details className="usage-more">
        <summary className="link">View days as table</summary>
        <UsageTable
          label={`Calls by day in UTC, ${owner}`}
          heading="Day (UTC)"
          rows={days.toReversed().map((row) => ({ ...row, name: row.label }))}
        />
      </details>
    </div>
  );
}

function NoCalls() {
  const hasExample = hasPage(useSite(), pages.gettingStarted);
  return (
    <p className="usage-none">
      No calls in the last {shownDays} days. They show up here within seconds.
      {hasExample && (
        <>
          {' '}
          Try the one in{' '}
          <Link className="link" href={pages.gettingStarted}>
            Getting Started
          </Link>
          .
        </>
      )}
    </p>
  );
}

const Figure = ({ label, mark, children }: { label: string; mark?: ReactNode; children: ReactNode }) => (
  <div>
    <dt>
      {mark}
      {label}
    </dt>
    <dd>{children}</dd>
  </div>
);

/** A narrow column breaks the line before the last part. */
function EndpointPath({ path }: { path: string }) {
  const last = path.lastIndexOf('/') + 1;
  return (
    <code>
      {path.slice(0, last)}
      <wbr />
      {path.slice(last)}
    </code>
  );
}

interface UsageTableProps {
  label: string;
  heading: string;
  rows: (Counts & { name: string })[];
  isCode?: boolean;
}

function UsageTable({ label, heading, rows, isCode = false }: UsageTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls sideways
    <section className="usage-scroll" tabIndex={0} aria-label={label}>
      <table className="usage-table" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            {verdicts.map((verdict) => (
              <th key={verdict} scope="col">
                {verdictLabels[verdict]}
              </th>
            ))}
            <th scope="col">Calls</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">
                {isCode && row.name !== 'other' ? <EndpointPath path={row.name} /> : row.name}
              </th>
              {verdicts.map((verdict) => (
                <td key={verdict}>{formatCount(row[verdict])}</td>
              ))}
              <td>{formatCount(row.total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const heightPx = 132;
/** Keeps a single call among thousands visible. */
const minBarHeightPx = 2;
const labelEveryDays = 7;

/** Widths are percentages, so that the chart fills its container; heights are pixels. */
function UsageChart({ days }: { days: DayCounts[] }) {
  const { top, ticks } = scaleFor(Math.max(...days.map(({ total }) => total)));
  const slot = 100 / days.length;
  const yOf = (count: number) => heightPx - (count / top) * heightPx;
  return (
    <figure className="usage-chart">
      <div className="usage-plot">
        <svg height={heightPx} role="img" aria-label={describeDays(days)}>
          {ticks.map((tick) => (
            <line key={tick} className="usage-grid" x1="0" x2="100%" y1={yOf(tick)} y2={yOf(tick)} />
          ))}
          {days.map((day, index) => (
            <DayBar key={day.day} day={day} x={index * slot} width={slot} top={top} />
          ))}
        </svg>
        {ticks.map((tick) => (
          <span key={tick} className="usage-tick" style={{ top: yOf(tick) }} aria-hidden="true">
            {formatCount(tick)}
          </span>
        ))}
      </div>
      <div className="usage-days" aria-hidden="true">
        <span className="usage-today">Today</span>
        {days.slice(0, -1).map(
          (day, index) =>
            (days.length - 1 - index) % labelEveryDays === 0 && (
              <span key={day.day} style={{ left: `${(index + 0.5) * slot}%` }}>
                {day.label}
              </span>
            ),
        )}
      </div>
    </figure>
  );
}

function DayBar({ day, x, width, top }: { day: DayCounts; x: number; width: number; top: number }) {
  let y = heightPx;
  return (
    <g className="usage-day">
      {/* The whole height reacts to the pointer. */}
      <rect className="usage-slot" x={`${x}%`} width={`${width}%`} y="0" height={heightPx} />
      {verdicts.map((verdict) => {
        if (day[verdict] === 0) return null;
        const height = Math.max(minBarHeightPx, (day[verdict] / top) * heightPx);
        y -= height;
        return (
          <rect
            key={verdict}
            className={`usage-${verdict}`}
            x={`${x + width * 0.15}%`}
            width={`${width * 0.7}%`}
            y={y}
            height={height}
          />
        );
      })}
      <title>{describeDay(day)}</title>
    </g>
  );
}

const describeDay = (day: DayCounts) =>
  [
    `${day.label}, UTC: ${countOf(day.total, 'call')}`,
    ...verdicts
      .filter((verdict) => verdict !== 'allowed' && day[verdict] > 0)
      .map((verdict) => `${formatCount(day[verdict])} ${verdictLabels[verdict].toLowerCase()}`),
  ].join(', ');

/** Ticks are whole numbers, and the top one is above the highest bar. */
function scaleFor(highest: number): { top: number; ticks: number[] } {
  const ticks = niceTicks(0, Math.max(4, highest * 1.05), 4).filter(Number.isInteger);
  const step = (ticks[1] ?? 1) - (ticks[0] ?? 0);
  const top = Math.max(ticks.at(-1) ?? 1, Math.ceil(highest / step) * step);
  return { top, ticks: ticks.at(-1) === top ? ticks : [...ticks, top] };
}

function VerdictMark({ verdict }: { verdict: CallVerdict }) {
  return (
    <svg className="usage-mark" viewBox="0 0 10 10" aria-hidden="true">
      <rect className={`usage-${verdict}`} width="10" height="10" rx="2" />
    </svg>
  );
}
