import './usage.css';
import { formatCount } from '../../../pictures/format.ts';
import { pages } from '../../../urls.ts';
import { Link } from '../../router/link.tsx';
import { useSite } from '../../router/router-context.tsx';
import { hasPage } from '../../router/site-map.ts';
import { countOf } from '../../time/format-time.ts';
import { UsageChart, VerdictMark } from './usage-chart.tsx';
import {
  type Calls,
  callsShown,
  countAll,
  countByDay,
  countByEndpoint,
  shownDays,
  verdicts,
  verdictWords,
} from './usage-summary.ts';
import { UsageTable } from './usage-tables.tsx';

interface UsageReportProps {
  calls: Calls;
  countedAt: Date;
  /** Whose calls they are: "all keys", "Kite club". */
  of: string;
}

export function UsageReport({ calls, countedAt, of }: UsageReportProps) {
  const shown = callsShown(calls, countedAt);
  if (shown.length === 0) return <NoCalls />;
  const days = countByDay(shown, countedAt);
  const counts = countAll(shown);
  const endpoints = countByEndpoint(shown);
  return (
    <div className="usage-report">
      <dl className="usage-figures">
        <Figure label="Today">{formatCount(days.at(-1)?.total ?? 0)}</Figure>
        <Figure label={`Last ${shownDays} days`}>{formatCount(counts.total)}</Figure>
        {verdicts.map((verdict) => (
          <Figure key={verdict} label={verdictWords[verdict]} mark={<VerdictMark verdict={verdict} />}>
            {formatCount(counts[verdict])}
          </Figure>
        ))}
      </dl>
      <UsageChart days={days} />
      <p className="usage-note">
        Days are UTC days. Calls are counted within a second or two, at busy times within a minute.
      </p>
      <UsageTable
        label={`Calls by endpoint, ${of}`}
        of="Endpoint"
        rows={endpoints.map((row) => ({ ...row, name: row.endpoint }))}
        isCode
      />
      <details className="usage-more">
        <summary className="link">Show {countOf(shownDays, 'day')} as a table</summary>
        <UsageTable
          label={`Calls by day in UTC, ${of}`}
          of="Day (UTC)"
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
      No calls in the last {shownDays} days. They stand here a moment after they are made
      {hasExample ? (
        <>
          :{' '}
          <Link className="link" href={pages.gettingStarted}>
            Getting Started
          </Link>{' '}
          has one to copy.
        </>
      ) : (
        '.'
      )}
    </p>
  );
}

function Figure({
  label,
  mark,
  children,
}: {
  label: string;
  mark?: React.ReactNode;
  children: React.ReactNode;
}) {
  return (
    <div>
      <dt>
        {mark}
        {label}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
