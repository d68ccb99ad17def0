import { describe, type ExpectStatic, inject, test } from 'vitest';
import { listSamples, type Sample } from '../../src/content/outputs/samples.ts';
import { mcpServer } from '../../src/urls.ts';
import { needsOf } from './needs.ts';
import { inFolder, runSample } from './run-sample.ts';
import { isEndless, isLargeDownload } from './samples.ts';
import { siteOf } from './sandbox.ts';

const sandbox = inject('sandbox');

/** `npm test` downloads large files with curl alone: in each language they take half a minute. */
const isLeftOut = (sample: Sample) =>
  isLargeDownload(sample) && sample.language !== 'curl' && !process.env.TEST_LONG;

describe('every sample of the documentation does what its page says', () => {
  for (const sample of listSamples(siteOf(sandbox.url))) {
    const missing = whatIsMissing(sample);
    const title = missing ? `${sample.name} (skipped: needs ${missing})` : sample.name;
    const options = {
      concurrent: !isLargeDownload(sample),
      skip: missing !== undefined || isLeftOut(sample),
    };
    test(title, options, ({ expect }) => inFolder((folder) => check(sample, folder, expect)));
  }
});

async function check(sample: Sample, folder: string, expect: ExpectStatic): Promise<void> {
  const { status, output } = await runSample(sandbox, sample, folder);
  expect(status, output).toBe(isEndless(sample) ? null : 0);
  expect(output.trim()).not.toBe('');
  for (const text of sample.prints) expect(output).toContain(text);
}

function whatIsMissing(sample: Sample): string | undefined {
  const missing = needsOf(sample).filter((name) => sandbox.missing.includes(name));
  if (sample.text.includes(sandbox.url + mcpServer) && !sandbox.hasMcp) missing.push('the MCP server');
  return missing.length > 0 ? missing.join(' and ') : undefined;
}
