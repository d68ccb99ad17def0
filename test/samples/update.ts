import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../src/platform/root.ts';
import { api } from '../../src/urls.ts';
import { drawnAnswer, drawnText, listDrawnAnswers } from './drawn-answers.ts';
import { realAnswer } from './real-answer.ts';
import { siteOf, startSandbox } from './sandbox.ts';
import { indentHeader, leftOut, shortenJson } from './shorten.ts';
import { listShownAnswers, type ShownAnswer } from './shown-answers.ts';
import { markShortened, replaceText } from './write-answer.ts';

/**
 * `npm run samples:update` requests every answer that a page shows or draws from the sandbox, and writes it to the
 * page's files. `npm run samples:update pictures` updates only the drawn answers.
 */
const onlyPictures = process.argv[2] === 'pictures';

const { sandbox, stop } = await startSandbox();
try {
  for (const shown of onlyPictures ? [] : listShownAnswers(siteOf(sandbox.url))) {
    const real = await realAnswer(sandbox, shown);
    const text =
      shown.type === 'application/json' ? shortenJson(real, shown.sample.prints) : indentHeader(real);
    // Without a cyclone today the answer of another day stays, because it shows more.
    if (text.trim() === '{}') continue;
    replaceText(shown, text.replaceAll(sandbox.url + api, placeholderOf(shown)));
    if (shown.type === 'application/json') markShortened(shown, leftOut(JSON.parse(text), JSON.parse(real)));
    console.log(`${shown.file}: ${shown.name}`);
  }
  for (const drawn of listDrawnAnswers(siteOf(sandbox.url))) {
    const answer = await drawnAnswer(sandbox, drawn);
    if (JSON.stringify(answer) === '{}' && drawn.stored) continue;
    writeFileSync(
      join(root, 'content', drawn.file),
      drawnText({ asked_at: new Date().toISOString(), answer }),
    );
    console.log(drawn.file);
  }
} finally {
  await stop();
}

/** The current host is replaced, so that it is never written to the content. */
function placeholderOf({ sample }: ShownAnswer): string {
  return sample.page.startsWith('/docs/data-api/') ? '{{data_api}}' : '{{forecasts_api}}';
}
