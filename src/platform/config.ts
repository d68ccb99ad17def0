import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { logLevels } from './log.ts';
import { root } from './root.ts';

/** Everything that the environment decides, read and checked once, before anything is opened. */
export type Config = ReturnType<typeof readConfig>;

/** The message is one line for the operator. It names the variable and never repeats a secret. */
export class ConfigError extends Error {}

export const minSecretKeyLength = 32;

export function readConfig(env: Record<string, string | undefined>) {
  // An empty variable counts as unset: that is what `VAR= npm start` and most process managers mean.
  const trimmed = Object.entries(env).map(([name, value]) => [name, value?.trim() || undefined]);
  const parsed = variables.safeParse(Object.fromEntries(trimmed));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${issue?.path.join('.') ?? 'The environment'} ${issue?.message}`);
  }
  const values = parsed.data;
  const production = values.NODE_ENV === 'production';
  if (values.SECRET_KEY.length === 0 && (production || values.DATABASE_URL)) {
    const why = production ? 'in production' : 'with DATABASE_URL';
    throw new ConfigError(
      `SECRET_KEY is required ${why}: set it to ${minSecretKeyLength} or more random characters`,
    );
  }
  if (values.SMTP_URL && !values.MAIL_FROM) {
    throw new ConfigError("MAIL_FROM is required with SMTP_URL: set it to the sender's email address");
  }
  if (values.PORT === 0 && !values.PUBLIC_URL) {
    throw new ConfigError('PUBLIC_URL is required with PORT=0: set it to the URL that people open');
  }
  const publicUrl = values.PUBLIC_URL ?? localUrl(values.HOST, values.PORT);
  return {
    production,
    /** A portal does not start without these. Commands and verifiers need neither. */
    missing: production
      ? productionSettings.filter((name) => !values[name] && !values.ALLOW_MISSING.includes(name))
      : [],
    host: values.HOST,
    port: values.PORT,
    dataDir: values.DATA_DIR,
    contentDir: values.CONTENT_DIR,
    databaseUrl: values.DATABASE_URL,
    /** It has no trailing slash. */
    publicUrl,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    /** The address that access requests are sent to. */
    operatorMail: values.OPERATOR_MAIL,
    forecastsApiUrl: values.FORECASTS_API_URL,
    dataApiUrl: values.DATA_API_URL,
    mcpUrl: values.MCP_URL,
    /** Whether apps may register themselves. Those with a document at a URL need no registration. */
    isOAuthRegistrationOpen: values.OAUTH_REGISTRATION === 'on',
    /** The hosts that may receive access; undefined allows every host. `localhost` is the person's own computer. */
    oauthRedirectHosts: values.OAUTH_REDIRECT_HOSTS,
    /** The operator's own `client ID:secret` for the provider's API. The status page uses it; it is never sent to browsers. */
    demoKey: values.DEMO_KEY,
    /** The newest key is first. If the list is empty, a key is generated in the data folder. */
    secretKeys: values.SECRET_KEY,
    gatewayPeers: values.GATEWAY_PEERS,
    /** Origins of pages that may call the documented API; `*` alone means every origin. */
    corsOrigins: values.CORS_ORIGINS ?? [publicUrl],
    trustProxyHops: values.TRUST_PROXY,
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    /** This process serves everything, or is the verifier alone. */
    parts: values.PORTAL_PARTS,
    metricsListen: values.METRICS_LISTEN,
    logLevel: values.LOG_LEVEL,
    /** Put before an admin command where the portal runs. Emails to the operator name it. */
    adminCommand: values.ADMIN_COMMAND,
  };
}

const productionSettings = ['SMTP_URL', 'PUBLIC_URL'] as const;

/** Without them nobody could sign up, or links in emails would lead nowhere, and only the users would notice. */
export function requireProductionSettings({ missing, parts }: Config): void {
  if (missing.length === 0 || parts === 'gateway') return;
  throw new ConfigError(
    `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} required in production: set ${missing.length > 1 ? 'them' : 'it'}, or set ALLOW_MISSING=${missing.join()} to start without`,
  );
}

function localUrl(host: string, port: number): string {
  const wildcard = host === '0.0.0.0' || host === '::';
  const name = wildcard ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

export const isLoopbackUrl = (url: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);

/** On a developer's machine `localhost` and `127.0.0.1` are the same portal. */
export const areSameLocalPortal = (one: string, other: string): boolean =>
  isLoopbackUrl(one) && isLoopbackUrl(other) && new URL(one).port === new URL(other).port;

/** Its messages hold codes and reset links, so only the person at this machine may read them. */
export const isDevMailboxShown = ({ production, smtpUrl, publicUrl }: Config) =>
  !production && !smtpUrl && isLoopbackUrl(publicUrl);

export const defaultAdminCommand = 'npm run -s admin --';

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .refine(
      (text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max,
      `must be a whole number from ${min} to ${max}`,
    )
    .transform(Number);

const webAddress = z
  .string()
  .refine((text) => /^https?:\/\/[^/?#\s]/i.test(text) && URL.canParse(text), 'must be an http or https URL')
  .refine((text) => !/[\s"'`<>\\]/.test(text), 'must have no spaces, quotes or backslashes')
  .refine((text) => !/[?#@]/.test(text), 'must have no query, fragment or credentials')
  // The URL is normalized: browsers send host names in lower case and leave out default ports.
  .transform((text) => new URL(text).href.replace(/\/+$/, ''));

const origin = webAddress.refine(
  (text) => new URL(text).pathname === '/',
  'must have no path: the portal is served from the root of its host',
);

const separators = '\\s"/?#@';
const credentials = `(([^%${separators}]|%[0-9a-f]{2})*@)?`;
const host = `[^${separators}]+`;
const query = `(\\?[^\\s"#@]*)?`;

/** A character of a password that is not encoded would change the URL: a part of the password would become host or path. */
const addressOf = (form: RegExp, example: string) =>
  z
    .string()
    .refine(
      (text) => form.test(text) && URL.canParse(text),
      `must be a URL like ${example}, with special characters in the password percent-encoded: / is %2F, @ is %40`,
    );

const mailAddress = '[^\\s"(),:;<>@]+@[^\\s"(),:;<>@]+';
const senderName = '("[^"\\p{C}]*"|[^"(),:;<>@\\p{C}]*)';

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
);

const listenForm = /^(?:(?:\[([0-9a-f:.]+)\]|([\w.-]+)):)?(\d{1,5})$/i;

const listenAddress = z
  .string()
  .transform((text) => {
    const [, version6, name = '127.0.0.1', port] = listenForm.exec(text) ?? [];
    return { host: version6 ?? name, port: Number(port) };
  })
  .refine(({ port }) => port <= 65535, 'must be a port, or an address and a port like 127.0.0.1:9464');

const variables = z.object({
  NODE_ENV: z.string().optional(),
  HOST: z
    .string()
    .refine(
      (text) => isIP(text) !== 0 || /^[\w-]+(\.[\w-]+)*$/.test(text),
      'must be a host name or an IP address',
    )
    .default('localhost'),
  PORT: wholeNumber(0, 65535).default(3000),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((path) => resolve(path)),
  CONTENT_DIR: z
    .string()
    .default(join(root, 'content'))
    .transform((path) => resolve(path)),
  DATABASE_URL: addressOf(
    new RegExp(`^postgres(ql)?://${credentials}(${host})?(/[^${separators}]*)?${query}$`, 'i'),
    'postgres://user:password@host/name',
  ).optional(),
  PUBLIC_URL: origin.optional(),
  ALLOW_MISSING: list
    .refine(
      (names) => names.every((name) => productionSettings.some((each) => each === name)),
      `must be one or both of ${productionSettings.join()}, separated by a comma`,
    )
    .default([]),
  SMTP_URL: addressOf(
    new RegExp(`^smtp(s|\\+insecure)?://${credentials}${host}/?${query}$`, 'i'),
    'smtp://user:password@host:587',
  ).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      new RegExp(`^(${mailAddress}|${senderName} ?<${mailAddress}>)$`, 'u'),
      'must be one email address, or a name and the address in <>',
    )
    .optional(),
  OPERATOR_MAIL: z
    .string()
    .regex(new RegExp(`^${mailAddress}$`, 'u'), 'must be one email address')
    .optional(),
  FORECASTS_API_URL: webAddress.optional(),
  DATA_API_URL: webAddress.optional(),
  MCP_URL: webAddress.optional(),
  OAUTH_REGISTRATION: z.enum(['on', 'off'], 'must be on or off').default('on'),
  OAUTH_REDIRECT_HOSTS: list
    .transform((hosts) => hosts.map((each) => each.toLowerCase()))
    .refine(
      (hosts) => hosts.length > 0 && hosts.every((each) => /^[\w-]+(\.[\w-]+)*$/.test(each)),
      'must be host names such as claude.ai, separated by commas',
    )
    .optional(),
  DEMO_KEY: z
    .string()
    .regex(/^[^:\s]+:[^:\s]+$/, 'must be a client ID and its secret, separated by a colon')
    .optional(),
  SECRET_KEY: list
    .refine(
      (keys) => keys.length > 0 && keys.every((key) => key.length >= minSecretKeyLength),
      `must be one or more keys of at least ${minSecretKeyLength} characters, separated by commas, newest first`,
    )
    .default([]),
  GATEWAY_PEERS: list
    .refine((peers) => peers.every((peer) => isIP(peer) !== 0), 'must be IP addresses, separated by commas')
    .default([]),
  CORS_ORIGINS: list
    .refine(
      (origins) => origins.join() === '*' || origins.every((each) => origin.safeParse(each).success),
      'must be *, or origins such as https://example.com, separated by commas',
    )
    .transform((origins) => origins.map((each) => (each === '*' ? each : origin.parse(each))))
    .optional(),
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  RATE_LIMIT_FACTOR: z
    .string()
    .refine(
      (text) => /^\d*\.?\d+$/.test(text) && Number(text) > 0 && Number(text) <= 1_000_000,
      'must be a number above 0 and up to 1000000',
    )
    .transform(Number)
    .default(1),
  PORTAL_PARTS: z.enum(['all', 'gateway'], 'must be all or gateway').default('all'),
  METRICS_LISTEN: listenAddress.optional(),
  ADMIN_COMMAND: z
    .string()
    .regex(/^\P{C}{1,200}$/u, 'must be one line of at most 200 characters')
    .default(defaultAdminCommand),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
});
