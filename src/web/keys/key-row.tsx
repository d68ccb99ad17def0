import './key-row.css';
import './rotation.css';
import { ChevronDown, RefreshCw } from 'lucide';
import { useId } from 'react';
import { type ApiToken, allAccessRole, isUsable, type KeyHour, type KeySecret } from '../../keys/contract.ts';
import { formatCount } from '../../pictures/format.ts';
import { timeAgo, timeLeft, utcDateTime, utcTime } from '../time/format-time.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useKeys } from './context/keys-context.tsx';
import { expiryBadge, KeyDetails, MaskedValue } from './key-details.tsx';
import { KeyName } from './key-name.tsx';
import { countDenied } from './usage/usage-summary.ts';

export function KeyRow({ apiKey }: { apiKey: ApiToken }) {
  const { hours, now, secretOf, panelOf } = useKeys();
  const headingId = useId();
  const detailsId = useId();
  const hour = hours[apiKey.id];
  const secret = secretOf(apiKey);
  const { last_used_at: lastUsed } = apiKey.usage;
  const panel = panelOf(apiKey);
  return (
    <article aria-labelledby={headingId} className="key">
      <div className="key-row">
        <div className="key-row-name">
          <KeyName apiKey={apiKey} headingId={headingId} />
          <p className="key-value">
            <span className="key-label">Client ID</span>
            <code>{apiKey.external_id}</code>
            <CopyButton text={apiKey.external_id} label={`Copy client ID of ${apiKey.name}`} />
          </p>
        </div>
        <div className="key-row-access">
          <Badges apiKey={apiKey} />
          <p className="key-value">
            <span className="key-label">Secret</span>
            {secret === undefined ? (
              <span className="key-none">Token not available for security reasons</span>
            ) : (
              <MaskedValue name={`secret of ${apiKey.name}`} secret={secret} />
            )}
          </p>
        </div>
        <div className="key-row-use">
          {hour && isUsable(apiKey, now) && <QuotaBar hour={hour} now={now} />}
          <p className="key-used">
            {lastUsed === null ? (
              'Never used'
            ) : (
              <span>
                Last used{' '}
                <time dateTime={lastUsed} title={utcDateTime(new Date(lastUsed))}>
                  {timeAgo(new Date(lastUsed), now)}
                </time>
              </span>
            )}
            {hour && hour.used > 0 && new Date(hour.resets_at) > now && (
              <span>Resets {utcTime(new Date(hour.resets_at))}</span>
            )}
          </p>
        </div>
        <KeyActions apiKey={apiKey} detailsId={detailsId} />
      </div>
      <RotationStatus apiKey={apiKey} />
      {apiKey.secrets.length === 0 && (
        <p className="rotation rotation-words">
          This key has no working secret, so all its calls are denied. Rotate it to get a new one.
        </p>
      )}
      <div id={detailsId} hidden={!panel}>
        {panel && <KeyDetails apiKey={apiKey} panel={panel} />}
      </div>
    </article>
  );
}

function Badges({ apiKey }: { apiKey: ApiToken }) {
  const { usage, loadedAt, now, openPanel } = useKeys();
  const expiry = expiryBadge(apiKey.expires_at, now);
  const hasAllAccess = apiKey.roles.includes(allAccessRole);
  const calls = usage.state.phase === 'loaded' ? usage.state.value.get(apiKey.id) : undefined;
  const deniedToday = formatCount(countDenied(calls ?? [], loadedAt));
  return (
    <p className="key-badges">
      <span className={hasAllAccess ? 'badge badge-accent' : 'badge'}>
        {hasAllAccess ? 'All access' : 'Free'}
      </span>
      <span className={`badge badge-${expiry.tone}`}>{expiry.text}</span>
      {deniedToday !== '0' && (
        <button
          type="button"
          className="badge badge-danger key-denied"
          onClick={() => openPanel(apiKey, 'denials')}
          aria-label={`${deniedToday} denied today with ${apiKey.name}: why?`}
        >
          {deniedToday} denied today
        </button>
      )}
    </p>
  );
}

/** From this part of the hourly limit on, the bar warns. */
const warningShare = 0.8;

