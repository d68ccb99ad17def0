import { codeMinutes, verifiedMinutes } from '../../../accounts/contract.ts';
import { normalizeEmail } from '../../../accounts/email.ts';
import type { CreatedApiToken } from '../../../keys/contract.ts';
import type { RequestError } from '../../session/outcome.ts';

/** The sign-up wizard without its screens: what is known, which step shows, what to do next. */

export interface SignUpForm {
  fullName: string;
  email: string;
  password: string;
  confirmPassword: string;
}

type SignUpStep = 'person' | 'password' | 'code' | 'verified' | 'project' | 'key-ready';

export interface SignUpState {
  step: SignUpStep;
  form: SignUpForm;
  /** The newest code sent, and the address it went to; none once it can no longer be entered. */
  sent?: { email: string; verificationToken: string; at: number };
  /** The address whose code was right, while it may still open an account. */
  verified?: { email: string; at: number };
  /** What came of a refused sign-up, shown at the password step. */
  refusal?: RequestError;
  created?: CreatedApiToken;
}

export type SignUpEvent =
  | { type: 'person entered'; fullName: string; email: string }
  | { type: 'password entered'; password: string; confirmPassword: string }
  | { type: 'code sent'; email: string; verificationToken: string; at: number }
  | { type: 'live code found' }
  | { type: 'code died'; verificationToken: string }
  | { type: 'code verified'; email: string; at: number }
  | { type: 'sign-up refused'; refusal: RequestError }
  | { type: 'verification lapsed' }
  | { type: 'account created'; email: string }
  | { type: 'key wanted' }
  | { type: 'key created'; apiKey: CreatedApiToken }
  | { type: 'back' };

export const emptySignUp: SignUpState = {
  step: 'person',
  form: { fullName: '', email: '', password: '', confirmPassword: '' },
};

/** A minute less than the server honours them, so as not to meet the edge. */
const codeLifeMs = (codeMinutes - 1) * 60_000;
const verifiedLifeMs = (verifiedMinutes - 1) * 60_000;

export function signUpReducer(state: SignUpState, event: SignUpEvent): SignUpState {
  switch (event.type) {
    case 'person entered': {
      const { refusal: _, ...rest } = state;
      return {
        ...rest,
        step: 'password',
        form: { ...state.form, fullName: event.fullName.trim(), email: event.email.trim() },
      };
    }
    case 'password entered': {
      const { refusal: _, ...rest } = state;
      const { password, confirmPassword } = event;
      return { ...rest, form: { ...state.form, password, confirmPassword } };
    }
    case 'code sent': {
      const { email, verificationToken, at } = event;
      if (!isSameEmail(email, state.form.email)) return state;
      // A person who went back to the first step meanwhile stays there.
      const step = state.step === 'person' ? 'person' : 'code';
      return { ...state, step, sent: { email, verificationToken, at } };
    }
    case 'live code found':
      return { ...state, step: 'code' };
    case 'code died': {
      const { sent, ...rest } = state;
      // A newer one may have been sent meanwhile.
      return sent?.verificationToken === event.verificationToken ? rest : state;
    }
    case 'code verified':
      return { ...state, verified: { email: event.email, at: event.at } };
    case 'sign-up refused':
      return { ...state, step: 'password', refusal: event.refusal };
    case 'verification lapsed': {
      const { sent: _, verified: __, ...rest } = state;
      return rest;
    }
    case 'account created':
      return { step: 'verified', form: { ...emptySignUp.form, email: event.email } };
    case 'key wanted':
      return { ...state, step: 'project' };
    case 'key created':
      return { ...state, step: 'key-ready', created: event.apiKey };
    case 'back':
      return { ...state, step: state.step === 'code' ? 'password' : 'person' };
  }
}

export const isBeforeAccount = ({ step }: SignUpState) =>
  step === 'person' || step === 'password' || step === 'code';

/** Back and forward with the same address sends nothing new while its code, or its verification, lives. */
export function afterPassword(state: SignUpState, now: number): 'sign up' | 'enter code' | 'send code' {
  if (isLive(state.verified, verifiedLifeMs, state, now)) return 'sign up';
  if (isLive(state.sent, codeLifeMs, state, now)) return 'enter code';
  return 'send code';
}

function isLive(
  proof: { email: string; at: number } | undefined,
  lifeMs: number,
  state: SignUpState,
  now: number,
): boolean {
  return proof !== undefined && now - proof.at < lifeMs && isSameEmail(proof.email, state.form.email);
}

const isSameEmail = (one: string, other: string) => normalizeEmail(one) === normalizeEmail(other);
