import { useState } from 'react';
import { DialogFrame } from '../ui/dialog-frame.tsx';
import { ForgotPassword } from './forgot-password.tsx';
import { SignIn } from './sign-in.tsx';
import { SignUp } from './sign-up/sign-up.tsx';

export type AccountView = 'sign-in' | 'forgot-password' | 'sign-up';

export interface AccountDialogRequest {
  view: AccountView;
  open: boolean;
  /** Why the dialog came up, where nobody asked for it. */
  notice?: string;
}

/** What a view gets that asks for an address. */
export interface EmailViewProps {
  email: string;
  onEmail: (email: string) => void;
  onView: (view: AccountView) => void;
}

interface AccountDialogsProps {
  request: AccountDialogRequest;
  onView: (view: AccountView) => void;
  onClose: () => void;
}

export function AccountDialogs(props: AccountDialogsProps) {
  return (
    <DialogFrame open={props.request.open} onClose={props.onClose}>
      <AccountViews {...props} />
    </DialogFrame>
  );
}

function AccountViews({ request, onView, onClose }: AccountDialogsProps) {
  /** Typed once for signing in and for a forgotten password. */
  const [email, setEmail] = useState('');
  const shared = { email, onEmail: setEmail, onView };
  switch (request.view) {
    case 'sign-in':
      return <SignIn {...shared} notice={request.notice} onClose={onClose} />;
    case 'forgot-password':
      return <ForgotPassword {...shared} />;
    case 'sign-up':
      return <SignUp onView={onView} onClose={onClose} />;
  }
}
