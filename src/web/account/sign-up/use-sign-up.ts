import { useEffect, useReducer, useRef, useState } from 'react';
import type { PlainAnswer, SendCodeAnswer, VerifyCodeRequest } from '../../../accounts/contract.ts';
import { calls } from '../../../urls.ts';
import { createKey } from '../../keys/context/api-keys.ts';
import { closeAccountDialog, useAuth } from '../../session/auth-context.tsx';
import { rememberSecret } from '../../session/known-secrets.ts';
import { done, type Outcome, type RequestError } from '../../session/outcome.ts';
import { sendJson } from '../../session/send.ts';
import { toast } from '../../ui/toast.tsx';
import type { NewPassword } from '../password/new-password.tsx';
import {
  afterPassword,
  invalidatedCodeError,
  isBeforeAccount,
  isCodeInvalidated,
  isVerificationExpired,
  keepPendingCode,
  type SignUpEvent,
  type SignUpForm,
  signUpReducer,
  startSignUp,
} from './sign-up-state.ts';

const sendVerificationCode = (email: string, fallback: string) =>
  sendJson<SendCodeAnswer>('POST', calls.sendVerificationCode, fallback, { email });

const verifyCode = (body: VerifyCodeRequest) =>
  sendJson<PlainAnswer>(
    'POST',
    calls.verifyCode,
    // Without an answer from the server, the code may be right.
    (status) =>
      status === 0 || status >= 500
        ? "The code couldn't be checked. Check your connection and try again."
        : 'Invalid verification code',
    body,
  );

/** The calls of the wizard. An action returns the error to show in its step, or moves the wizard on. */
export function useSignUp() {
  const { state: session, signup, errorMessage } = useAuth();
  const [state, change] = useReducer(signUpReducer, undefined, startSignUp);
  // The state at the time of an answer, which may differ from the state at the time of the request.
  const latest = useRef(state);
  latest.current = state;
  /** Also runs after the wizard was closed, because a code may still be on its way. */
  function dispatch(event: SignUpEvent) {
    latest.current = signUpReducer(latest.current, event);
    keepPendingCode(latest.current);
    change(event);
  }
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  // The wizard closes when the user signs in from another tab, but not on its own sign-up.
  const [isSigningUp, setIsSigningUp] = useState(false);
  const isObsolete = session === 'authenticated' && isBeforeAccount(state) && !isSigningUp;
  useEffect(() => {
    if (isObsolete) closeAccountDialog();
  }, [isObsolete]);

  async function submitPassword(entered: NewPassword): Promise<Outcome> {
    dispatch({ type: 'password entered', ...entered });
    const { form } = latest.current;
    const action = afterPassword(latest.current, Date.now());
    if (action === 'sign up') return createAccount(form);
    if (action === 'send code')
      return requestCode('Verification code sent to your email!', 'Failed to send verification code');
    dispatch({ type: 'code reused' });
    return done;
  }

  const resendCode = () => requestCode('Verification code resent!', 'Failed to resend verification code');

  async function requestCode(success: string, failure: string): Promise<Outcome> {
    const { email } = latest.current.form;
    const outcome = await sendVerificationCode(email, failure);
    if (!outcome.ok) return fail(outcome);
    const { verification_token: verificationToken } = outcome.value;
    dispatch({ type: 'code sent', email, verificationToken, at: Date.now() });
    return succeed(success);
  }

  async function submitCode(code: string): Promise<Outcome> {
    const { email } = state.form;
    const verificationToken = state.sent?.verificationToken;
    if (!verificationToken) return fail(invalidatedCodeError);
    // A message about the last code doesn't apply to this one.
    toast.dismiss();
    const outcome = await verifyCode({ email, code, verification_token: verificationToken });
    if (!outcome.ok && isCodeInvalidated(outcome)) dispatch({ type: 'code invalidated', verificationToken });
    if (outcome.ok) dispatch({ type: 'code verified', email, at: Date.now() });
    // A user who closed the wizard or went back meanwhile doesn't get an account.
    const { step, form } = latest.current;
    if (!isOpen.current || step !== 'code' || form.email !== email) return done;
    return outcome.ok ? createAccount(form) : fail(outcome);
  }

  async function createAccount(form: SignUpForm): Promise<Outcome> {
    setIsSigningUp(true);
    const outcome = await signup(form.fullName, form.email, form.password, form.confirmPassword);
    setIsSigningUp(false);
    if (outcome.ok) {
      dispatch({ type: 'account created', email: form.email });
      return succeed('Account created successfully!');
    }
    if (isVerificationExpired(outcome)) dispatch({ type: 'verification expired' });
    dispatch({ type: 'sign-up failed', error: outcome });
    return fail(outcome);
  }

  async function createProject(name: string): Promise<Outcome> {
    const outcome = await createKey({ name }, 'Failed to create project and API key');
    if (outcome.ok) {
      const { token: apiKey } = outcome.value;
      rememberSecret(apiKey.id, apiKey.token);
      dispatch({ type: 'key created', apiKey });
      return succeed('Project and API key created successfully!');
    }
    errorMessage(outcome);
    return fail(outcome);
  }

  return { state, dispatch, submitPassword, submitCode, resendCode, createProject };
}

export type SignUpFlow = ReturnType<typeof useSignUp>;

/** Replaces earlier messages. */
function succeed(message: string): Outcome {
  toast.dismiss();
  toast.success(message);
  return done;
}

function fail(error: RequestError): RequestError {
  toast.dismiss();
  toast.error(error.message);
  return error;
}
