import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };
import { licences } from '../../../src/urls.ts';
import { engineMissing } from '../../helpers/database.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

describe.skipIf(engineMissing)("the licences of the portal's packages", () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  test('are public and list each package with its version', async () => {
    const { statusCode, headers, body } = await portal.server.inject({ url: licences });
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(body).toContain(`\nfastify ${packageFile.dependencies.fastify} (MIT)\n`);
    expect(body).toContain(`\nreact ${packageFile.devDependencies.react} (MIT)\n`);
    expect(body).not.toContain('undefined');
  });
});