/** Shows the calls of the hour as counted when the list was loaded. */
function QuotaBar({ hour, now }: { hour: KeyHour; now: Date }) {
  const resetsAt = new Date(hour.resets_at);
  const isOver = now >= resetsAt;
  const used = isOver ? 0 : Math.min(hour.used, hour.limit);
  const share = hour.limit === 0 ? 1 : used / hour.limit;
  const text = isOver ? 'Limit reset' : `${formatCount(used)} of ${formatCount(hour.limit)} calls this hour`;
  const reset = isOver ? '' : `resets ${utcTime(resetsAt)}`;
  const tone = share >= 1 ? 'quota-gone' : share >= warningShare ? 'quota-scarce' : 'quota-used';
  return (
    <div className="quota">
      <p className="quota-words">{text}</p>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers draw a meter in colours that mean something else */}
      <div
        className="quota-bar"
        role="meter"
        aria-label="Calls this hour"
        aria-valuemin={0}
        aria-valuemax={hour.limit}
        aria-valuenow={used}
        aria-valuetext={`${text}${reset && `, ${reset}`}`}
      >
        <svg aria-hidden="true" width="100%" height="4">
          <rect className={tone} width={`${share * 100}%`} height="4" rx="2" />
        </svg>
      </div>
    </div>
  );
}

/** Both secrets work while a rotation is open. The list may be older than the end of the old secret. */
export function findOpenRotation({ secrets: [current, old] }: Pick<ApiToken, 'secrets'>, now: Date) {
  if (!current || !old?.ends_at || new Date(old.ends_at) <= now) return undefined;
  return { current, old: { ...old, ends_at: old.ends_at } };
}

type OpenRotation = NonNullable<ReturnType<typeof findOpenRotation>>;

/** "New: not used yet. Old: last used 2 minutes ago, expires in 23 h." */
export function describeRotation({ current, old }: OpenRotation, now: Date): string {
  const describeUse = ({ last_used_at }: KeySecret, never: string) =>
    last_used_at === null ? never : `last used ${timeAgo(new Date(last_used_at), now)}`;
  const expiry = `expires in ${timeLeft(new Date(old.ends_at), now)}`;
  return `New: ${describeUse(current, 'not used yet')}. Old: ${describeUse(old, 'never used')}, ${expiry}.`;
}

/** Shows an open rotation with the two ways to finish it. */
export function RotationStatus({ apiKey }: { apiKey: ApiToken }) {
  const { now, openDialog } = useKeys();
  const rotation = findOpenRotation(apiKey, now);
  if (!rotation) return null;
  const { id, name } = apiKey;
  return (
    <div className="rotation">
      <Icon of={RefreshCw} size={16} className="rotation-icon" />
      <p className="rotation-words">
        <strong>Both secrets work.</strong> {describeRotation(rotation, now)}
      </p>
      <div className="rotation-acts">
        <Button
          variant="secondary"
          size="small"
          onClick={() => openDialog({ kind: 'revoke-old', id })}
          aria-label={`Revoke old secret of ${name}`}
        >
          Revoke old secret
        </Button>
        <Button
          variant="ghost"
          size="small"
          onClick={() => openDialog({ kind: 'discard-new', id })}
          aria-label={`Discard new secret of ${name}`}
        >
          Discard new secret
        </Button>
      </div>
    </div>
  );
}

function KeyActions({ apiKey, detailsId }: { apiKey: ApiToken; detailsId: string }) {
  const { now, openDialog, panelOf, openPanel } = useKeys();
  const { id, name } = apiKey;
  const panel = panelOf(apiKey);
  const small = { variant: 'ghost', size: 'small' } as const;
  return (
    <div className="key-row-acts">
      {isUsable(apiKey, now) && (
        <Button {...small} onClick={() => openDialog({ kind: 'rotate', id })} aria-label={`Rotate ${name}`}>
          Rotate
        </Button>
      )}
      <Button
        {...small}
        className="key-delete"
        onClick={() => openDialog({ kind: 'delete', id })}
        aria-label={`Delete ${name}`}
      >
        Delete
      </Button>
      <Button
        {...small}
        className="key-more"
        aria-expanded={panel !== undefined}
        aria-controls={detailsId}
        aria-label={`Details of ${name}`}
        onClick={() => openPanel(apiKey, panel ? undefined : 'connect')}
      >
        Details
        <Icon of={ChevronDown} size={16} />
      </Button>
    </div>
  );
}
