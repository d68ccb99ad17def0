/** One for each command of the operator, as it is typed. */
const examples: Record<string, string> = {
  people: 'people --json',
  keys: 'keys someone@example.com',
  person: 'person someone@example.com --json',
  requests: 'requests',
  grant: 'grant wbc_0a1b2c3d4e5f6g7h8i9j all_access',
  decline: 'decline wbc_0a1b2c3d4e5f6g7h8i9j Please tell us more about the volume',
  expire: 'expire wbc_0a1b2c3d4e5f6g7h8i9j 2027-01-31T12:00:00Z',
  limit: 'limit someone@example.com 20000',
  revoke: 'revoke wbc_0a1b2c3d4e5f6g7h8i9j',
  suspend: 'suspend someone@example.com',
  resume: 'resume someone@example.com',
  reseal: 'reseal',
  status: 'status /var/backups/portal',
  check: 'check',
  export: 'export portal.jsonl',
  import: 'import portal.jsonl',
  audit: 'audit since=2027-01-01 event=sign-in outcome=refused address=someone@example.com',
};

interface Described {
  usage: string;
  help: string;
}

const start = 'npm run -s admin --';

/** Of one command, or of all. */
export function helpFor(commands: Record<string, Described>, name: string): string {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  return command ? helpOne(name, command) : helpAll(commands);
}

const helpOne = (name: string, { usage, help }: Described) =>
  [
    `${start} ${`${name} ${usage}`.trim()} [--json]`,
    `  ${help}`,
    `  for example: ${start} ${examples[name] ?? name}`,
    endings,
  ].join('\n');

const helpAll = (commands: Record<string, Described>) =>
  [
    `${start} <command> [--json]`,
    ...Object.entries(commands).map(
      ([word, { usage, help }]) => `  ${`${word} ${usage}`.padEnd(45)} ${help}`,
    ),
    endings,
  ].join('\n');

const endings =
  '  ends with 0 when it is done, 1 when machine or database failed, 2 when asked wrongly, 3 when check has found something';
