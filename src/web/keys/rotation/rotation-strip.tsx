import './rotation.css';
import { RefreshCw } from 'lucide';
import type { ApiToken } from '../../../keys/contract.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { describeRotation, type OpenRotation } from './open-rotation.ts';

/** The two ways back to one secret. */
export type RotationEnd = 'end-old' | 'discard-new';

interface RotationStripProps {
  apiKey: ApiToken;
  rotation: OpenRotation;
  now: Date;
  onEnd: (how: RotationEnd) => void;
}

export function RotationStrip({ apiKey, rotation, now, onEnd }: RotationStripProps) {
  const words = describeRotation(rotation, now);
  return (
    <div className="rotation">
      <Icon of={RefreshCw} size={16} className="rotation-icon" />
      <p className="rotation-words">
        <strong>Both secrets work.</strong> {words.inUse} {words.old}
      </p>
      <div className="rotation-acts">
        <Button
          variant="secondary"
          size="small"
          onClick={() => onEnd('end-old')}
          aria-label={`Revoke old secret of ${apiKey.name}`}
        >
          Revoke old secret
        </Button>
        <Button
          variant="ghost"
          size="small"
          onClick={() => onEnd('discard-new')}
          aria-label={`Discard new secret of ${apiKey.name}`}
        >
          Discard new secret
        </Button>
      </div>
    </div>
  );
}
