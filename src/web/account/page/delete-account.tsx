import { useState } from 'react';
import { deletionPhrase } from '../../../account-settings/contract.ts';
import { pages } from '../../../urls.ts';
import { useNavigation } from '../../router/router-context.tsx';
import { useAuth } from '../../session/auth-context.tsx';
import { ConfirmActions, PhraseField } from '../../session/confirmation.tsx';
import { DialogHeading } from '../../ui/dialogs/dialog-frame.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { PasswordField } from '../password/password-field.tsx';
import { deleteAccount } from './calls.ts';
import { useRefusalWords } from './use-own-account.ts';

interface DeleteAccountProps {
  email: string;
  onClose: () => void;
}

export function DeleteAccount({ email, onClose }: DeleteAccountProps) {
  const { refresh } = useAuth();
  const navigation = useNavigation();
  const wordsOf = useRefusalWords();
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const phrase = deletionPhrase(email);
  const isReady = typed === phrase && password !== '';

  const { busy, submit } = useSubmit(async () => {
    if (!isReady) return;
    setError(undefined);
    const outcome = await deleteAccount({ phrase: typed, password });
    if (!outcome.ok) return setError(wordsOf(outcome));
    toast.success('Your account was deleted');
    onClose();
    navigation().goTo(pages.docs);
    await refresh();
  });

  return (
    <>
      <DialogHeading title="Delete your account?">
        Every key is refused from that second on, and everything that is stored about you is erased. This
        cannot be undone.
      </DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        <PhraseField phrase={phrase} typed={typed} onType={setTyped} />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={error}
        />
        <ConfirmActions act="Delete account" busy={busy} isReady={isReady} onCancel={onClose} />
      </form>
    </>
  );
}
