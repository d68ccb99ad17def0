import { useState } from 'react';
import { maxNameLength } from '../../../accounts/names.ts';
import { useAuth } from '../../session/auth-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { rename } from './calls.ts';
import { useRefusalWords } from './use-own-account.ts';

interface NameFormProps {
  name: string;
  onSaved: () => Promise<void>;
}

export function NameForm({ name, onSaved }: NameFormProps) {
  const { refresh } = useAuth();
  const wordsOf = useRefusalWords();
  const [typed, setTyped] = useState(name);
  const [error, setError] = useState<string>();
  const isChanged = typed.trim() !== '' && typed.trim() !== name;

  const { busy, submit } = useSubmit(async () => {
    if (!isChanged) return;
    setError(undefined);
    const outcome = await rename({ name: typed });
    if (!outcome.ok) return setError(wordsOf(outcome));
    toast.success('Name changed');
    await Promise.all([onSaved(), refresh()]);
  });

  return (
    <form className="account-row account-name" onSubmit={submit} noValidate>
      <Field
        label="Full name"
        autoComplete="name"
        maxLength={2 * maxNameLength}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={error}
      />
      <Button type="submit" variant="secondary" loading={busy} disabled={!isChanged}>
        Save name
      </Button>
    </form>
  );
}
