import { useEffect, useReducer, useRef, useState } from 'react';
import { createKey } from '../../keys/calls.ts';
import { useAuth } from '../../session/auth-context.tsx';
import { rememberSecret } from '../../session/known-secrets.ts';
import { done, type Outcome, type RequestError } from '../../session/outcome.ts';
import { toast } from '../../ui/toast.tsx';
import type { NewPassword } from '../password/new-password.ts';
import { sendVerificationCode, verifyCode } from './calls.ts';
import { beginSignUp, keepLiveCode } from './live-code.ts';
import { deadCode, isCodeDead, isVerificationLapsed } from './refusals.ts';
import {
  afterPassword,
  isBeforeAccount,
  type SignUpEvent,
  type SignUpForm,
  signUpReducer,
} from './sign-up-state.ts';

/** The calls of the wizard. A refusal is what to show in its step; otherwise the wizard has moved on. */
export function useSignUp(onClose: () => void) {
  const { state: session, signup, sessionExpired } = useAuth();
  const [state, change] = useReducer(signUpReducer, undefined, beginSignUp);
  /** As it is when an answer comes, not as it was when the question was asked. */
  const latest = useRef(state);
  latest.current = state;
  /** Also after the wizard was closed: a code that was on its way is out. */
  function dispatch(event: SignUpEvent) {
    latest.current = signUpReducer(latest.current, event);
    keepLiveCode(latest.current);
    change(event);
  }
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  // Somebody signed in from another tab. The wizard's own sign-up leads on to further steps.
  const [isSigningUp, setIsSigningUp] = useState(false);
  const isOvertaken = session === 'authenticated' && isBeforeAccount(state) && !isSigningUp;
  useEffect(() => {
    if (isOvertaken) onClose();
  }, [isOvertaken, onClose]);

  async function submitPassword(entered: NewPassword): Promise<Outcome> {
    dispatch({ type: 'password entered', ...entered });
    const next = signUpReducer(state, { type: 'password entered', ...entered });
    const action = afterPassword(next, Date.now());
    if (action === 'sign up') return createAccount(next.form);
    if (action === 'send code')
      return requestCode(
        next.form.email,
        'Verification code sent to your email!',
        'Failed to send verification code',
      );
    dispatch({ type: 'live code found' });
    return done;
  }

  const resendCode = () =>
    requestCode(state.form.email, 'Verification code resent!', 'Failed to resend verification code');

  async function requestCode(email: string, success: string, failure: string): Promise<Outcome> {
    const outcome = await sendVerificationCode(email, failure);
    if (!outcome.ok) return refuse(outcome);
    dispatch({
      type: 'code sent',
      email,
      verificationToken: outcome.value.verification_token,
      at: Date.now(),
    });
    return succeed(success);
  }

  async function submitCode(code: string): Promise<Outcome> {
    const { email } = state.form;
    const verificationToken = state.sent?.verificationToken;
    if (!verificationToken) return refuse(deadCode);
    // What was said of the last code is not about this one.
    toast.dismiss();
    const outcome = await verifyCode({ email, code, verification_token: verificationToken });
    if (!outcome.ok && isCodeDead(outcome)) dispatch({ type: 'code died', verificationToken });
    if (outcome.ok) dispatch({ type: 'code verified', email, at: Date.now() });
    // A person who closed the wizard or went back meanwhile has not asked for an account.
    const { step, form } = latest.current;
    if (!isOpen.current || step !== 'code' || form.email !== email) return done;
    return outcome.ok ? createAccount(form) : refuse(outcome);
  }

  async function createAccount(form: SignUpForm): Promise<Outcome> {
    setIsSigningUp(true);
    const outcome = await signup(form.fullName, form.email, form.password, form.confirmPassword);
    setIsSigningUp(false);
    if (outcome.ok) {
      dispatch({ type: 'account created', email: form.email });
      return succeed('Account created successfully!');
    }
    if (isVerificationLapsed(outcome)) dispatch({ type: 'verification lapsed' });
    dispatch({ type: 'sign-up refused', refusal: outcome });
    return refuse(outcome);
  }

  async function createProject(name: string): Promise<Outcome> {
    const outcome = await createKey({ name }, 'Failed to create project and API key');
    if (outcome.ok) {
      const { token: apiKey } = outcome.value;
      rememberSecret(apiKey.id, apiKey.token);
      dispatch({ type: 'key created', apiKey });
      return succeed('Project and API key created successfully!');
    }
    if (outcome.code === 'not-signed-in') sessionExpired();
    return refuse(outcome);
  }

  return { state, dispatch, submitPassword, submitCode, resendCode, createProject };
}

export type SignUpFlow = ReturnType<typeof useSignUp>;

/** What was said before has no place beside it. */
function succeed(words: string): Outcome {
  toast.dismiss();
  toast.success(words);
  return done;
}

function refuse(refusal: RequestError): RequestError {
  toast.dismiss();
  toast.error(refusal.message);
  return refusal;
}
