/** Tests of what is refused or queued before a query: they run on SQLite with every commit, on PostgreSQL in the long run. */
export const databaseIndependentTests = [
  'test/server/accounts/csrf.test.ts',
  'test/server/accounts/hashing.test.ts',
  'test/server/gateway/{caddy,nginx,peers}.test.ts',
  'test/server/platform/fuzz.test.ts',
];
