import { statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { eraseForLegalRequest } from '../account-settings/deletion.ts';
import { collectPersonalData } from '../account-settings/personal-data.ts';
import { createAddressHistory } from '../accounts/address-history.ts';
import { parseEmail } from '../accounts/email.ts';
import { type AccountMails, withPreviousAddresses } from '../accounts/mail-kinds.ts';
import { cleanName } from '../accounts/names.ts';
import { findUserByEmail } from '../accounts/user-store.ts';
import { createAccessRequests } from '../keys/access-requests.ts';
import { createOperator, OperatorError } from '../keys/operator.ts';
import { createConnectionOperator } from '../oauth/operator.ts';
import { type Config, ConfigError, defaultAdminCommand, readConfig } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';
import {
  describeDatabaseError,
  EnvironmentError,
  withOperatorMessage,
} from '../platform/environment-error.ts';
import { StoredMail } from '../platform/mail/store.ts';
import { openMigrated, sqlitePath } from '../platform/open-database.ts';
import { Secrets, secretKeysOf } from '../platform/secrets.ts';
import { asTerminalJson, asTerminalLine, asTerminalText, type Row } from '../platform/terminal-text.ts';
import { type Command, type CommandContext, commands, confirmOption } from './commands.ts';
import { sentences } from './sentences.ts';

interface AdminResult {
  exitCode: number;
  output?: string;
  warnings?: string[];
  /** One line for an error that the operator can fix; the error itself if it is a bug. */
  error?: unknown;
}

/** Runs the words after `npm run -s admin --`, such as `keys someone@example.com --json`. */
export async function runAdminCommand(
  words: string[],
  env: Record<string, string | undefined>,
): Promise<AdminResult> {
  const program = env.ADMIN_COMMAND?.trim() || defaultAdminCommand;
  try {
    const { name, args, isJson, isHelp, as } = parseWords(words);
    if (name === '' || isHelp) return { exitCode: 0, output: helpFor(name, program) };
    const command = requireCommand(name, args, program);
    const actor = operatorName(as, env.SUDO_USER);
    const warnings: string[] = [];
    const options = {
      config: readConfig(env),
      actor,
      warn: (sentence: string) => void warnings.push(sentence),
    };
    const { result, summary } = await run(command, args, options);
    const sentence = summary ?? sentences[name]?.(result as Row);
    const table = sentence === undefined || (Array.isArray(result) && result.length > 0);
    const text = [
      ...(table ? [asTerminalText(command.forTerminal?.(result) ?? result)] : []),
      ...(sentence ? [asTerminalLine(sentence)] : []),
    ];
    const output = isJson ? asTerminalJson(result) : text.join('\n\n');
    return { exitCode: command.exitCode?.(result) ?? 0, output, warnings };
  } catch (error) {
    const isUsageError = error instanceof OperatorError || error instanceof ConfigError;
    if (!isUsageError && !(error instanceof EnvironmentError)) return { exitCode: 1, error };
    return { exitCode: isUsageError ? 2 : 1, error: error.message.replaceAll(/[\p{C}\s]+/gu, ' ') };
  }
}

/** The options of all commands can be anywhere among the words. */
function parseWords(words: string[]) {
  const rest = words.filter((word) => word !== '--json');
  const asAt = rest.indexOf('--as');
  const [, as] = asAt < 0 ? [] : rest.splice(asAt, 2);
  if (asAt >= 0 && as === undefined) throw new OperatorError('Usage: --as <name>');
  const isHelpOption = (word: string) => word === '--help' || word === '-h';
  const isHelp = rest[0] === 'help' || rest.some(isHelpOption);
  const [name = '', ...args] =
    rest[0] === 'help' ? rest.slice(1) : rest.filter((word) => !isHelpOption(word));
  return { name, args, as, isHelp, isJson: words.includes('--json') };
}

async function run(
  command: Command,
  words: string[],
  { config, actor, warn }: { config: Config; actor: string; warn(sentence: string): void },
): Promise<{ result: object; summary: string | undefined }> {
  const args = words.filter((word) => word !== command.option);
  const database = command.createsDatabase ? await openMigrated(config) : await open(config);
  const { db } = database;
  const now = Date.now;
  const secrets = () => new Secrets(secretKeysOf(config));
  const storedMail = () => new StoredMail<AccountMails>({ secrets: secrets(), now });
  // A running portal sends what is queued here.
  const lazyMail: Pick<StoredMail<AccountMails>, 'enqueue' | 'enqueueShared'> = {
    enqueue: (trx, job) => storedMail().enqueue(trx, job),
    enqueueShared: (trx, job, shared) => storedMail().enqueueShared(trx, job, shared),
  };
  const mail = withPreviousAddresses(lazyMail, now);
  const decisions = createAccessRequests({ db, mail, now });
  const addresses = createAddressHistory({ db, secrets, now });
  const onGranted = decisions.closeGrantedRequest.bind(decisions);
  const hasOption = args.length < words.length;
  const context: CommandContext = {
    database,
    secrets,
    hasOption,
    actor,
    operator: createOperator({ db, actor, now, addresses, onGranted }),
    connections: createConnectionOperator({ db, actor, now }),
    decisions,
    async erase(email) {
      const address = parseEmail(email);
      if (!address) throw new OperatorError(`${email} is not an email address`);
      if (!hasOption)
        throw new OperatorError(
          `This erases ${address} with all keys and cannot be undone. To confirm, add ${confirmOption}`,
        );
      const services = { db, secrets: secrets(), addresses, mail: storedMail(), now };
      return { email: address, ...(await eraseForLegalRequest(services, address, actor)) };
    },
    warn,
    async personalData(email) {
      const address = parseEmail(email);
      const user = address && (await findUserByEmail(db, address));
      if (!user) throw new OperatorError(`No account with email ${email}`);
      return collectPersonalData({ db, secrets: secrets(), addresses, mail: storedMail(), now }, user.id);
    },
  };
  return withOperatorMessage(describeDatabaseError(config), async () => {
    const result = await command.run(context, ...args);
    return { result, summary: await command.summary?.(context, result) };
  }).finally(() => database.close());
}

/** Waits for the lock of a server that is starting, and also works on a database that no server has used yet. */
async function open(config: Config): Promise<Database> {
  const path = sqlitePath(config);
  // A file that exists but cannot be read is a different error.
  const find = () => config.databaseUrl ?? statSync(path, { throwIfNoEntry: false });
  if (await withOperatorMessage(describeDatabaseError(config), find)) return openMigrated(config);
  throw new OperatorError(`No database at ${path}: start the portal once, or set DATA_DIR or DATABASE_URL`);
}

function requireCommand(name: string, words: string[], program: string): Command {
  const command = findCommand(name);
  const { usage = '' } = command ?? {};
  const args = words.filter((word) => word !== command?.option);
  const unknown = [name, ...args].find((arg) => arg.startsWith('--'));
  const options = [command?.option, '--as <name>', '--json', '--help'].filter(
    (option) => option !== undefined,
  );
  if (unknown) throw new OperatorError(`Unknown option ${unknown}. Options: ${options.join(', ')}`);
  if (!command)
    throw new OperatorError(`Unknown command ${name}. Commands: ${Object.keys(commands).join(', ')}`);
  const needed = usage.split('<').length - 1;
  const optional = usage.match(/\[(?!--)/g)?.length ?? 0;
  const allowed = usage.includes('…>') ? Number.POSITIVE_INFINITY : needed + optional;
  if (args.length < needed || args.length > allowed)
    throw new OperatorError(`Usage: ${program} ${name} ${usage}`.trimEnd());
  return command;
}

const findCommand = (name: string) => (Object.hasOwn(commands, name) ? commands[name] : undefined);

/** Lines fit a terminal of 100 columns. */
const helpColumn = 43;

/** Help for one command, or for all if the name is unknown. */
function helpFor(name: string, program: string): string {
  const command = findCommand(name);
  const all = Object.entries(commands).map(([word, { usage = '', help }]) => {
    const start = `  ${word} ${usage}`;
    // A long usage has its help on the next line.
    return start.length > helpColumn
      ? `${start}\n${' '.repeat(helpColumn)} ${help}`
      : `${start.padEnd(helpColumn)} ${help}`;
  });
  const lines = command
    ? [
        `Usage: ${program} ${`${name} ${command.usage ?? ''}`.trim()} [--as <name>] [--json]`,
        `  ${command.help}`,
        `  Example: ${program} ${command.example ?? name}`,
      ]
    : [
        `Usage: ${program} <command> [--as <name>] [--json]`,
        ...all,
        'The audit log records your operating system user, and a name if you pass --as <name>.',
      ];
  return [...lines, 'Exit codes: 0 ok, 1 failure, 2 usage error, 3 check found problems'].join('\n');
}

const maxNameLength = 60;

/**
 * The name under which the audit lists a command: the user of the operating system, before sudo changed it, and who
 * they say they are, for people who share that user. The word in front keeps it apart from the IDs of accounts.
 */
function operatorName(claimed: string | undefined, sudoUser: string | undefined): string {
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
