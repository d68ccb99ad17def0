import '../styles/utilities.css';
import { DialogFrame } from './dialog-frame.tsx';
import { ForgotPassword } from './forgot-password.tsx';
import { SignIn } from './sign-in.tsx';
import { SignUp } from './sign-up.tsx';

export type AccountView = 'sign-in' | 'forgot-password' | 'sign-up';

export interface AccountDialogRequest {
  view: AccountView;
  open: boolean;
  /** Why the dialog came up, where nobody asked for it. */
  notice?: string;
}

interface AccountDialogsProps {
  request: AccountDialogRequest;
  onView: (view: AccountView) => void;
  onClose: () => void;
}

export function AccountDialogs({ request, onView, onClose }: AccountDialogsProps) {
  return (
    <DialogFrame open={request.open} onClose={onClose}>
      {request.view === 'sign-in' && <SignIn notice={request.notice} onView={onView} onClose={onClose} />}
      {request.view === 'forgot-password' && <ForgotPassword onView={onView} />}
      {request.view === 'sign-up' && <SignUp onView={onView} onClose={onClose} />}
    </DialogFrame>
  );
}
