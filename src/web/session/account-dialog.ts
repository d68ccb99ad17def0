import { createStore, useStore } from '../ui/store.ts';

/** Which account dialog is asked for. Everyone may ask; the dialogs themselves stand above everyone. */

export type AccountView = 'sign-in' | 'forgot-password' | 'sign-up';

export interface AccountDialog {
  view: AccountView;
  open: boolean;
  /** Why the dialog came up, where nobody asked for it. */
  notice?: string;
}

const asked = createStore<AccountDialog | undefined>(undefined);

export const useAccountDialog = () => useStore(asked);

/** Always a new object: asking again tries again where the dialogs could not be loaded. */
export const openAccountDialog = (view: AccountView, notice?: string) =>
  asked.set({ view, open: true, ...(notice && { notice }) });

export function closeAccountDialog(): void {
  const dialog = asked.get();
  if (dialog) asked.set({ ...dialog, open: false });
}

/** Also when the sign-in happened in another tab. The sign-up wizard has steps that follow it. */
export function closeAfterSignIn(): void {
  if (asked.get()?.view !== 'sign-up') closeAccountDialog();
}
