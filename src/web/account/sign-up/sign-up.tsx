import './sign-up.css';
import type { AccountView } from '../../session/account-dialog.ts';
import { StepCode } from './step-code.tsx';
import { StepKeyReady } from './step-key-ready.tsx';
import { StepPassword } from './step-password.tsx';
import { StepPerson } from './step-person.tsx';
import { StepProject } from './step-project.tsx';
import { StepVerified } from './step-verified.tsx';
import { useSignUp } from './use-sign-up.ts';

interface SignUpProps {
  onView: (view: AccountView) => void;
  onClose: () => void;
}

export function SignUp({ onView, onClose }: SignUpProps) {
  const flow = useSignUp(onClose);
  switch (flow.state.step) {
    case 'person':
      return <StepPerson flow={flow} onSignIn={() => onView('sign-in')} />;
    case 'password':
      return <StepPassword flow={flow} />;
    case 'code':
      return <StepCode flow={flow} />;
    case 'verified':
      return <StepVerified flow={flow} onClose={onClose} />;
    case 'project':
      return <StepProject flow={flow} />;
    case 'key-ready':
      return <StepKeyReady flow={flow} onClose={onClose} />;
  }
}
