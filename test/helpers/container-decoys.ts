const atTop = [
  '.env',
  '.env.production',
  '.git/config',
  '.npmrc',
  'backups/portal.dump',
  'bench/results/last.json',
  'build/client/app.js',
  'data/outbox/1.eml',
  'data/portal.db',
  'data/portal.db-wal',
  'data/secret-key',
  'dump.sql',
  'export.jsonl',
  'node_modules/x/index.js',
  'portal.env',
  'portal.sqlite',
  'screenshots/keys.png',
  'tls/fullchain.pem',
  'tls/privkey.pem',
  'tls/server.key',
];

const names = [
  '.env',
  'export.jsonl',
  'portal.db',
  'portal.dump',
  'portal.env',
  'portal.sqlite',
  'secret-key',
];

/** Files that must never be in an image, wherever an operator has put them. */
export const decoys = [
  ...atTop,
  ...['content', 'content/guides', 'db', 'src', 'src/keys'].flatMap((folder) =>
    [...names, 'server.key', 'server.pem'].map((name) => `${folder}/${name}`),
  ),
];
