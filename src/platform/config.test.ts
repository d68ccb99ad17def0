import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, isLoopbackUrl, readConfig, requireProductionSettings } from './config.ts';
import { root } from './root.ts';

const key = 'k'.repeat(32);

/** The line that is printed when the start fails. */
function errorLine(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('The configuration was accepted');
}

test('an empty environment gives a local portal with defaults', () => {
  expect(readConfig({})).toEqual({
    production: false,
    missing: [],
    host: 'localhost',
    port: 3000,
    dataDir: resolve('data'),
    contentDir: join(root, 'content'),
    databaseUrl: undefined,
    publicUrl: 'http://localhost:3000',
    smtpUrl: undefined,
    mailFrom: undefined,
    operatorMail: undefined,
    forecastsApiUrl: undefined,
    dataApiUrl: undefined,
    mcpUrl: undefined,
    isOAuthRegistrationOpen: true,
    oauthRedirectHosts: undefined,
    demoKey: undefined,
    secretKeys: [],
    gatewayPeers: [],
    corsOrigins: ['http://localhost:3000'],
    trustProxyHops: 0,
    rateLimitFactor: 1,
    parts: 'all',
    metricsListen: undefined,
    logLevel: 'info',
    adminCommand: 'npm run -s admin --',
  });
});

test('every variable is read', () => {
  const env = {
    NODE_ENV: 'production',
    HOST: '0.0.0.0',
    PORT: '8080',
    DATA_DIR: '/var/lib/portal',
    DATABASE_URL: 'postgres://portal:secret@db/portal',
    PUBLIC_URL: 'https://portal.example/',
    ALLOW_MISSING: 'SMTP_URL',
    SMTP_URL: 'smtps://user:secret@mail.example:465',
    MAIL_FROM: 'Teapot Weather <no-reply@teapot.example>',
    OPERATOR_MAIL: 'operator@teapot.example',
    FORECASTS_API_URL: 'https://forecasts.example/api/v1/',
    DATA_API_URL: 'https://data.example/api/v1',
    MCP_URL: 'https://mcp.example',
    OAUTH_REGISTRATION: 'off',
    OAUTH_REDIRECT_HOSTS: 'Claude.ai, localhost',
    CONTENT_DIR: '/srv/teapots',
    DEMO_KEY: 'wbc_operator:wb_secret',
    SECRET_KEY: `${key}1, ${key}2`,
    GATEWAY_PEERS: '10.0.0.1, fd00::1',
    CORS_ORIGINS: 'https://App.example:443/, http://localhost:5173',
    TRUST_PROXY: '2',
    RATE_LIMIT_FACTOR: '2.5',
    PORTAL_PARTS: 'gateway',
    METRICS_LISTEN: '[fd00::1]:9464',
    LOG_LEVEL: 'warn',
    ADMIN_COMMAND: 'podman exec portal admin',
  };
  expect(readConfig(env)).toEqual({
    production: true,
    missing: [],
    host: '0.0.0.0',
    port: 8080,
    dataDir: '/var/lib/portal',
    contentDir: '/srv/teapots',
    databaseUrl: env.DATABASE_URL,
    publicUrl: 'https://portal.example',
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    operatorMail: env.OPERATOR_MAIL,
    forecastsApiUrl: 'https://forecasts.example/api/v1',
    dataApiUrl: 'https://data.example/api/v1',
    mcpUrl: 'https://mcp.example',
    isOAuthRegistrationOpen: false,
    oauthRedirectHosts: ['claude.ai', 'localhost'],
    demoKey: 'wbc_operator:wb_secret',
    secretKeys: [`${key}1`, `${key}2`],
    gatewayPeers: ['10.0.0.1', 'fd00::1'],
    corsOrigins: ['https://app.example', 'http://localhost:5173'],
    trustProxyHops: 2,
    rateLimitFactor: 2.5,
    parts: 'gateway',
    metricsListen: { host: 'fd00::1', port: 9464 },
    logLevel: 'warn',
    adminCommand: 'podman exec portal admin',
  });
});

test('an empty variable counts as unset', () => {
  const names = [
    'HOST',
    'PORT',
    'DATA_DIR',
    'DATABASE_URL',
    'PUBLIC_URL',
    'SMTP_URL',
    'SECRET_KEY',
    'TRUST_PROXY',
  ];
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ' '])))).toEqual(readConfig({}));
});

