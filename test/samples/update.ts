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
 * `npm run samples:update`: asks the sandbox again for every answer that a page shows or draws, and writes it there.
 * `npm run samples:update pictures` does only the last.
 */
const onlyPictures = process.argv[2] === 'pictures';

const { sandbox, stop } = await startSandbox();
try {
  for (const shown of onlyPictures ? [] : listShownAnswers(siteOf(sandbox.url))) {
    const real = await realAnswer(sandbox, shown);
    const text =
      shown.type === 'application/json' ? shortenJson(real, shown.sample.prints) : indentHeader(real);
    // No cyclone today: what is shown from another day says more.
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

/** The host of the day is never written down. */
function placeholderOf({ sample }: ShownAnswer): string {
  return sample.page.startsWith('/docs/data-api/') ? '{{data_api}}' : '{{forecasts_api}}';
}
