import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { api } from '../../../src/urls.ts';
import { freePort } from '../../helpers/postgres.ts';
import { bothPortals, hasIpv6, recipe, startProgram } from '../../helpers/recipe.ts';
import { testRecipe } from '../../helpers/recipe-tests.ts';
import { findPinned } from './programs.ts';

const envoy = findPinned('envoy');
const portalEndpoint =
  '- endpoint: { address: { socket_address: { address: 127.0.0.1, port_value: 3000 } } }';

describe.skipIf(!envoy)('the recipe for Envoy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-envoy-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  testRecipe(async ({ ports, apiPath = api }) => {
    const port = await freePort();
    const file = join(mkdtempSync(join(folder, 'run-')), 'envoy.yaml');
    writeFileSync(
      file,
      recipe('envoy.yaml', [
        ['address: 0.0.0.0, port_value: 8000', `address: 0.0.0.0, port_value: ${port}`],
        [
          'additional_addresses: [{ address: { socket_address: { address: "::", port_value: 8000 } } }]',
          hasIpv6
            ? `additional_addresses: [{ address: { socket_address: { address: "::", port_value: ${port} } } }]`
            : '',
        ],
        [`prefix: ${api}/`, `prefix: ${apiPath}/`],
        [
          portalEndpoint,
          bothPortals(ports, (each) => portalEndpoint.replace('3000', `${each}`), `\n${' '.repeat(14)}`),
        ],
        ['port_value: 8080', `port_value: ${ports.api}`],
        ['portal.example.com', 'localhost'],
      ]),
    );
    const options = ['--file-flush-interval-msec', '200', '--concurrency', '1', '--use-dynamic-base-id'];
    return startProgram([envoy!, '-c', file, ...options], { port });
  });
});
