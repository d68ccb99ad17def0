import './usage.css';
import type { ReactNode } from 'react';
import type { ApiToken } from '../../../keys/contract.ts';
import { formatCount } from '../../../pictures/format.ts';
import { pages } from '../../../urls.ts';
import { Link } from '../../router/link.tsx';
import { useSite } from '../../router/router-context.tsx';
import { hasPage } from '../../router/site-map.ts';
import { PendingView } from '../../session/use-fetched.tsx';
import { type Calls, useKeys } from '../context/keys-context.tsx';
import { UsageChart, VerdictMark } from './usage-chart.tsx';
import {
  type Counts,
  countAll,
  countByDay,
  countByEndpoint,
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
              <th scope="row">{isCode && row.name !== 'other' ? <code>{row.name}</code> : row.name}</th>
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
