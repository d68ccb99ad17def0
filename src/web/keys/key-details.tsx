import './key-details.css';
import { type ReactNode, useId } from 'react';
import type { ApiToken } from '../../keys/contract.ts';
import { useSite } from '../router/router-context.tsx';
import { utcDate } from '../time/format-time.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { TabList, TabPanel } from '../ui/tab-list.tsx';
import { type PanelName, useKeys } from './context/keys-context.tsx';
import { DenialsPanel } from './denials/denials-panel.tsx';
import { ExpiryForm } from './expiry/expiry-form.tsx';
import { envFile, mcpLinkOf, secretPlaceholder } from './first-call/credentials.ts';
import { MaskedValue } from './key-secret.tsx';
import { Usage } from './usage/usage-report.tsx';

const panels = {
  connect: { label: 'Connect', Panel: ConnectPanel },
  usage: { label: 'Usage', Panel: Usage },
  denials: { label: 'Denied calls', Panel: DenialsPanel },
  expiry: { label: 'Expiry', Panel: ExpiryForm },
};
const panelNames: PanelName[] = ['connect', 'usage', 'denials', 'expiry'];

/** The tabs below the row of a key. */
export function KeyDetails({ apiKey, panel }: { apiKey: ApiToken; panel: PanelName }) {
  const { openPanel } = useKeys();
  const base = useId();
  const { Panel } = panels[panel];
  return (
    <div className="key-details">
      <TabList
        label={`Details of ${apiKey.name}`}
        tabs={panelNames.map((name) => ({ key: name, label: panels[name].label }))}
        selected={panel}
        onSelect={(name) => openPanel(apiKey, name)}
        base={base}
      />
      <TabPanel base={base} of={panel}>
        <Panel apiKey={apiKey} />
      </TabPanel>
    </div>
  );
}

/** How to use the key in apps and assistants. */
function ConnectPanel({ apiKey }: { apiKey: ApiToken }) {
  const { hosts, keys } = useSite();
  const secret = useKeys().secretOf(apiKey);
  const { external_id: clientId, name } = apiKey;
  const { mcp } = hosts;
  const mcpLink = mcp && ((shown: string) => mcpLinkOf(mcp, clientId, shown));
  return (
    <div className="connect">
      <dl className="connect-rows">
        {mcpLink && (
          <ConnectRow label="MCP link">
            {secret ? (
              <MaskedValue name={`MCP link of ${name}`} secret={secret} format={mcpLink} />
            ) : (
              <>
                <code>{mcpLink(secretPlaceholder)}</code>
                <CopyButton text={mcpLink(secretPlaceholder)} label={`Copy MCP link of ${name}`} />
              </>
            )}
          </ConnectRow>
        )}
        <ConnectRow label=".env">
          <code>
            {keys.environment.clientId}, {keys.environment.apiKey}
          </code>
          <CopyButton
            text={envFile({ clientId, secret: secret ?? secretPlaceholder }, keys.environment)}
            label={`Copy .env lines of ${name}`}
          />
        </ConnectRow>
        <ConnectRow label="Created">
          <time dateTime={apiKey.created_at}>{utcDate(apiKey.created_at)}</time>
        </ConnectRow>
      </dl>
      {!secret && (
        <p className="connect-note">
          Replace <code>{secretPlaceholder}</code> with your secret. It was shown only once. If you lost it,
          rotate the key.
        </p>
      )}
    </div>
  );
}

const ConnectRow = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="connect-row">
    <dt>{label}</dt>
    <dd className="key-value">{children}</dd>
  </div>
);
