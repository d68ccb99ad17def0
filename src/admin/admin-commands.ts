import { statSync } from 'node:fs';
import { collectPersonalData, type PersonalData } from '../account-settings/personal-data.ts';
import { AddressHistory } from '../accounts/address-history.ts';
import { parseEmail } from '../accounts/email.ts';
import { type AccountMailQueue, type AccountMails, withPreviousAddresses } from '../accounts/mail-kinds.ts';
import { findUserByEmail } from '../accounts/user-store.ts';
import { AccessDecisions } from '../keys/access-requests.ts';
import { Operator, OperatorError, roles } from '../keys/operator.ts';
import { type Config, ConfigError, readConfig } from '../platform/config.ts';
import type { Database, Db } from '../platform/database.ts';
import {
  describeDatabaseError,
  EnvironmentError,
  withOperatorMessage,
} from '../platform/environment-error.ts';
import { StoredMail } from '../platform/mail/store.ts';
import { openMigrated, sqlitePath } from '../platform/open-database.ts';
import { Secrets, secretKeysOf } from '../platform/secrets.ts';
import { asTerminalJson, asTerminalText } from '../platform/terminal-text.ts';
import { exportAll } from './export.ts';
import { importAll, trustUnsignedOption } from './import.ts';
import { check, readStatus } from './status.ts';

interface AdminAnswer {
  /** 0: done; 1: the machine failed; 2: asked wrongly; 3: done, and something was found. */
  status: number;
  out?: string;
  /** One line, whatever was typed; or a mistake of our own, with its stack. */
  complaint?: unknown;
}

interface Command {
  usage: string;
  help: string;
  /** Its own, beside --json and --help. */
  option?: string;
  run(operator: Operator, args: string[], desk: Desk): Promise<object>;
  /** The status it ends with. */
  statusOf?(answer: object): number;
}

/** What some commands need beside the operator's rights. */
interface Desk {
  database: Database;
  secrets(): Secrets;
  /** Whether the command's own option was given. */
  hasOption: boolean;
  answers: AccessDecisions;
  person(email: string): Promise<PersonalData>;
}

const commands: Record<string, Command> = {
  people: { usage: '', help: 'everyone with an account', run: (operator) => operator.people() },
  keys: {
    usage: '[e-mail]',
    help: 'every key, or one person’s',
    run: (operator, [email]) => operator.keys(email),
  },
  person: {
    usage: '<e-mail>',
    help: 'everything that is held about one person',
    run: (_operator, [email], { person }) => person(email!),
  },
  requests: {
    usage: '',
    help: 'who asks for all access, and what for',
    run: (_operator, _args, { answers }) => answers.requests(),
  },
  grant: {
    usage: '<client id> <role>',
    help: `give a key the role ${roles.join(' or ')}, and answer the request for it`,
    run: (operator, [id, role]) => operator.grant(id!, role!),
  },
  decline: {
    usage: '<client id> <reason …>',
    help: 'say no to the request for a key',
    run: (_operator, [id, ...words], { answers }) => answers.decline(id!, words.join(' ')),
  },
  expire: {
    usage: '<client id> <ISO time|never>',
    help: 'set when a key stops working',
    run: (operator, [id, when]) => operator.expire(id!, when!),
  },
  limit: {
    usage: '<client id|e-mail> <requests an hour>',
    help: 'set the quota of a key, or of all keys of a person together',
    run: (operator, [whose, count]) => operator.limit(whose!, count!),
  },
  revoke: { usage: '<client id>', help: 'end a key for good', run: (operator, [id]) => operator.revoke(id!) },
  suspend: {
    usage: '<e-mail>',
    help: 'refuse a person’s keys, and new ones',
    run: (operator, [email]) => operator.suspend(email!),
  },
  resume: {
    usage: '<e-mail>',
    help: 'let a suspended person go on',
    run: (operator, [email]) => operator.resume(email!),
  },
  reseal: {
    usage: '',
    help: 'put every key under the newest of SECRET_KEY',
    run: (operator, _args, { secrets }) => operator.reseal(secrets()),
  },
  status: {
    usage: '[backup folder]',
    help: 'how the portal is doing, and its newest backup',
    run: (_operator, [folder], { database }) => readStatus(database, Date.now(), folder),
  },
  check: {
    usage: '',
    help: 'what is wrong in the database, or needs a person: nothing, if all is well',
    run: (_operator, _args, { secrets, database }) => check(database, secrets(), Date.now()),
    statusOf: (findings) => (Array.isArray(findings) && findings.length > 0 ? 3 : 0),
  },
  export: {
    usage: '<new file>',
    help: 'everything in the database, as of one moment, into a file',
    run: (_operator, [file], { secrets, database }) => exportAll(database, file!, secrets(), Date.now()),
  },
  import: {
    usage: `<file> [${trustUnsignedOption}]`,
    help: 'an export into a database with nobody in it, of either kind',
    option: trustUnsignedOption,
    run: (_operator, [file], { secrets, database, hasOption }) =>
      importAll(database, file!, { secrets: secrets(), trustUnsigned: hasOption }),
  },
  audit: {
    usage: '[since=…] [until=…] [event=…] [address=…] [outcome=…]',
    help: 'what was done to keys and tried at accounts, newest first',
    run: (operator, words, { secrets }) => operator.audit(words, secrets()),
  },
};

