import './usage.css';
import type { KeyUsage } from '../../../keys/contract.ts';
import { UsageChart } from './usage-chart.tsx';
import { formatCount, timeAgo, weekTotal } from './usage-summary.ts';

export function KeyUsageLine({ usage, countedAt }: { usage: KeyUsage; countedAt: Date }) {
  return (
    <div className="key-usage">
      <dl>
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
      <div className="key-usage-week">
        <span>UTC days</span>
        <UsageChart usage={usage} countedAt={countedAt} />
      </div>
    </div>
  );
}

function Figure({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
