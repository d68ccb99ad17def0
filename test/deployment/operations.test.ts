import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../src/platform/root.ts';
import { randomSecret } from '../../src/platform/secrets.ts';
import { pages } from '../../src/urls.ts';
import { type PortalProcess, startPortalProcess } from '../helpers/process.ts';
import { fencesOf } from './readme.ts';

/** Returns the commands below a heading, without their comments. */
const commandsOf = (file: string) =>
  Map.groupBy(
    fencesOf(readFileSync(join(root, 'docs', file), 'utf8'))
      .filter(({ language }) => language === 'sh')
      .flatMap(({ section, text }) =>
        text.split('\n').map((line) => ({ section, line: line.split(/\s+# /)[0]! })),
      )
      .filter(({ line }) => line !== ''),
    ({ section }) => section,
  );
const operations = commandsOf('operations.md');
const anotherProvider = commandsOf('another-provider.md');
const linesOf = (commands: typeof operations, section: string) =>
  commands.get(section)!.map(({ line }) => line);

describe("the operator's guide", () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-guide-'));
  const secretKey = randomSecret();
  let portals: PortalProcess[];
  beforeAll(async () => {
    portals = await Promise.all([
      startPortalProcess({ SECRET_KEY: secretKey }),
      startPortalProcess({ SECRET_KEY: secretKey }),
    ]);
  });
  afterAll(async () => {
    await Promise.all(portals.map((portal) => portal.close()));
    rmSync(folder, { recursive: true });
  });

  /** Runs a command as it is written, with other folders and addresses. */
  const run = (line: string, { dataDir }: Pick<PortalProcess, 'dataDir'>) =>
    promisify(execFile)(
      'bash',
      [
        '-c',
        line
          .replaceAll('/var/backups/portal', folder)
          .replaceAll(/\w+\.jsonl/g, (file) => join(folder, file))
          .replaceAll('data/', `${dataDir}/`),
      ],
      { cwd: root, env: { PATH: process.env.PATH, HOME: folder, DATA_DIR: dataDir, SECRET_KEY: secretKey } },
    );

  test('has no command that is not tested', () => {
    // An image is built and run by `npm run test:long`.
    expect([...operations.keys()]).toEqual([
      'Daily checks',
      'Erase a person',
      'Back up SQLite',
      'Move from SQLite to PostgreSQL, or back',
      'In a container',
    ]);
    expect([...anotherProvider.keys()]).toEqual(['From a copy to a first call']);
  });

  test('its daily checks print the state of the portal and find no problems', async () => {
    writeFileSync(join(folder, 'portal.dump'), '12345');
    const [status, check] = linesOf(operations, 'Daily checks');
    expect((await run(status!, portals[0]!)).stdout).toContain('portal.dump');
    expect((await run(check!, portals[0]!)).stdout).toMatch(/^No problems found\. Checked: .*\n$/);
  });

  test('it erases what is left of a person', async () => {
    const [erase] = linesOf(operations, 'Erase a person');
    expect((await run(erase!, portals[0]!)).stdout).toContain('No account with email someone@example.com.');
  });

  test('its backup of a running portal can be restored in place of a database', async () => {
    const [exporting, moving, importing] = linesOf(operations, 'Back up SQLite');
    const { stdout } = await run(exporting!, portals[0]!);
    const [rows] = /[1-9]\d* rows/.exec(stdout)!;
    const place = { dataDir: join(folder, 'data') };
    await run(importing!, place);
    await run(moving!, place);
    expect(readdirSync(place.dataDir)).toEqual(['replaced']);
    expect((await run(importing!, place)).stdout).toContain(`Imported ${rows}`);
    expect(readdirSync(place.dataDir)).toEqual(['portal.db', 'replaced']);
  });

  test('its move to another database keeps everything', async () => {
    const [exporting, importing, check] = linesOf(operations, 'Move from SQLite to PostgreSQL, or back');
    await run(exporting!, portals[0]!);
    await run(importing!, portals[1]!);
    expect((await run(check!, portals[1]!)).stdout).toMatch(/^No problems found\. Checked: .*\n$/);
  });

  test('its steps to another provider end with a portal of that provider', async () => {
    const [copy, start] = linesOf(anotherProvider, 'From a copy to a first call').map((line) =>
      line.replaceAll('../harbour', join(folder, 'harbour')),
    );
    await run(copy!, portals[0]!);
    const env = Object.fromEntries(
      [...start!.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]),
    );
    expect(Object.keys(env)).toEqual(['CONTENT_DIR', 'FORECASTS_API_URL']);
    expect(start).toMatch(/ npm start$/);
    const portal = await startPortalProcess(env);
    const page = await (await fetch(portal.url + pages.docs)).text();
    await portal.close();
    expect(page).toContain('Harbour Tides');
    expect(page).toContain(env.FORECASTS_API_URL);
  });
});
