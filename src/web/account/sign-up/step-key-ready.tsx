import { pages } from '../../../urls.ts';
import { KeyReady } from '../../keys/first-call/key-ready.tsx';
import { Link } from '../../router/link.tsx';
import { StepProgress } from './step-progress.tsx';
import type { SignUpFlow } from './use-sign-up.ts';

interface StepKeyReadyProps {
  flow: SignUpFlow;
  onClose: () => void;
}

export function StepKeyReady({ flow, onClose }: StepKeyReadyProps) {
  if (!flow.state.created) return null;
  return (
    <>
      <StepProgress step={5} />
      <KeyReady apiKey={flow.state.created} onDone={onClose}>
        <p className="dialog-footer">
          <Link className="link" href={pages.apiKeys} onClick={onClose}>
            Manage your keys
          </Link>
        </p>
      </KeyReady>
    </>
  );
}