describe('an invalid value gives one line that names the variable and does not repeat the value', () => {
  test.each([
    ['HOST', 'not a host'],
    ['HOST', 'http://localhost'],
    ['PORT', 'eighty'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['DATABASE_URL', 'mysql://root:hunter2@db/portal'],
    ['DATABASE_URL', 'postgres hunter2'],
    ['DATABASE_URL', 'postgres://portal:12/hunter2@db/portal'],
    ['DATABASE_URL', 'postgres://portal:12?hunter2@db/portal'],
    ['DATABASE_URL', 'postgres://portal:12#hunter2@db/portal'],
    ['DATABASE_URL', 'postgres://portal:1@hunter2@db/portal'],
    ['DATABASE_URL', 'postgres://portal:hunter2%@db/portal'],
    ['DATABASE_URL', 'postgres://portal:hunter2 @db/portal'],
    ['DATABASE_URL', 'postgres://portal:hunter2@db/portal#here'],
    ['PUBLIC_URL', 'portal.example'],
    ['PUBLIC_URL', 'ftp://portal.example'],
    ['PUBLIC_URL', 'https://portal.example/docs'],
    ['PUBLIC_URL', 'https://portal.example?a=b'],
    ['PUBLIC_URL', 'https://root:hunter2@portal.example'],
    ['PUBLIC_URL', 'https://'],
    ['PUBLIC_URL', '"https://portal.example"'],
    ['PUBLIC_URL', 'https://portal.example"'],
    ['PUBLIC_URL', 'https://portal example'],
    ['ALLOW_MISSING', 'yes'],
    ['ALLOW_MISSING', 'SMTP_URL, SECRET_KEY'],
    ['SMTP_URL', 'mail.example:25'],
    ['SMTP_URL', 'http://user:hunter2@mail.example'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'insecure://mail.example'],
    ['SMTP_URL', 'smtp+plain://mail.example'],
    ['SMTP_URL', 'smtp:///'],
    ['SMTP_URL', 'smtp://user:hunter2@'],
    ['SMTP_URL', 'smtp://mail.example/inbox'],
    ['SMTP_URL', 'smtp://user:hunter2@mail.example#here'],
    ['SMTP_URL', 'smtp://user:12/hunter2@mail.example'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'a@teapot.example>'],
    ['MAIL_FROM', 'Teapots a@teapot.example'],
    ['MAIL_FROM', 'a@teapot.example, b@teapot.example'],
    ['MAIL_FROM', 'Teapots, Kettles <a@teapot.example>'],
    ['MAIL_FROM', 'Teapots <a@teapot.example> <b@teapot.example>'],
    ['MAIL_FROM', 'a@teapot.example\r\nBcc: all@teapot.example'],
    ['OPERATOR_MAIL', 'nobody'],
    ['OPERATOR_MAIL', 'a@teapot.example, b@teapot.example'],
    ['FORECASTS_API_URL', 'forecasts.example'],
    ['FORECASTS_API_URL', "https://forecasts.example/api'v1"],
    ['FORECASTS_API_URL', 'https://forecasts.example/api v1'],
    ['DATA_API_URL', 'https://root:hunter2@data.example'],
    ['MCP_URL', 'https://mcp.example#here'],
    ['SECRET_KEY', 'hunter2'],
    ['SECRET_KEY', `${key},hunter2`],
    ['SECRET_KEY', ','],
    ['GATEWAY_PEERS', '10.0.0.1, gateway.example'],
    ['CORS_ORIGINS', 'app.example'],
    ['CORS_ORIGINS', 'https://app.example/page'],
    ['CORS_ORIGINS', 'https://app.example, *'],
    ['CORS_ORIGINS', 'null'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '11'],
    ['RATE_LIMIT_FACTOR', '0'],
    ['RATE_LIMIT_FACTOR', '-2'],
    ['RATE_LIMIT_FACTOR', '0x10'],
    ['RATE_LIMIT_FACTOR', '1e3'],
    ['RATE_LIMIT_FACTOR', '1000001'],
    ['RATE_LIMIT_FACTOR', 'many'],
    ['RATE_LIMIT_FACTOR', 'Infinity'],
    ['OAUTH_REGISTRATION', 'yes'],
    ['OAUTH_REDIRECT_HOSTS', 'https://claude.ai'],
    ['OAUTH_REDIRECT_HOSTS', ','],
    ['PORTAL_PARTS', 'pages'],
    ['METRICS_LISTEN', 'on'],
    ['METRICS_LISTEN', '127.0.0.1:99999'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%j', (name, value) => {
    const line = errorLine({ [name]: value });
    expect(line).toMatch(new RegExp(`^${name} must \\S`));
    expect(line).not.toContain('\n');
    expect(line).not.toContain('hunter2');
  });
});

test.each([
  ['PUBLIC_URL', ' HTTPS://Portal.Example:443/ ', 'publicUrl', 'https://portal.example'],
  ['MCP_URL', 'https://mcp.example/mcp//', 'mcpUrl', 'https://mcp.example/mcp'],
  ['PORT', ' 8080 ', 'port', 8080],
  ['LOG_LEVEL', ' warn ', 'logLevel', 'warn'],
  ['RATE_LIMIT_FACTOR', '.5', 'rateLimitFactor', 0.5],
  ['MAIL_FROM', 'a@teapot.example', 'mailFrom', 'a@teapot.example'],
  ['MAIL_FROM', '"Teapots, Kettles" <a@b.example>', 'mailFrom', '"Teapots, Kettles" <a@b.example>'],
  ['MAIL_FROM', 'Wörld of tea <a@b.example>', 'mailFrom', 'Wörld of tea <a@b.example>'],
  ['DATA_DIR', 'tea/pot', 'dataDir', resolve('tea/pot')],
] as const)('%s=%j is accepted', (name, value, field, meaning) => {
  expect(readConfig({ [name]: value })[field]).toBe(meaning);
});

test.each([
  ['DATABASE_URL', 'postgres://db'],
  ['DATABASE_URL', 'postgresql://portal:a%2Fb%40c@[::1]:5432/portal?sslmode=verify-full'],
  ['DATABASE_URL', 'postgres:///portal?host=/var/run/postgresql'],
  ['DATABASE_URL', 'postgres://portal@%2Fvar%2Frun%2Fpostgresql/portal'],
  ['SMTP_URL', 'smtp://mail.example'],
  ['SMTP_URL', 'smtp+insecure://mail.example:25'],
  ['SMTP_URL', 'smtps://user%40mail.example:a%23b@mail.example:465/?pool=true'],
])('%s=%j is a valid URL', (name, value) => {
  const env = { SECRET_KEY: key, MAIL_FROM: 'a@teapot.example', [name]: value };
  expect(Object.values(readConfig(env))).toContain(value);
});

describe('variables that need each other', () => {
  test('production and a shared database need SECRET_KEY', () => {
    expect(errorLine({ NODE_ENV: 'production' })).toMatch(/^SECRET_KEY is required in production/);
    expect(errorLine({ DATABASE_URL: 'postgres://db/portal' })).toMatch(
      /^SECRET_KEY is required with DATABASE_URL/,
    );
    expect(readConfig({ NODE_ENV: 'production', SECRET_KEY: key }).production).toBe(true);
    expect(readConfig({ DATABASE_URL: 'postgresql://db/portal', SECRET_KEY: key }).databaseUrl).toBeDefined();
  });

  test('a portal in production needs SMTP_URL and PUBLIC_URL, unless ALLOW_MISSING names them', () => {
    const env = { NODE_ENV: 'production', SECRET_KEY: key };
    const mail = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@teapot.example' };
    const startLine = (more: Record<string, string>) => {
      try {
        return requireProductionSettings(readConfig({ ...env, ...more }));
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(startLine({})).toBe(
      'SMTP_URL and PUBLIC_URL are required in production: set them, or set ALLOW_MISSING=SMTP_URL,PUBLIC_URL to start without',
    );
    expect(startLine({ PUBLIC_URL: 'https://portal.example' })).toMatch(/^SMTP_URL is required/);
    expect(startLine({ ...mail, ALLOW_MISSING: 'SMTP_URL' })).toMatch(/^PUBLIC_URL is required/);
    expect(startLine({ ...mail, PUBLIC_URL: 'https://portal.example' })).toBeUndefined();
    expect(startLine({ ALLOW_MISSING: 'PUBLIC_URL, SMTP_URL' })).toBeUndefined();
    expect(startLine({ PORTAL_PARTS: 'gateway' })).toBeUndefined();
    expect(startLine({ NODE_ENV: 'development' })).toBeUndefined();
  });

  test('a random port needs PUBLIC_URL', () => {
    expect(errorLine({ PORT: '0' })).toMatch(/^PUBLIC_URL is required with PORT=0/);
    expect(readConfig({ PORT: '0', PUBLIC_URL: 'http://localhost' }).port).toBe(0);
  });

  test('a mail server needs MAIL_FROM', () => {
    expect(errorLine({ SMTP_URL: 'smtp://mail.example' })).toMatch(/^MAIL_FROM is required with SMTP_URL/);
  });
});

test.each([
  [{ PORT: '8080' }, 'http://localhost:8080'],
  [{ HOST: '0.0.0.0', PORT: '80' }, 'http://localhost:80'],
  [{ HOST: '::' }, 'http://localhost:3000'],
  [{ HOST: '::1' }, 'http://[::1]:3000'],
  [{ HOST: '192.0.2.7' }, 'http://192.0.2.7:3000'],
  [{ HOST: 'portal.example' }, 'http://portal.example:3000'],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://portal.example' }, 'https://portal.example'],
])('%j has the URL %s', (env, publicUrl) => {
  expect(readConfig(env).publicUrl).toBe(publicUrl);
});

test('only names of this machine are loopback', () => {
  const yes = [
    'http://localhost:3000',
    'http://127.0.0.1',
    'http://127.8.8.8:1',
    'http://[::1]:3000',
    'http://LOCALHOST',
  ];
  const no = [
    'http://localhost.example',
    'http://127.0.0.1.example',
    'http://example',
    'http://[::2]',
    'http://0.0.0.0',
  ];
  expect(yes.filter(isLoopbackUrl)).toEqual(yes);
  expect(no.filter(isLoopbackUrl)).toEqual([]);
});
