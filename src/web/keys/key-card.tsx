import './key-card.css';
import { useId } from 'react';
import { type ApiToken, allAccessRole } from '../../keys/contract.ts';
import { useSite } from '../router/router-context.tsx';
import type { Outcome } from '../session/outcome.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { expiryBadge, formatDate } from './expiry-badge.ts';
import { envFile, mcpLinkOf, unknownSecret } from './first-call/credentials.ts';
import { KeyName } from './key-name.tsx';
import { HiddenValue, KeyRow, KeySecret } from './key-secret.tsx';
import { KeyUsageLine } from './usage/key-usage-line.tsx';

interface KeyCardProps {
  apiKey: ApiToken;
  secret: string | undefined;
  countedAt: Date;
  onRename: (name: string) => Promise<Outcome>;
  onDelete: () => void;
}

export function KeyCard({ apiKey, secret, countedAt, onRename, onDelete }: KeyCardProps) {
  const headingId = useId();
  const { hosts } = useSite();
  const badge = expiryBadge(apiKey.expires_at, new Date());
  return (
    <article aria-labelledby={headingId} className="key-card">
      <header className="key-card-head">
        <KeyName apiKey={apiKey} headingId={headingId} onRename={onRename} />
        <span className="key-card-badges">
          {apiKey.roles.includes(allAccessRole) && <span className="badge badge-accent">All access</span>}
          <span className={`badge badge-${badge.tone}`}>{badge.words}</span>
        </span>
      </header>
      <dl className="key-rows">
        <KeyRow label="Client ID">
          <code>{apiKey.external_id}</code>
          <CopyButton text={apiKey.external_id} label="Copy client ID" />
        </KeyRow>
        <KeySecret secret={secret} />
        {secret && (
          <HiddenValue
            label="MCP link"
            name="MCP link"
            secret={secret}
            text={(shown) => mcpLinkOf(hosts.mcp, apiKey.external_id, shown)}
          />
        )}
        <KeyRow label=".env">
          <code>WB_CLIENT_ID, WB_API_KEY</code>
          <CopyButton
            text={envFile({ clientId: apiKey.external_id, secret: secret ?? unknownSecret })}
            label="Copy .env lines"
          />
        </KeyRow>
      </dl>
      <KeyUsageLine usage={apiKey.usage} countedAt={countedAt} />
      <footer className="key-card-foot">
        <p>
          Created <time dateTime={apiKey.created_at}>{formatDate(new Date(apiKey.created_at))}</time>
        </p>
        <Button
          variant="ghost"
          size="small"
          className="key-card-delete"
          onClick={onDelete}
          aria-describedby={headingId}
        >
          Delete
        </Button>
      </footer>
    </article>
  );
}
