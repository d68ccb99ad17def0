import type { ApiToken } from '../../keys/contract.ts';
import { useSite } from '../router/router-context.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { formatDate } from './expiry-badge.ts';
import { envFile, mcpLinkOf, unknownSecret } from './first-call/credentials.ts';
import { HiddenValue } from './key-secret.tsx';

/** How programs and assistants are given this key. */
export function ConnectPanel({ apiKey, secret }: { apiKey: ApiToken; secret: string | undefined }) {
  const { hosts, keys } = useSite();
  const { environment } = keys;
  const { external_id: clientId, name } = apiKey;
  const { mcp } = hosts;
  const mcpLink = mcp && ((shown: string) => mcpLinkOf(mcp, clientId, shown));
  return (
    <div className="connect">
      <dl className="connect-rows">
        {mcpLink && (
          <ConnectRow label="MCP link">
            {secret ? (
              <HiddenValue name={`MCP link of ${name}`} secret={secret} text={mcpLink} />
            ) : (
              <>
                <code>{mcpLink(unknownSecret)}</code>
                <CopyButton text={mcpLink(unknownSecret)} label={`Copy MCP link of ${name}`} />
              </>
            )}
          </ConnectRow>
        )}
        <ConnectRow label=".env">
          <code>
            {environment.clientId}, {environment.apiKey}
          </code>
          <CopyButton
            text={envFile({ clientId, secret: secret ?? unknownSecret }, environment)}
            label={`Copy .env lines of ${name}`}
          />
        </ConnectRow>
        <ConnectRow label="Created">
          <time dateTime={apiKey.created_at}>{formatDate(new Date(apiKey.created_at))}</time>
        </ConnectRow>
      </dl>
      {!secret && (
        <p className="connect-note">
          Put your API key in the place of <code>{unknownSecret}</code>. It was shown once; if it is lost,
          rotate the key.
        </p>
      )}
    </div>
  );
}

function ConnectRow({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="connect-row">
      <dt>{label}</dt>
      <dd className="key-value">{children}</dd>
    </div>
  );
}
