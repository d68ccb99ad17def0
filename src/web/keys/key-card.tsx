import './key-card.css';
import { useId } from 'react';
import { type ApiToken, allAccessRole } from '../../keys/contract.ts';
import { useSite } from '../router/router-context.tsx';
import type { Outcome } from '../session/outcome.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { expiryBadge, formatDate } from './expiry-badge.ts';
import { mcpLinkOf } from './first-call/credentials.ts';
import { KeyName } from './key-name.tsx';
import { HiddenValue, KeyRow, KeySecret } from './key-secret.tsx';
import { KeyUsageLine } from './usage/key-usage-line.tsx';

interface KeyCardProps {
  token: ApiToken;
  secret: string | undefined;
  countedAt: Date;
  onRename: (name: string) => Promise<Outcome>;
  onDelete: () => void;
}

export function KeyCard({ token, secret, countedAt, onRename, onDelete }: KeyCardProps) {
  const headingId = useId();
  const { hosts } = useSite();
  const badge = expiryBadge(token.expires_at, new Date());
  return (
    <article aria-labelledby={headingId} className="key-card">
      <header className="key-card-head">
        <KeyName token={token} headingId={headingId} onRename={onRename} />
        <span className="key-card-badges">
          {token.roles.includes(allAccessRole) && <span className="badge badge-accent">All access</span>}
          <span className={`badge badge-${badge.tone}`}>{badge.words}</span>
        </span>
      </header>
      <dl className="key-rows">
        <KeyRow label="Client ID">
          <code>{token.external_id}</code>
          <CopyButton text={token.external_id} label="Copy client ID" />
        </KeyRow>
        <KeySecret secret={secret} />
        {secret && (
          <HiddenValue
            label="MCP link"
            name="MCP link"
            secret={secret}
            text={(shown) => mcpLinkOf(hosts.mcp, token.external_id, shown)}
          />
        )}
      </dl>
      <KeyUsageLine usage={token.usage} countedAt={countedAt} />
      <footer className="key-card-foot">
        <p>
          Created <time dateTime={token.created_at}>{formatDate(new Date(token.created_at))}</time>
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
