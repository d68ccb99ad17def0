import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };
import { runAdmin } from '../../helpers/admin.ts';
import { engineMissing } from '../../helpers/database.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

describe.skipIf(engineMissing)('a release that is too old for its database', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  const newer = (oldest_release: string) =>
    portal.database.db
      .insertInto('schema_migrations')
      .values({ name: `9999-${oldest_release}.sql`, applied_at: 1, oldest_release })
      .execute();

  test('prints which release it needs, and the previous release still works', async () => {
    await newer(packageFile.version);
    expect(await runAdmin(portal, ['people'])).toMatchObject({ status: 0, stderr: '' });
    await newer('99.0.0');
    expect(await runAdmin(portal, ['people'])).toEqual({
      status: 1,
      stdout: '',
      stderr: `A newer release has changed this database: it needs release 99.0.0 or newer, and this is ${packageFile.version}\n`,
    });
  });
});
