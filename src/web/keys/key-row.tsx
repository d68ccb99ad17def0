import './key-row.css';
import { ChevronDown } from 'lucide';
import { useId } from 'react';
import { allAccessRole, isUsable, type KeyHour } from '../../keys/contract.ts';
import { formatCount } from '../../pictures/format.ts';
import type { Outcome } from '../session/outcome.ts';
import { timeAgo } from '../time/format-time.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { expiryBadge } from './expiry-badge.ts';
import { KeyDetails, type PanelKey, type PanelProps } from './key-details.tsx';
import { KeyName } from './key-name.tsx';
import { KeySecret } from './key-secret.tsx';
import { findOpenRotation } from './rotation/open-rotation.ts';
import { type RotationEnd, RotationStrip } from './rotation/rotation-strip.tsx';
import { QuotaBar } from './usage/quota-bar.tsx';

interface KeyRowProps extends PanelProps {
  hour: KeyHour | undefined;
  refusedToday: number;
  now: Date;
  /** Which of its panels stands open. */
  panel: PanelKey | undefined;
  onPanel: (panel: PanelKey | undefined) => void;
  onRename: (name: string) => Promise<Outcome>;
  onRotate: () => void;
  onEndSecret: (how: RotationEnd) => void;
  onDelete: () => void;
}

export function KeyRow(props: KeyRowProps) {
  const { apiKey, secret, now, panel, onPanel, onRename, onEndSecret } = props;
  const headingId = useId();
  const detailsId = useId();
  const rotation = findOpenRotation(apiKey, now);
  return (
    <article aria-labelledby={headingId} className="key">
      <div className="key-row">
        <div className="key-row-name">
          <KeyName apiKey={apiKey} headingId={headingId} onRename={onRename} />
          <p className="key-value">
            <span className="key-label">Client ID</span>
            <code>{apiKey.external_id}</code>
            <CopyButton text={apiKey.external_id} label={`Copy client ID of ${apiKey.name}`} />
          </p>
        </div>
        <div className="key-row-access">
          <Badges {...props} />
          <KeySecret secret={secret} of={apiKey.name} />
        </div>
        <KeyUse {...props} />
        <KeyActions {...props} detailsId={detailsId} />
      </div>
      {rotation && <RotationStrip apiKey={apiKey} rotation={rotation} now={now} onEnd={onEndSecret} />}
      {apiKey.secrets.length === 0 && (
        <p className="rotation rotation-words">
          This key has no working secret, so every call with it is refused. Rotate it to get a new one.
        </p>
      )}
      <div id={detailsId} hidden={!panel}>
        {panel && <KeyDetails {...props} panel={panel} onPanel={onPanel} />}
      </div>
    </article>
  );
}

function Badges({ apiKey, refusedToday, now, onPanel }: KeyRowProps) {
  const expiry = expiryBadge(apiKey.expires_at, now);
  const hasAllAccess = apiKey.roles.includes(allAccessRole);
  return (
    <p className="key-badges">
      <span className={hasAllAccess ? 'badge badge-accent' : 'badge'}>
        {hasAllAccess ? 'All access' : 'Free'}
      </span>
      <span className={`badge badge-${expiry.tone}`}>{expiry.words}</span>
      {refusedToday > 0 && (
        <button
          type="button"
          className="badge badge-danger key-refused"
          onClick={() => onPanel('refusals')}
          aria-label={`${formatCount(refusedToday)} refused today with ${apiKey.name}: why?`}
        >
          {formatCount(refusedToday)} refused today
        </button>
      )}
    </p>
  );
}

function KeyUse({ apiKey, hour, now }: KeyRowProps) {
  const { last_used_at } = apiKey.usage;
  return (
    <div className="key-row-use">
      {hour && <QuotaBar hour={hour} now={now} />}
      <p className="key-used">
        Last used{' '}
        {last_used_at === null ? (
          'never'
        ) : (
          <time dateTime={last_used_at} title={new Date(last_used_at).toLocaleString('en-US')}>
            {timeAgo(new Date(last_used_at), now)}
          </time>
        )}
      </p>
    </div>
  );
}

function KeyActions({
  apiKey,
  now,
  panel,
  onPanel,
  onRotate,
  onDelete,
  detailsId,
}: KeyRowProps & { detailsId: string }) {
  return (
    <div className="key-row-acts">
      {isUsable(apiKey, now) && (
        <Button variant="ghost" size="small" onClick={onRotate} aria-label={`Rotate ${apiKey.name}`}>
          Rotate
        </Button>
      )}
      <Button
        variant="ghost"
        size="small"
        className="key-delete"
        onClick={onDelete}
        aria-label={`Delete ${apiKey.name}`}
      >
        Delete
      </Button>
      <Button
        variant="ghost"
        size="small"
        className="key-more"
        aria-expanded={panel !== undefined}
        aria-controls={detailsId}
        aria-label={`Details of ${apiKey.name}`}
        onClick={() => onPanel(panel ? undefined : 'connect')}
      >
        Details
        <Icon of={ChevronDown} size={16} />
      </Button>
    </div>
  );
}
