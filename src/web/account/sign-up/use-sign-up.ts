import { useEffect, useReducer, useRef, useState } from 'react';
import {
  codeMinutes,
  type PlainAnswer,
  type SendCodeAnswer,
  type VerifyCodeRequest,
  verifiedMinutes,
} from '../../../accounts/contract.ts';
import { normalizeEmail } from '../../../accounts/email.ts';
import type { CreatedApiToken } from '../../../keys/contract.ts';
import { minuteMs } from '../../../time.ts';
import { calls } from '../../../urls.ts';
import { createKey } from '../../keys/context/api-keys.ts';
import { closeAccountDialog, useAuth } from '../../session/auth-context.tsx';
import { rememberSecret } from '../../session/known-secrets.ts';
import { done, type Outcome, type RequestError } from '../../session/outcome.ts';
import { sendJson } from '../../session/send.ts';
import { useErrorToast } from '../../ui/error-toast.ts';
import { toast } from '../../ui/toast.tsx';
import type { NewPassword } from '../password/new-password.tsx';

interface SignUpForm extends NewPassword {
  fullName: string;
  email: string;
}

export interface SignUpState {
  step: 'details' | 'password' | 'code' | 'verified' | 'project' | 'key-ready';
  form: SignUpForm;
  /** The newest code sent and its address, until the code can no longer be entered. */
  sent?: { email: string; verificationToken: string; at: number } | undefined;
  /** The address whose code was right, while it may still be used to create an account. */
  verified?: { email: string; at: number } | undefined;
  /** Why the sign-up failed, shown at the password step. */
  error?: RequestError | undefined;
  created?: CreatedApiToken;
}

export type SignUpEvent =
  | { type: 'details entered'; fullName: string; email: string }
  | { type: 'password entered'; password: string; confirmPassword: string }
  | { type: 'code sent'; email: string; verificationToken: string; at: number }
  | { type: 'code reused' }
  | { type: 'code invalidated'; verificationToken: string }
  | { type: 'code verified'; email: string; at: number }
  | { type: 'sign-up failed'; error: RequestError }
  | { type: 'account created'; email: string }
  | { type: 'key requested' }
  | { type: 'key created'; apiKey: CreatedApiToken }
  | { type: 'back' };

export const emptySignUp: SignUpState = {
  step: 'details',
  form: { fullName: '', email: '', password: '', confirmPassword: '' },
};

/** A minute shorter than on the server, so that a code doesn't expire on the way. */
const codeLifeMs = (codeMinutes - 1) * minuteMs;
const verifiedLifeMs = (verifiedMinutes - 1) * minuteMs;

export function signUpReducer(state: SignUpState, event: SignUpEvent): SignUpState {
  switch (event.type) {
    case 'details entered': {
      const form = { ...state.form, fullName: event.fullName.trim(), email: event.email.trim() };
      return { ...state, step: 'password', form, error: undefined };
    }
    case 'password entered': {
      const { password, confirmPassword } = event;
      return { ...state, form: { ...state.form, password, confirmPassword }, error: undefined };
    }
    case 'code sent': {
      const { email, verificationToken, at } = event;
      if (!isSameEmail(email, state.form.email)) return state;
      // A user who went back to the first step meanwhile stays there.
      const step = state.step === 'details' ? 'details' : 'code';
      return { ...state, step, sent: { email, verificationToken, at } };
    }
    case 'code reused':
      return { ...state, step: 'code' };
    case 'code invalidated':
      // A newer code may have been sent meanwhile.
      return state.sent?.verificationToken === event.verificationToken
        ? { ...state, sent: undefined }
        : state;
    case 'code verified':
      return { ...state, verified: { email: event.email, at: event.at } };
    case 'sign-up failed': {
      const failed: SignUpState = { ...state, step: 'password', error: event.error };
      return isVerificationExpired(event.error)
        ? { ...failed, sent: undefined, verified: undefined }
        : failed;
    }
    case 'account created':
      return { step: 'verified', form: { ...emptySignUp.form, email: event.email } };
    case 'key requested':
      return { ...state, step: 'project' };
    case 'key created':
      return { ...state, step: 'key-ready', created: event.apiKey };
    case 'back':
      return { ...state, step: state.step === 'code' ? 'password' : 'details' };
  }
}

const isBeforeAccount = ({ step }: SignUpState) => ['details', 'password', 'code'].includes(step);

/** Going back and forth with the same address sends no new code while the last code or verification is valid. */
export function afterPassword(state: SignUpState, now: number): 'sign up' | 'enter code' | 'send code' {
  const isValid = (proof: { email: string; at: number } | undefined, lifeMs: number) =>
    proof !== undefined && now - proof.at < lifeMs && isSameEmail(proof.email, state.form.email);
  if (isValid(state.verified, verifiedLifeMs)) return 'sign up';
  return isValid(state.sent, codeLifeMs) ? 'enter code' : 'send code';
}

const isSameEmail = (one: string, other: string) => normalizeEmail(one) === normalizeEmail(other);

/**
 * The last code that was sent and not used. It outlives the wizard, whose form resets on closing: the email is out,
 * and the server sends no other for a minute.
 */
let pendingCode: SignUpState['sent'];

export function keepPendingCode({ sent, verified }: SignUpState): void {
  pendingCode = verified ? undefined : sent;
}

export const startSignUp = (): SignUpState =>
  pendingCode ? { ...emptySignUp, sent: pendingCode } : emptySignUp;

/** The code can no longer be entered; only a new one helps. */
export const isCodeInvalidated = ({ code }: RequestError) => code === 'dead-code';

/** The server rejected the code. After any other error the same code may still be right. */
export const isCodeRejected = (error: RequestError) =>
  error.code === 'wrong-code' ||
  isCodeInvalidated(error) ||
  (error.code === undefined && (error.status === 200 || error.status === 422));

/** The error is about the password and nothing else. */
export const isPasswordRejected = ({ code }: RequestError) => code === 'bad-password';

/** The address must be verified again with a new code. */
export const isVerificationExpired = ({ code }: RequestError) => code === 'not-verified';

/** The server's answer to an invalidated code, known without a request. */
const invalidatedCodeError: RequestError = {
  ok: false,
  status: 0,
  code: 'dead-code',
  message: 'This code no longer works. Request a new one.',
};

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
  const errorToast = useErrorToast({ stays: true });
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
    errorToast.clear();
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
    const outcome = await sendJson<SendCodeAnswer>('POST', calls.sendVerificationCode, failure, { email });
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

  /** Replaces earlier messages. */
  function succeed(message: string): Outcome {
    toast.dismiss();
    toast.success(message);
    return done;
  }

  function fail(error: RequestError): RequestError {
    toast.dismiss();
    errorToast.show(error);
    return error;
  }

  return { state, dispatch, submitPassword, submitCode, resendCode, createProject };
}

export type SignUpFlow = ReturnType<typeof useSignUp>;
