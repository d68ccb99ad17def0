import type { AccessRequests } from '../keys/access-requests.ts';
import { type Operator, roles } from '../keys/operator.ts';
import type { ConnectionOperator } from '../oauth/operator.ts';
import type { Database } from '../platform/database.ts';
import type { Secrets } from '../platform/secrets.ts';
import { exportAll } from './export.ts';
import { importAll, trustUnsignedOption } from './import.ts';
import { describeCheck } from './sentences.ts';
import { check, describeStatus, readStatus, type Status } from './status.ts';
import { countProcesses } from './store.ts';

export interface CommandContext {
  database: Database;
  /** A function, because most commands work without SECRET_KEY. */
  secrets: () => Secrets;
  /** Whether the command's own option was given. */
  hasOption: boolean;
  /** The name of the person who runs the command, for the audit. */
  actor: string;
  operator: Operator;
  connections: ConnectionOperator;
  decisions: AccessRequests;
  personalData(email: string): Promise<object>;
  erase(email: string): Promise<object>;
  /** Prints a sentence on standard error, so that the output stays what programs expect. */
  warn(sentence: string): void;
}

export interface Command {
  usage?: string;
  help: string;
  /** The name of the command by default. */
  example?: string;
  /** The command's own option, in addition to those of all commands. */
  option?: string;
  /** It may create the database. In other commands that would hide a wrong setting. */
  createsDatabase?: boolean;
  /** It gets as many words as `usage` requires; the optional ones can be missing. */
  run(context: CommandContext, ...words: string[]): Promise<object>;
  /** By default the result is a table, or a sentence of `sentences`. */
  summary?(context: CommandContext, result: object): Promise<string>;
  exitCode?(result: object): number;
  /** Rearranges the result for a terminal. JSON always has all of it, as numbers, booleans and null. */
  forTerminal?(result: object): object;
}

export const confirmOption = '--yes';

export const commands: Record<string, Command> = {
  people: {
    help: 'list all accounts',
    example: 'people --json',
    run: ({ operator }) => operator.people(),
  },
  keys: {
    usage: '[email]',
    help: 'list all keys, or the keys of one account',
    example: 'keys someone@example.com',
    run: ({ operator }, email?: string) => operator.keys(email),
  },
  person: {
    usage: '<email>',
    help: 'show all data stored about an account',
    example: 'person someone@example.com --json',
    run: ({ personalData }, email) => personalData(email),
  },
  requests: {
    help: 'list open requests for all access',
    run: ({ decisions }) => decisions.listOpen(),
  },
  grant: {
    usage: '<client ID> <role>',
    help: `make a key ${roles.join(' or ')}, close its request`,
    example: 'grant "$CLIENT_ID" all_access',
    run: ({ operator }, id, role) => operator.grant(id, role),
  },
  decline: {
    usage: '<client ID> <reason …>',
    help: 'decline the request for a key',
    example: 'decline "$CLIENT_ID" Please tell us more about the volume',
    run: ({ decisions, actor }, id, ...words) => decisions.decline(id, words.join(' '), actor),
  },
  expire: {
    usage: '<client ID> <ISO time|never>',
    help: 'set the expiry date of a key',
    example: 'expire "$CLIENT_ID" 2027-01-31T12:00:00Z',
    run: ({ operator }, id, when) => operator.expire(id, when),
  },
  limit: {
    usage: '<client ID|email> <calls per hour>',
    help: 'set the quota of a key, or of an account',
    example: 'limit someone@example.com 20000',
    run: ({ operator }, subject, count) => operator.limit(subject, count),
  },
  revoke: {
    usage: '<client ID>',
    help: 'delete a key permanently',
    example: 'revoke "$CLIENT_ID"',
    run: ({ operator }, id) => operator.revoke(id),
  },
  connections: {
    usage: '[email]',
    help: 'list all connected apps, or those of one account',
    example: 'connections someone@example.com',
    run: ({ connections }, email?: string) => connections.list(email),
  },
  disconnect: {
    usage: '<connection ID|client ID>',
    help: 'disconnect an app from one account, or from all accounts',
    example: 'disconnect https://app.example/client.json',
    run: ({ connections }, id) => connections.disconnect(id),
  },
  suspend: {
    usage: '<email>',
    help: 'stop all keys and apps of an account',
    example: 'suspend someone@example.com',
    run: ({ operator }, email) => operator.suspend(email),
  },
  resume: {
    usage: '<email>',
    help: 'reinstate a suspended account',
    example: 'resume someone@example.com',
    run: ({ operator }, email) => operator.resume(email),
  },
  erase: {
    usage: `<email> [${confirmOption}]`,
    help: 'erase an account and its data, for a legal request',
    example: 'erase someone@example.com',
    option: confirmOption,
    run: ({ erase }, email) => erase(email),
  },
  reseal: {
    help: 'encrypt all keys with the first entry of SECRET_KEY',
    run: ({ operator, secrets }) => operator.reseal(secrets()),
  },
  status: {
    usage: '[backup folder]',
    help: 'show release, counts, email queue and the latest backup',
    example: 'status /var/backups/portal',
    run: ({ database }, folder?: string) => readStatus(database, Date.now(), folder),
    forTerminal: (status) => describeStatus(status as Status),
  },
  check: {
    help: 'find problems in the database, and say what was checked',
    run: ({ secrets, database }) => check(database, secrets(), Date.now()),
    summary: ({ database }, findings) => describeCheck(database, findings, Date.now()),
    exitCode: (findings) => (Array.isArray(findings) && findings.length > 0 ? 3 : 0),
  },
  export: {
    usage: '<new file>',
    help: 'write a snapshot of the whole database to a file',
    example: 'export portal.jsonl',
    async run({ secrets, database, warn }, file) {
      const running = await countProcesses(database.db, Date.now());
      const result = await exportAll(database, file, secrets(), Date.now());
      if (running > 0) warn(describeRunning(running));
      return result;
    },
  },
  import: {
    usage: `<file> [${trustUnsignedOption}]`,
    help: 'read an export into an empty database',
    example: 'import portal.jsonl',
    option: trustUnsignedOption,
    createsDatabase: true,
    run: ({ secrets, database, hasOption }, file) =>
      importAll(database, file, { secrets: secrets(), trustUnsigned: hasOption }),
  },
  audit: {
    usage: '[since=…] [until=…] [event=…] [address=…] [outcome=…]',
    help: 'list changes and attempts to sign in, newest first',
    example: 'audit since=2027-01-01 event=sign-in outcome=refused address=someone@example.com',
    run: ({ operator, secrets }, ...words) => operator.audit(words, secrets()),
  },
};

const describeRunning = (count: number) =>
  `Warning: ${count === 1 ? '1 process is' : `${count} processes are`} running on this database. Later changes are not in the file: stop every portal before you move.`;
