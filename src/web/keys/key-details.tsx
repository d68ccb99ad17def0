import './key-details.css';
import { type ReactNode, useId, useState } from 'react';
import {
  type ApiToken,
  type ChangeExpiryRequest,
  isUsable,
  type RenameTokenAnswer,
} from '../../keys/contract.ts';
import { dayMs } from '../../time.ts';
import { calls } from '../../urls.ts';
import { useSite } from '../router/router-context.tsx';
import { PasswordField, RevealButton } from '../session/confirm-fields.tsx';
import { sendJson } from '../session/send.ts';
import { utcDate, utcTime } from '../time/format-time.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Field } from '../ui/field.tsx';
import { TabList, TabPanel } from '../ui/tab-list.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { type PanelName, useKeys } from './context/keys-context.tsx';
import { DenialsPanel } from './denials/denials-panel.tsx';
import { envFile, mcpLinkOf, secretPlaceholder } from './first-call/credentials.ts';
import { Usage } from './usage/usage-report.tsx';

const panels = [
  { key: 'connect', label: 'Connect', Panel: ConnectPanel },
  { key: 'usage', label: 'Usage', Panel: Usage },
  { key: 'denials', label: 'Denied calls', Panel: DenialsPanel },
  { key: 'expiry', label: 'Expiry', Panel: ExpiryForm },
] satisfies { key: PanelName; label: string; Panel: unknown }[];

/** The tabs below the row of a key. */
export function KeyDetails({ apiKey, panel }: { apiKey: ApiToken; panel: PanelName }) {
  const { openPanel } = useKeys();
  const base = useId();
  return (
    <div className="key-details">
      <TabList
        label={`Details of ${apiKey.name}`}
        tabs={panels}
        selected={panel}
        onSelect={(name) => openPanel(apiKey, name)}
        base={base}
      />
      <TabPanel base={base} of={panel}>
        {panels.map(({ key, Panel }) => key === panel && <Panel key={key} apiKey={apiKey} />)}
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

const shownAtStart = 7;
const shownAtEnd = 4;

/** Shows the first 7 and the last 4 characters, or none if the text is too short to hide anything. */
export function maskSecret(secret: string): string {
  const hidden = secret.length - shownAtStart - shownAtEnd;
  if (hidden <= 0) return '•'.repeat(secret.length);
  return `${secret.slice(0, shownAtStart)}${'•'.repeat(hidden)}${secret.slice(-shownAtEnd)}`;
}

interface MaskedValueProps {
  /** Names the value in the labels of its buttons. */
  name: string;
  secret: string;
  /** Builds the displayed and copied value from the secret. */
  format?: (secret: string) => string;
}

export function MaskedValue({ name, secret, format = (value) => value }: MaskedValueProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      <code>{format(isShown ? secret : maskSecret(secret))}</code>
      <RevealButton name={name} isShown={isShown} onChange={setIsShown} />
      <CopyButton text={format(secret)} label={`Copy ${name}`} />
    </>
  );
}

/** The badge is yellow without an expiry date, red after it, green before it. */
export function expiryBadge(expiresAt: string | null, now: Date) {
  if (expiresAt === null) return { tone: 'warning', text: 'Never Expires' };
  return isUsable({ expires_at: expiresAt }, now)
    ? { tone: 'success', text: `Expires ${utcDate(expiresAt)}` }
    : { tone: 'danger', text: `Expired ${utcDate(expiresAt)}` };
}

const changeExpiry = (id: string, body: ChangeExpiryRequest) =>
  sendJson<RenameTokenAnswer>('PUT', calls.tokenExpiry(id), "The expiry date couldn't be changed", body);

function ExpiryForm({ apiKey }: { apiKey: ApiToken }) {
  const { finishChange } = useKeys();
  const [day, setDay] = useState('');
  const [password, setPassword] = useState('');
  const { expires_at: current, expires_at_max: latest } = apiKey;
  // Days begin in UTC, like all times on the portal.
  const expiresAt = `${day}T00:00:00.000Z`;
  const isExtension = day !== '' && current !== null && expiresAt > current;

  const { busy, error, submit } = useSubmit(async () => {
    const sent = await changeExpiry(apiKey.id, { expires_at: expiresAt, ...(isExtension && { password }) });
    const failure = finishChange(apiKey, sent, 'Expiry date updated');
    if (failure !== undefined) return failure;
    setDay('');
    setPassword('');
  });

  if (current !== null && !isUsable(apiKey, new Date()))
    return <p>This key expired on {utcDate(current)} and can't be extended. Create a new key.</p>;
  return (
    <form className="expiry-form" onSubmit={submit} noValidate>
      <p>
        {current === null
          ? `This key never expires. Set an expiry date (up to ${utcDate(latest)}).`
          : `This key expires on ${utcDate(current)} at ${utcTime(new Date(current))}. You can change the date (up to ${utcDate(latest)}).`}
      </p>
      <Field
        label="Expiry date"
        type="date"
        min={new Date(Date.now() + dayMs).toISOString().slice(0, 10)}
        max={latest.slice(0, 10)}
        value={day}
        onChange={(event) => setDay(event.target.value)}
        error={isExtension ? undefined : error}
      />
      {isExtension && (
        <PasswordField
          hint="Confirm it's you: a later date needs your password."
          value={password}
          onType={setPassword}
          error={error}
        />
      )}
      <div>
        <Button
          type="submit"
          variant="secondary"
          loading={busy}
          disabled={day === '' || (isExtension && password === '')}
        >
          Save
        </Button>
      </div>
    </form>
  );
}
