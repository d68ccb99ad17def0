import { useState } from 'react';
import { pages } from '../../urls.ts';
import type { AccountDialog, AccountView } from '../session/account-dialog.ts';
import { DialogFrame } from '../ui/dialogs/dialog-frame.tsx';
import { ForgotPassword } from './forgot-password.tsx';
import { SignIn } from './sign-in.tsx';
import { SignUp } from './sign-up/sign-up.tsx';

interface AccountDialogsProps {
  dialog: AccountDialog;
  onView: (view: AccountView) => void;
  onClose: () => void;
}

export function AccountDialogs(props: AccountDialogsProps) {
  return (
    <DialogFrame open={props.dialog.open} onClose={props.onClose} findNext={findWayToKeys}>
      <AccountViews {...props} />
    </DialogFrame>
  );
}

/** Signing in takes the buttons away that open the dialog; what they were for is the keys. */
const findWayToKeys = () =>
  [...document.querySelectorAll<HTMLElement>(`:is(header, aside) a[href="${pages.apiKeys}"]`)].find(
    (link) => link.checkVisibility() && !link.ariaCurrent,
  ) ?? null;

function AccountViews({ dialog, onView, onClose }: AccountDialogsProps) {
  /** Typed once for signing in and for a forgotten password. */
  const [email, setEmail] = useState('');
  const shared = { email, onEmail: setEmail, onView };
  switch (dialog.view) {
    case 'sign-in':
      return <SignIn {...shared} notice={dialog.notice} onClose={onClose} />;
    case 'forgot-password':
      return <ForgotPassword {...shared} />;
    case 'sign-up':
      return <SignUp onView={onView} onClose={onClose} />;
  }
}
