import { emptySignUp, type SignUpState } from './sign-up-state.ts';

/** Closing the wizard resets its form. The mail is out all the same, and for a minute there is no other. */
let live: SignUpState['sent'];

/** A code that was right is spent. */
export function keepLiveCode({ sent, verified }: SignUpState): void {
  live = verified ? undefined : sent;
}

export const beginSignUp = (): SignUpState => (live ? { ...emptySignUp, sent: live } : emptySignUp);
