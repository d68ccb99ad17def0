import type { KeyUsage } from '../../../keys/contract.ts';
import { UsageChart } from './usage-chart.tsx';
import { formatCount, timeAgo, weekTotal } from './usage-summary.ts';

export function KeyUsageLine({ usage, countedAt }: { usage: KeyUsage; countedAt: Date }) {
  return (
    <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        <Figure label="Last used">
          {usage.last_used_at ? (
            <time dateTime={usage.last_used_at} title={new Date(usage.last_used_at).toLocaleString('en-US')}>
              {timeAgo(new Date(usage.last_used_at), new Date())}
            </time>
          ) : (
            'Never'
          )}
        </Figure>
        <Figure label="Today">{formatCount(usage.today)}</Figure>
        <Figure label="Last 7 days">{formatCount(weekTotal(usage))}</Figure>
      </dl>
      <div className="ml-auto flex items-end gap-2">
        <span className="text-tiny leading-none text-muted">UTC days</span>
        <UsageChart usage={usage} countedAt={countedAt} />
      </div>
    </div>
  );
}

function Figure({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-small leading-5 text-muted">{label}</dt>
      <dd className="text-ui leading-6 font-medium text-ink tabular-nums">{children}</dd>
    </div>
  );
}
