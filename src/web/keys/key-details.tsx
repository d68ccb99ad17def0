import './key-details.css';
import { useId } from 'react';
import type { ApiToken, ChangeExpiryRequest } from '../../keys/contract.ts';
import type { Outcome } from '../session/outcome.ts';
import { TabList, TabPanel } from '../ui/tab-list.tsx';
import { ConnectPanel } from './connect-panel.tsx';
import { ExpiryForm } from './expiry/expiry-form.tsx';
import { RefusalsPanel } from './refusals/refusals-panel.tsx';
import { UsageAnswer } from './usage/usage-section.tsx';
import type { useCalls } from './usage/use-calls.ts';

/** What every panel is given. */
export interface PanelProps {
  apiKey: ApiToken;
  /** The one in use, where this page has shown it. */
  secret: string | undefined;
  usage: ReturnType<typeof useCalls>;
  countedAt: Date;
  onExpire: (asked: ChangeExpiryRequest) => Promise<Outcome>;
}

const panels = [
  { key: 'connect', label: 'Connect', Panel: ConnectPanel },
  { key: 'usage', label: 'Usage', Panel: UsagePanel },
  { key: 'refusals', label: 'Refusals', Panel: RefusalsPanel },
  { key: 'expiry', label: 'Expiry', Panel: ExpiryForm },
] as const;

export type PanelKey = (typeof panels)[number]['key'];

interface KeyDetailsProps extends PanelProps {
  panel: PanelKey;
  onPanel: (panel: PanelKey) => void;
}

/** Everything about one key that does not fit its row. */
export function KeyDetails({ panel, onPanel, ...given }: KeyDetailsProps) {
  const base = useId();
  const shown = panels.find(({ key }) => key === panel) ?? panels[0];
  return (
    <div className="key-details">
      <TabList
        label={`Details of ${given.apiKey.name}`}
        tabs={panels.map(({ key, label }) => ({ key, label }))}
        selected={shown.key}
        onSelect={onPanel}
        base={base}
      />
      <TabPanel base={base} of={shown.key}>
        <shown.Panel {...given} />
      </TabPanel>
    </div>
  );
}

function UsagePanel({ apiKey, usage, countedAt }: PanelProps) {
  return <UsageAnswer usage={usage} countedAt={countedAt} apiKey={apiKey} of={apiKey.name} />;
}
