import { useEffect, useReducer, useRef, useState } from 'react';
import { sentences } from '../../../accounts/sentences.ts';
import { createKey } from '../../keys/calls.ts';
import { useAuth } from '../../session/auth-context.tsx';
import { sendVerificationCode, verifyCode } from '../../session/calls.ts';
import { rememberSecret } from '../../session/known-secrets.ts';
import type { Refusal } from '../../session/outcome.ts';
import { toast } from '../../ui/toast.tsx';
import type { NewPassword } from '../password/new-password.ts';
import {
  describeCodeRefusal,
  describeProjectRefusal,
  describeResendRefusal,
  describeSendRefusal,
  describeSignUpRefusal,
  isCodeDead,
  isCodeRefused,
  isPasswordRefused,
  isVerificationLapsed,
} from '../refusals.ts';
import {
  afterPassword,
  emptySignUp,
  isBeforeAccount,
  type SignUpForm,
  type StepFailure,
  signUpReducer,
} from './sign-up-state.ts';

/** The calls of the wizard. Each returns what to show in its step, or nothing when the wizard has moved on. */
export function useSignUp(onClose: () => void) {
  const { state: session, signup, sessionExpired } = useAuth();
  const [state, dispatch] = useReducer(signUpReducer, emptySignUp);
  /** As it is when an answer comes, not as it was when the question was asked. */
  const latest = useRef(state);
  latest.current = state;
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

  async function submitPassword(entered: NewPassword): Promise<StepFailure | undefined> {
    dispatch({ type: 'password entered', ...entered });
    const next = signUpReducer(state, { type: 'password entered', ...entered });
    const action = afterPassword(next, Date.now());
    if (action === 'sign up') return createAccount(next.form);
    if (action === 'enter code') dispatch({ type: 'live code found' });
    else return requestCode(next.form.email, 'Verification code sent to your email!', describeSendRefusal);
  }

  const resendCode = () => requestCode(state.form.email, 'Verification code resent!', describeResendRefusal);

  async function requestCode(
    email: string,
    success: string,
    describe: (refusal: Refusal) => string,
  ): Promise<StepFailure | undefined> {
    const outcome = await sendVerificationCode(email);
    if (!outcome.ok) return fail(describe(outcome), outcome);
    succeed(success);
    dispatch({
      type: 'code sent',
      email,
      verificationToken: outcome.value.verification_token,
      at: Date.now(),
    });
  }

  async function submitCode(code: string): Promise<StepFailure | undefined> {
    const { email } = state.form;
    const verificationToken = state.sent?.verificationToken;
    if (!verificationToken) return fail(sentences.deadCode, {}, true);
    // What was said of the last code is not about this one.
    toast.dismiss();
    const outcome = await verifyCode({ email, code, verification_token: verificationToken });
    if (!outcome.ok && isCodeDead(outcome)) dispatch({ type: 'code died', verificationToken });
    if (outcome.ok) dispatch({ type: 'code verified', email, at: Date.now() });
    // A person who closed the wizard or went back meanwhile has not asked for an account.
    const { step, form } = latest.current;
    if (!isOpen.current || step !== 'code' || form.email !== email) return;
    if (!outcome.ok) return fail(describeCodeRefusal(outcome), outcome, isCodeRefused(outcome));
    return createAccount(form);
  }

  async function createAccount(form: SignUpForm): Promise<StepFailure | undefined> {
    setIsSigningUp(true);
    const outcome = await signup(form.fullName, form.email, form.password, form.confirmPassword);
    setIsSigningUp(false);
    if (outcome.ok) {
      succeed('Account created successfully!');
      dispatch({ type: 'account created', email: form.email });
      return;
    }
    const failure = fail(describeSignUpRefusal(outcome), outcome, isPasswordRefused(outcome));
    if (isVerificationLapsed(outcome)) dispatch({ type: 'verification lapsed' });
    dispatch({ type: 'sign-up refused', failure });
    return failure;
  }

  async function createProject(name: string): Promise<StepFailure | undefined> {
    const outcome = await createKey({ name });
    if (outcome.ok) {
      succeed('Project and API key created successfully!');
      rememberSecret(outcome.value.token.id, outcome.value.token.token);
      dispatch({ type: 'key created', token: outcome.value.token });
      return;
    }
    if (outcome.status === 401) sessionExpired();
    return fail(describeProjectRefusal(outcome), outcome);
  }

  return { state, dispatch, submitPassword, submitCode, resendCode, createProject };
}

export type SignUpFlow = ReturnType<typeof useSignUp>;

/** What was said before has no place beside it. */
function succeed(words: string): void {
  toast.dismiss();
  toast.success(words);
}

function fail(
  words: string,
  { retryAfterSeconds }: Pick<Refusal, 'retryAfterSeconds'>,
  isEntryWrong = false,
): StepFailure {
  toast.dismiss();
  toast.error(words);
  const retryAtMs = retryAfterSeconds ? Date.now() + retryAfterSeconds * 1000 : 0;
  return { words, isEntryWrong, retryAtMs };
}
