import './rotation.css';
import { RefreshCw } from 'lucide';
import type { ApiToken, KeySecret } from '../../../keys/contract.ts';
import { timeAgo, timeLeft } from '../../time/format-time.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useKeys } from '../context/keys-context.tsx';

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
          onClick={() => openDialog({ kind: 'revoke-old', id, open: true })}
          aria-label={`Revoke old secret of ${name}`}
        >
          Revoke old secret
        </Button>
        <Button
          variant="ghost"
          size="small"
          onClick={() => openDialog({ kind: 'discard-new', id, open: true })}
          aria-label={`Discard new secret of ${name}`}
        >
          Discard new secret
        </Button>
      </div>
    </div>
  );
}
