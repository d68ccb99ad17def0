import { closeAccountDialog, openAccountDialog, useAccountDialog } from '../session/account-dialog.ts';
import { useDialogCode } from '../ui/dialogs/use-dialog-code.ts';
import { onDemand } from '../ui/on-demand.ts';

const dialogsCode = onDemand(() => import('./account-dialogs.tsx'));

/** Stands once in the app; brings the dialogs along with the first question for one. */
export function AccountDialogsHost() {
  const dialog = useAccountDialog();
  const dialogs = useDialogCode(dialogsCode, dialog);
  return (
    dialogs &&
    dialog && (
      <dialogs.AccountDialogs dialog={dialog} onView={openAccountDialog} onClose={closeAccountDialog} />
    )
  );
}
