import { statSync } from 'node:fs';
import { Operator, OperatorError, type Row, roles } from './keys/operator.ts';
import { type Config, ConfigError, readConfig } from './platform/config.ts';
import type { Database } from './platform/database.ts';
import { databaseFault, MachineFault, naming } from './platform/machine-fault.ts';
import { openMigrated, sqlitePath } from './platform/open-database.ts';
import { Secrets, secretKeysOf } from './platform/secrets.ts';

/** The operator's command line: `npm run -s admin -- keys someone@example.com --json`. */

interface Command {
  usage: string;
  help: string;
  run(operator: Operator, args: string[], secrets: () => Secrets): Promise<Row | Row[]>;
}

const commands: Record<string, Command> = {
  people: { usage: '', help: 'everyone with an account', run: (operator) => operator.people() },
  keys: {
    usage: '[e-mail]',
    help: 'every key, or one person’s',
    run: (operator, [email]) => operator.keys(email),
  },
  grant: {
    usage: '<client id> <role>',
    help: `give a key the role ${roles.join(' or ')}`,
    run: (operator, [id, role]) => operator.grant(id!, role!),
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
    run: (operator, _args, secrets) => operator.reseal(secrets()),
  },
  check: {
    usage: '',
    help: 'accounts that share the mailbox of an older one',
    run: (operator) => operator.check(),
  },
  audit: {
    usage: '[since=…] [until=…] [event=…] [address=…] [outcome=…]',
    help: 'what was done to keys and tried at accounts, newest first',
    run: (operator, words, secrets) => operator.audit(words, secrets()),
  },
};

const json = process.argv.includes('--json');
const [name = '', ...args] = process.argv.slice(2).filter((arg) => arg !== '--json');

try {
  if (name === 'help' || [name, ...args].some((arg) => arg === '--help' || arg === '-h')) console.log(help());
  else await run(requireCommand());
} catch (error) {
  const isAskedWrong = error instanceof OperatorError || error instanceof ConfigError;
  process.exitCode = isAskedWrong ? 2 : 1;
  // One line, whatever was typed; a stack is for mistakes of our own.
  const isKnown = isAskedWrong || error instanceof MachineFault;
  console.error(isKnown ? error.message.replaceAll(/[\p{C}\s]+/gu, ' ') : error);
}

async function run(command: Command): Promise<void> {
  const config = readConfig(process.env);
  const database = await open(config);
  const secrets = () => new Secrets(secretKeysOf(config));
  try {
    const operator = new Operator({ db: database.db, now: Date.now });
    const answer = await naming(databaseFault(config), () => command.run(operator, args, secrets));
    console.log(asText(answer));
  } finally {
    await database.close();
  }
}

function requireCommand(): Command {
  const option = [name, ...args].find((arg) => arg.startsWith('--'));
  if (option) throw new OperatorError(`There is no option ${option}: there is --json, and --help`);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    const words = Object.keys(commands).join(', ');
    throw new OperatorError(
      `${name ? `There is no command ${name}` : 'Say what to do'}: choose ${words}, or --help`,
    );
  }
  const needed = command.usage.split('<').length - 1;
  const allowed = needed + (command.usage.split('[').length - 1);
  if (args.length < needed || args.length > allowed)
    throw new OperatorError(`Usage: npm run -s admin -- ${name} ${command.usage}`.trimEnd());
  return command;
}

function help(): string {
  const lines = Object.entries(commands).map(
    ([word, command]) => `  ${`${word} ${command.usage}`.padEnd(45)} ${command.help}`,
  );
  return ['npm run -s admin -- <command> [--json]', ...lines].join('\n');
}

/** Waits for the lock of a server that is starting, and works on a database that no server has seen yet. */
async function open(config: Config): Promise<Database> {
  if (!config.databaseUrl) await naming(databaseFault(config), () => requireFile(sqlitePath(config)));
  return openMigrated(config);
}

/** One that cannot be looked at is another matter. */
function requireFile(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })) return;
  throw new OperatorError(
    `There is no database at ${path}: start the portal once, or set DATA_DIR or DATABASE_URL`,
  );
}

function asText(result: Row | Row[]): string {
  if (json) return JSON.stringify(result, null, 2);
  const rows = Array.isArray(result) ? result : [result];
  if (rows.length === 0) return 'None.';
  const columns = Object.keys(rows[0]!);
  const cells = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))];
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]!.length)));
  return cells
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
