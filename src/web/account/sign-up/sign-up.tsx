import './sign-up.css';
import { CircleCheck } from 'lucide';
import { type FormEvent, useState } from 'react';
import { isEmail } from '../../../accounts/email.ts';
import { maxNameLength } from '../../../accounts/names.ts';
import { maxKeyNameLength } from '../../../keys/contract.ts';
import { pages } from '../../../urls.ts';
import { KeyReady } from '../../keys/first-call/key-ready.tsx';
import { Link } from '../../router/link.tsx';
import { useRouter, useSite } from '../../router/router-context.tsx';
import { closeAccountDialog, connectingApp, openAccountDialog } from '../../session/auth-context.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { BackLink, DialogHeading } from '../../ui/dialogs/dialog-frame.tsx';
import { redOnly } from '../../ui/error-toast.ts';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useStore } from '../../ui/store.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import { useCountdown, WaitButton } from '../../ui/wait-button.tsx';
import { NewPasswordFields, useNewPassword } from '../password/new-password.tsx';
import { CodeStep } from './code-step.tsx';
import { isPasswordRejected, type SignUpFlow, useSignUp } from './use-sign-up.ts';

const steps = {
  details: { number: 1, Step: DetailsStep },
  password: { number: 2, Step: PasswordStep },
  code: { number: 3, Step: CodeStep },
  verified: { number: undefined, Step: VerifiedStep },
  project: { number: 4, Step: ProjectStep },
  'key-ready': { number: 5, Step: KeyReadyStep },
};

export function SignUp() {
  const flow = useSignUp();
  const app = useStore(connectingApp);
  const { number, Step } = steps[flow.state.step];
  // Connecting an app needs no key, so the account is the last step.
  const count = app === undefined || (number ?? 0) > accountSteps ? stepNumbers.length : accountSteps;
  return (
    <>
      {number && <StepProgress step={number} count={count} />}
      <Step flow={flow} />
    </>
  );
}

const stepNumbers = [1, 2, 3, 4, 5];
const accountSteps = 3;

const StepProgress = ({ step, count }: { step: number; count: number }) => (
  <div className="step-progress">
    <p className="step-progress-words">
      Step {step} of {count}
    </p>
    <div className="step-progress-bars" aria-hidden="true">
      {stepNumbers.slice(0, count).map((number) => (
        <span
          key={number}
          className={number <= step ? 'step-progress-bar step-progress-bar-done' : 'step-progress-bar'}
        />
      ))}
    </div>
  </div>
);

interface StepProps {
  flow: SignUpFlow;
}

function DetailsStep({ flow }: StepProps) {
  const { keys } = useSite();
  const app = useStore(connectingApp);
  const [fullName, setFullName] = useState(flow.state.form.fullName);
  const [email, setEmail] = useState(flow.state.form.email);
  const [error, setError] = useState<string>();
  const isFilled = fullName.trim() !== '' && email.trim() !== '';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isFilled) return;
    if (!isEmail(email.trim())) setError('Enter an email like name@example.com');
    else flow.dispatch({ type: 'details entered', fullName, email });
  }

  return (
    <>
      <DialogHeading title="Create your account">
        {app === undefined
          ? `Get a free API key for ${keys.freeWords} in two minutes.`
          : `It takes two minutes. Then you continue to ${app}.`}
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
        Already have an account? <LinkButton onClick={() => openAccountDialog('sign-in')}>Sign in</LinkButton>
      </p>
    </>
  );
}

function PasswordStep({ flow }: StepProps) {
  const { form } = flow.state;
  const { fields, value: entered, isReady } = useNewPassword(form);
  const [error, setError] = useState(flow.state.error);
  const secondsLeft = useCountdown(error?.retryAtMs ?? 0);
  const isAboutPassword = error !== undefined && isPasswordRejected(error);

  const { busy, submit } = useSubmit(async () => {
    if (!isReady || secondsLeft > 0) return;
    setError(undefined);
    const outcome = await flow.submitPassword(entered);
    if (!outcome.ok) setError(outcome);
  });

  function goBack() {
    flow.dispatch({ type: 'password entered', ...entered });
    flow.dispatch({ type: 'back' });
  }

  return (
    <>
      <DialogHeading title="Secure your account">
        Choose a password for <strong>{form.email}</strong>.
      </DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        {/* Password managers save the password under this address. */}
        <input type="email" autoComplete="username" value={form.email} readOnly hidden />
        <NewPasswordFields {...fields} error={isAboutPassword ? redOnly : undefined} />
        <WaitButton
          type="submit"
          words="Complete Account Setup"
          secondsLeft={secondsLeft}
          loading={busy}
          disabled={!isReady}
        />
      </form>
      <BackLink onClick={goBack} />
    </>
  );
}

function VerifiedStep({ flow }: StepProps) {
  const { navigation } = useRouter();
  const app = useStore(connectingApp);

  function exploreDocumentation() {
    closeAccountDialog();
    navigation.goTo(pages.docs);
  }

  return (
    <>
      <Icon of={CircleCheck} size={40} strokeWidth={1.5} className="verified-icon" />
      <DialogHeading title="Account verified">
        {app === undefined
          ? "You're in. Create your first API key, or explore the docs."
          : `You're in. Continue to ${app}. You don't need an API key.`}
      </DialogHeading>
      <div className="dialog-actions">
        {app !== undefined && (
          <Button onClick={closeAccountDialog} data-first>
            Continue to {app}
          </Button>
        )}
        <Button
          variant={app === undefined ? 'primary' : 'secondary'}
          onClick={() => flow.dispatch({ type: 'key requested' })}
          data-first={app === undefined || undefined}
        >
          Get API Key
        </Button>
        <Button variant="secondary" onClick={exploreDocumentation}>
          Explore Documentation
        </Button>
      </div>
    </>
  );
}

function ProjectStep({ flow }: StepProps) {
  const [name, setName] = useState('');

  const { busy, error, submit } = useSubmit(async () => {
    if (!name.trim()) return 'Please enter a project name';
    const outcome = await flow.createProject(name.trim());
    return outcome.ok ? undefined : redOnly;
  });

  return (
    <>
      <DialogHeading title="Name your project">
        Helps you tell your keys apart. You can change it at any time.
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

function KeyReadyStep({ flow }: StepProps) {
  if (!flow.state.created) return null;
  return (
    <KeyReady apiKey={flow.state.created} onDone={closeAccountDialog}>
      <p className="dialog-footer">
        <Link className="link" href={pages.apiKeys} onClick={closeAccountDialog}>
          Manage your keys
        </Link>
      </p>
    </KeyReady>
  );
}
