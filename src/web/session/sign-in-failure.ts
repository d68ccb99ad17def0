/** The words for a sign-in that failed. */
export const signInFailures = {
  badCredentials: 'Invalid email or password',
  notAuthenticated: 'Authentication failed',
  other: 'An error occurred during sign in',
} as const;

/** `alert` is the text of the alert element in an HTML answer, where one was found. */
export function describeSignInRefusal(status: number, isHtml: boolean, alert: string | undefined): string {
  if (status === 401 || status === 422) return signInFailures.badCredentials;
  if (!isHtml) return signInFailures.other;
  return alert?.trim() || signInFailures.notAuthenticated;
}
