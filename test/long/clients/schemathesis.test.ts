import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { openApi } from '../../../src/urls.ts';
import { installPip } from './packages.ts';

/** Findings that are no failures, by their code and the API's sentence. docs/proof.md gives the reasons. */
const explained: [code: string, answer: RegExp][] = [
  ['ST203', /Not authorized/],
  ['ST202', /cannot be combined|must not be (greater|later)|goes? with|together with|instead of/],
  ['ST202', /must be a time/],
  ['ST202', /At most \d+ places|latitude|longitude/],
  ['ST201', /ens_member/],
];

/** These files have megabytes. The hostile input of `npm run test:faults` covers them. */
const files = '^/(gridded|historical_gridded|constants)';

const packages = ['schemathesis==4.32.5'];
const installed = installPip(packages);

test.skipIf(!installed)(
  `the API answers as its OpenAPI description says (${packages[0]})`,
  { timeout: 1_800_000 },
  () => {
    const { url, allAccessKey } = inject('sandbox');
    const { stdout } = spawnSync(
      join(installed!.bin, 'schemathesis'),
      [
        ...['run', url + openApi, '--auth', `${allAccessKey.clientId}:${allAccessKey.apiKey}`],
        ...['--exclude-path-regex', files, '--max-examples', '10', '--generation-deterministic'],
        ...['--continue-on-failure', '--no-shrink', '--no-color', '--request-timeout', '60'],
      ],
      { encoding: 'utf8', maxBuffer: 50_000_000, cwd: installed!.folder },
    );
    expect(stdout).toMatch(/\d+ generated/);
    expect(stdout).not.toMatch(/^=+ ERRORS =+$/m);
    expect(failuresIn(stdout).filter((failure) => !isExplained(failure))).toEqual([]);
  },
);

interface Failure {
  code: string;
  text: string;
}

const failuresIn = (printed: string): Failure[] =>
  printed
    .split(/^(?=- ST\d+ )/m)
    .slice(1)
    .map((text) => ({ code: /^- (ST\d+)/.exec(text)![1]!, text: text.split('Reproduce with')[0]! }));

const isExplained = ({ code, text }: Failure) =>
  explained.some(([known, answer]) => known === code && answer.test(text));