type Environment = Record<string, string | undefined>;

/** The words behind `npm run -s admin --`: `keys someone@example.com --json`. */
export async function runAdminCommand(words: string[], env: Environment): Promise<AdminAnswer> {
  const isJson = words.includes('--json');
  const [name = '', ...args] = words.filter((word) => word !== '--json');
  try {
    if (name === 'help' || [name, ...args].some((arg) => arg === '--help' || arg === '-h'))
      return { status: 0, out: helpFor(commands, name) };
    const command = requireCommand(name, args);
    const answer = await run(command, args, readConfig(env));
    const out = isJson ? asTerminalJson(answer) : asTerminalText(answer);
    return { status: command.statusOf?.(answer) ?? 0, out };
  } catch (error) {
    const isAskedWrong = error instanceof OperatorError || error instanceof ConfigError;
    const isKnown = isAskedWrong || error instanceof EnvironmentError;
    const complaint = isKnown ? error.message.replaceAll(/[\p{C}\s]+/gu, ' ') : error;
    return { status: isAskedWrong ? 2 : 1, complaint };
  }
}

async function run(command: Command, words: string[], config: Config): Promise<object> {
  const args = words.filter((word) => word !== command.option);
  const hasOption = args.length < words.length;
  const database = await open(config);
  const { db } = database;
  const now = Date.now;
  const secrets = () => new Secrets(secretKeysOf(config));
  /** Sent by the portal that runs. */
  const mail: AccountMailQueue = {
    enqueue: (trx, job) => new StoredMail<AccountMails>({ secrets: secrets(), now }).enqueue(trx, job),
  };
  try {
    const answers = new AccessDecisions({ db, mail: withPreviousAddresses(mail, now), now });
    const addresses = new AddressHistory({ db, secrets, now });
    const operator = new Operator({
      db,
      now,
      addresses,
      onGranted: (trx, key) => answers.closeGrantedRequest(trx, key),
    });
    const person = (email: string) => findPerson(db, secrets(), addresses, email);
    return await withOperatorMessage(describeDatabaseError(config), () =>
      command.run(operator, args, { database, secrets, hasOption, answers, person }),
    );
  } finally {
    await database.close();
  }
}

async function findPerson(
  db: Db,
  secrets: Secrets,
  addresses: AddressHistory,
  email: string,
): Promise<PersonalData> {
  const address = parseEmail(email);
  const user = address && (await findUserByEmail(db, address));
  if (!user) throw new OperatorError(`There is nobody with the e-mail ${email}`);
  const mail = new StoredMail<AccountMails>({ secrets, now: Date.now });
  return collectPersonalData({ db, secrets, addresses, mail, now: Date.now }, user.id);
}

function requireCommand(name: string, words: string[]): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const args = words.filter((word) => word !== command?.option);
  const unknown = [name, ...args].find((arg) => arg.startsWith('--'));
  if (unknown) {
    const own = command?.option ? `${command.option}, ` : '';
    throw new OperatorError(`There is no option ${unknown}: there is ${own}--json, and --help`);
  }
  if (!command) {
    const names = Object.keys(commands).join(', ');
    throw new OperatorError(
      `${name ? `There is no command ${name}` : 'Say what to do'}: choose ${names}, or --help`,
    );
  }
  const needed = command.usage.split('<').length - 1;
  const optional = command.usage.match(/\[(?!--)/g)?.length ?? 0;
  const allowed = command.usage.includes('…>') ? Number.POSITIVE_INFINITY : needed + optional;
  if (args.length < needed || args.length > allowed)
    throw new OperatorError(`Usage: npm run -s admin -- ${name} ${command.usage}`.trimEnd());
  return command;
}

/** Waits for the lock of a server that is starting, and works on a database that no server has seen yet. */
async function open(config: Config): Promise<Database> {
  if (!config.databaseUrl)
    await withOperatorMessage(describeDatabaseError(config), () => requireFile(sqlitePath(config)));
  return openMigrated(config);
}

/** One that cannot be looked at is another matter. */
function requireFile(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })) return;
  throw new OperatorError(
    `There is no database at ${path}: start the portal once, or set DATA_DIR or DATABASE_URL`,
  );
}

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
function helpFor(commands: Record<string, Described>, name: string): string {
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
