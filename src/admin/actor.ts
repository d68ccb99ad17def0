import { userInfo } from 'node:os';
import { cleanName } from '../accounts/names.ts';
import { OperatorError } from '../keys/operator.ts';

const maxNameLength = 60;

/**
 * The name under which the audit lists a command: the user of the operating system, before sudo changed it, and who
 * they say they are, for people who share that user. The word in front keeps it apart from the IDs of accounts.
 */
export function operatorName(claimed: string | undefined, sudoUser: string | undefined): string {
  const user = `operator ${cleanName(sudoUser || systemUser()).slice(0, maxNameLength)}`;
  if (claimed === undefined) return user;
  const name = cleanName(claimed);
  if (name === '' || name.length > maxNameLength)
    throw new OperatorError(`Give a name of at most ${maxNameLength} characters after --as`);
  return `${user} as ${name}`;
}

/** A container may run with a user ID that has no name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
