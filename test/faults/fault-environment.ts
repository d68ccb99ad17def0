import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Email } from 'postal-mime';
import type { CreatedApiToken } from '../../src/keys/contract.ts';
import { createOperator } from '../../src/keys/operator.ts';
import { type Database, openPostgres, openSqlite } from '../../src/platform/database.ts';
import { randomSecret } from '../../src/platform/secrets.ts';
import { gatewayVerify } from '../../src/urls.ts';
import { Browser } from '../helpers/browser.ts';
import { createPostgresDatabase, engine } from '../helpers/database.ts';
import { freePath, withSecret } from '../helpers/keys.ts';
import { freePort } from '../helpers/postgres.ts';
import { type PortalProcess, startPortalProcess } from '../helpers/process.ts';
import { overTheWire } from '../helpers/remote-browser.ts';
import { type SmtpOptions, startSmtp, type TestSmtp } from '../helpers/smtp.ts';

export interface Answer {
  url: string;
  /** The status, or `broken` if the connection ended without a response. */
  status: number | 'broken';
  /** On the clock of `performance.now()`. */
  startedAt: number;
  endedAt: number;
  ms: number;
}

/** A database that outlives its processes, a mail server, and one portal at a time that uses both. */
export class FaultEnvironment {
  readonly env: Record<string, string>;
  readonly #remove: () => Promise<void>;
  readonly #mailServers: TestSmtp[] = [];
  #portal: PortalProcess | undefined;
  readonly answers: Answer[] = [];
  /** Workloads run while this is true. */
  isOpen = false;
  /** On the clock of `performance.now()`. */
  killedAt = 0;
  /** Statuses that a fault causes: a workload continues after one of these. */
  isExpected: (error: unknown) => boolean = () => false;

  private constructor(env: Record<string, string>, remove: () => Promise<void>) {
    this.env = env;
    this.#remove = remove;
  }

  /** Creates an environment with an empty database. */
  static async open(env: Record<string, string> = {}): Promise<FaultEnvironment> {
    const folder = mkdtempSync(join(tmpdir(), 'portal-faults-'));
    const postgres = engine === 'postgres' && !env.DATABASE_URL ? await createPostgresDatabase() : undefined;
    const smtpPort = await freePort();
    const settings = {
      DATA_DIR: folder,
      SECRET_KEY: randomSecret(),
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      MAIL_FROM: 'pot@teapot.example',
      LOG_LEVEL: 'warn',
      ...(postgres ? { DATABASE_URL: postgres.url } : {}),
      ...env,
    };
    const environment = new FaultEnvironment(settings, async () => {
      await postgres?.drop();
      rmSync(folder, { recursive: true, force: true });
    });
    await environment.startMailServer();
    return environment;
  }

  get portal(): PortalProcess {
    if (!this.#portal) throw new Error('The portal was never started');
    return this.#portal;
  }

  async start(): Promise<void> {
    this.use(await startPortalProcess(this.env));
  }

  /** Uses a portal that was started separately. */
  use(portal: PortalProcess): void {
    this.#portal = portal;
    this.isOpen = true;
  }

  async kill(): Promise<void> {
    this.isOpen = false;
    this.killedAt = performance.now();
    await this.portal.kill('SIGKILL');
  }

  /** Waits until the workloads have finished their current requests. The portal keeps running. */
  rest(): void {
    this.isOpen = false;
  }

  /** Every request is sent and recorded here. */
  ask = async (options: InjectOptions): Promise<LightMyRequestResponse> => {
    const startedAt = performance.now();
    const note = (status: number | 'broken') => {
      const endedAt = performance.now();
      this.answers.push({ url: String(options.url), status, startedAt, endedAt, ms: endedAt - startedAt });
    };
    try {
      const answer = await overTheWire(this.portal.url, options);
      note(answer.statusCode);
      return answer;
    } catch (error) {
      note('broken');
      throw error;
    }
  };

  browser = (): Browser => new Browser({ inject: this.ask });

  /** Replaces the previous one. */
  async startMailServer(options: SmtpOptions = {}): Promise<void> {
    await this.stopMailServer();
    this.#mailServers.push(await startSmtp(Number(new URL(this.env.SMTP_URL!).port), options));
  }

  async stopMailServer(): Promise<void> {
    await this.#mailServers.at(-1)?.close();
  }

  /** Returns everything that any of its mail servers accepted for this address. */
  mailsTo = (email: string): Email[] =>
    this.#mailServers.flatMap(({ received }) => received).filter((mail) => mail.to?.[0]?.address === email);

  /** Returns the errors that the portal logged as unexpected: those requests were answered with 500. */
  surprises = (): string[] => [
    ...new Set(
      [...this.portal.output().matchAll(/"message":"([^"]*)".*"msg":"unexpected error"/g)].map(
        (line) => line[1]!,
      ),
    ),
  ];

  /** Closes the database before the next fault: a process that starts after a crash must be its only user. */
  async look<T>(read: (database: Database) => Promise<T>): Promise<T> {
    const { DATABASE_URL, DATA_DIR } = this.env;
    const database = DATABASE_URL ? openPostgres(DATABASE_URL, 2) : openSqlite(join(DATA_DIR!, 'portal.db'));
    return read(database).finally(() => database.close());
  }

  async close(): Promise<void> {
    await this.#portal?.kill('SIGTERM');
    await this.stopMailServer();
    await this.#remove();
  }
}

/** The verifier's response to a call with this key. */
export const callWith = (environment: FaultEnvironment, key: CreatedApiToken) =>
  environment.ask({ url: gatewayVerify + freePath, headers: { authorization: withSecret(key) } });

/** Raises the quota for loads that would use up any hour. */
export const liftLimit = (environment: FaultEnvironment, key: CreatedApiToken) =>
  environment.look(({ db }) => createOperator({ db, now: Date.now }).limit(key.external_id, '1000000000'));
