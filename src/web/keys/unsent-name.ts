/** The name of a key that was not created because the session had ended. It waits in memory for the same person. */
let unsent: { email: string; name: string } | undefined;

export function keepUnsentName(email: string, name: string): void {
  unsent = { email, name };
}

export function forgetUnsentName(): void {
  unsent = undefined;
}

export const findUnsentName = (email: string | undefined): string | undefined =>
  unsent?.email === email ? unsent?.name : undefined;
