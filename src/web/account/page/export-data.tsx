import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { DialogHeading } from '../../ui/dialogs/dialog-frame.tsx';
import { downloadFile } from '../../ui/download.ts';
import { toast } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { PasswordField } from '../password/password-field.tsx';
import { exportData } from './calls.ts';
import { useRefusalWords } from './use-own-account.ts';

export function ExportData({ onClose }: { onClose: () => void }) {
  const wordsOf = useRefusalWords();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();

  const { busy, submit } = useSubmit(async () => {
    if (password === '') return;
    setError(undefined);
    const outcome = await exportData({ password });
    if (!outcome.ok) return setError(wordsOf(outcome));
    downloadFile('account.json', JSON.stringify(outcome.value, null, 2));
    toast.success('Your data was saved as account.json');
    onClose();
  });

  return (
    <>
      <DialogHeading title="Export your data">
        One JSON file with everything that is stored about you. You are told by mail that it was made.
      </DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        <PasswordField
          label="Password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={error}
          data-first
        />
        <Button type="submit" loading={busy} disabled={password === ''}>
          Export
        </Button>
      </form>
    </>
  );
}
