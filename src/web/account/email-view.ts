import type { AccountView } from '../session/account-dialog.ts';

/** What a view of the dialog gets that asks for an address. */
export interface EmailViewProps {
  email: string;
  onEmail: (email: string) => void;
  onView: (view: AccountView) => void;
}
