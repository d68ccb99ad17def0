import type { DrawnAnswer } from '../../content/contract.ts';
import { dataFile } from '../../urls.ts';

/** The answer that the picture of an endpoint is drawn from. */
export async function loadDrawn(file: string): Promise<DrawnAnswer> {
  const answer = await fetch(dataFile('endpoints', file.replace(/\.yaml$/, '.json')));
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  return (await answer.json()) as DrawnAnswer;
}
