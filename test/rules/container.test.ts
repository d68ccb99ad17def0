import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../src/platform/root.ts';
import { health } from '../../src/urls.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Of the last stage: what is in the image that runs. */
const last = read('Containerfile')
  .split(/^FROM /m)
  .at(-1)!;
const of = (instruction: string) =>
  [...last.matchAll(new RegExp(`^${instruction} ((?:.*\\\\\\n)*.*)`, 'gm'))].map((match) => match[1]!);

describe('the image', () => {
  test('runs as nobody, by a number that Kubernetes can check', () => {
    expect(of('USER')).toEqual([expect.stringMatching(/^[1-9]\d+:[1-9]\d+$/)]);
  });

  test('installs and builds nothing in its last stage, so that no tool for it is there', () => {
    expect([...of('RUN'), ...of('ADD')]).toEqual([]);
    expect(of('COPY')).toEqual(['--from=build /portal /portal']);
    expect(read('Containerfile')).toContain('npm prune --omit=dev');
  });

  test('starts the server itself, so that SIGTERM reaches it, as `npm start` does', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } };
    const started = [...JSON.parse(of('ENTRYPOINT')[0]!), ...JSON.parse(of('CMD')[0]!)];
    expect(started).toEqual(['/portal/node', ...scripts.start.split(' ').slice(1)]);
    expect(of('STOPSIGNAL')).toEqual(['SIGTERM']);
  });

  test('says whether it is well, and what it is', () => {
    expect(of('HEALTHCHECK')[0]).toContain(health);
    expect(of('LABEL')[0]).toContain('org.opencontainers.image.title');
  });

  test('takes in no secret, no data and nothing that was built elsewhere', () => {
    const ignored = read('.containerignore').split('\n');
    for (const name of ['.env', '.git', 'build', 'data', 'node_modules']) expect(ignored).toContain(name);
  });
});
