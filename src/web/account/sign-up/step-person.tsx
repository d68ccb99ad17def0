import { type FormEvent, useState } from 'react';
import { isEmail } from '../../../accounts/email.ts';
import { maxNameLength } from '../../../accounts/names.ts';
import { useSite } from '../../router/router-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogHeading } from '../../ui/dialogs/dialog-frame.tsx';
import { Field } from '../../ui/field.tsx';
import { StepProgress } from './step-progress.tsx';
import type { SignUpFlow } from './use-sign-up.ts';

interface StepPersonProps {
  flow: SignUpFlow;
  onSignIn: () => void;
}

export function StepPerson({ flow, onSignIn }: StepPersonProps) {
  const { keys } = useSite();
  const [fullName, setFullName] = useState(flow.state.form.fullName);
  const [email, setEmail] = useState(flow.state.form.email);
  const [error, setError] = useState<string>();
  const isFilled = fullName.trim() !== '' && email.trim() !== '';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isFilled) return;
    if (!isEmail(email.trim())) setError('Please enter an address like name@example.com');
    else flow.dispatch({ type: 'person entered', fullName, email });
  }

  return (
    <>
      <StepProgress step={1} />
      <DialogHeading title="Create your account">
        Free API keys for {keys.freeWords}, in two minutes.
      </DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        <Field
          label="Full name"
          autoComplete="name"
          maxLength={maxNameLength}
          value={fullName}
          onChange={(event) => setFullName(event.target.value)}
          data-first
        />
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={error}
        />
        <Button type="submit" disabled={!isFilled}>
          Continue
        </Button>
      </form>
      <p className="dialog-footer">
        Already have an account?{' '}
        <button type="button" className="link" onClick={onSignIn}>
          Sign in
        </button>
      </p>
    </>
  );
}
