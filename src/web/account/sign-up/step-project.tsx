import { useState } from 'react';
import { maxKeyNameLength } from '../../../keys/contract.ts';
import { Button } from '../../ui/button.tsx';
import { DialogHeading } from '../../ui/dialogs/dialog-frame.tsx';
import { Field } from '../../ui/field.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { StepProgress } from './step-progress.tsx';
import type { SignUpFlow } from './use-sign-up.ts';

export function StepProject({ flow }: { flow: SignUpFlow }) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();

  const { busy, submit } = useSubmit(async () => {
    if (!name.trim()) {
      setError('Please enter a project name');
      return;
    }
    setError(undefined);
    const outcome = await flow.createProject(name.trim());
    if (!outcome.ok) setError(outcome.message);
  });

  return (
    <>
      <StepProgress step={4} />
      <DialogHeading title="Name your project">
        The name tells your keys apart. You can change it at any time.
      </DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        <Field
          label="Project name"
          autoComplete="off"
          maxLength={maxKeyNameLength}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={error}
          data-first
        />
        <Button type="submit" loading={busy}>
          Create
        </Button>
      </form>
    </>
  );
}
