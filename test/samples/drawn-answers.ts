import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import type { DrawnAnswer, DrawnAs } from '../../src/content/contract.ts';
import { drawnAsOf } from '../../src/content/page-text.ts';
import type { Site } from '../../src/content/site.ts';
import { encodeGrid } from '../../src/pictures/grid.ts';
import { realAnswer } from './real-answer.ts';
import { inFolder, runSample } from './run-sample.ts';
import type { Sandbox } from './sandbox.ts';
import { listShownAnswers, type ShownAnswer } from './shown-answers.ts';
import { thinAnswer } from './thin-answer.ts';

/** An answer that a page draws: the complete answer of the sample whose answer it shows. */
interface DrawnAnswerFile {
  /** The file, relative to `content/`. */
  file: string;
  drawnAs: DrawnAs;
  stored: DrawnAnswer | undefined;
  shown: ShownAnswer;
}

export function listDrawnAnswers(site: Site): DrawnAnswerFile[] {
  const shown = listShownAnswers(site);
  return site.pages
    .flatMap((page) => site.sectionsOf(page))
    .flatMap((section) => {
      const drawnAs = drawnAsOf(section);
      // A guide may draw an endpoint's answer, which is stored next to the endpoint.
      if (!drawnAs || section.kind === 'mcp' || 'answer_of' in drawnAs) return [];
      const yaml = `${section.kind}s/${section.file}`;
      const steps = section.kind === 'guide' ? (section.guide.steps ?? []) : [];
      const step = steps.findIndex(({ drawn_as }) => drawn_as);
      const at = [...(step === -1 ? [] : ['steps', step]), 'response_example'].join('.');
      const own = shown.find(({ file, path }) => file === yaml && path.slice(0, -1).join('.') === at);
      if (!own) throw new Error(`${yaml} draws an answer that it does not show`);
      const file = yaml.replace(/\.yaml$/, '.json');
      return [{ file, drawnAs, stored: section.drawn, shown: own }];
    });
}

/** Returns the sample's answer, reduced to what its picture needs. */
export async function drawnAnswer(sandbox: Sandbox, { drawnAs, shown }: DrawnAnswerFile): Promise<unknown> {
  if (drawnAs.picture === 'grid') return readGridOf(sandbox, shown);
  return thinAnswer(drawnAs.picture, JSON.parse(await realAnswer(sandbox, shown)));
}

/** One line per entry keeps diffs readable. */
export function drawnText({ asked_at, answer }: DrawnAnswer): string {
  const text = JSON.stringify({ asked_at, answer });
  return `${text.replaceAll(/([}\]]),(?=[{["])/g, '$1,\n')}\n`;
}

const stepDegrees = 3;

/** Keeps one of many values, because a picture has only a few pixels for each degree of a grid. */
function readGridOf(sandbox: Sandbox, { sample }: ShownAnswer): Promise<unknown> {
  return inFolder(async (folder) => {
    const { status, output } = await runSample(sandbox, sample, folder);
    const file = readdirSync(folder).find((name) => name.endsWith('.nc'));
    if (status !== 0 || !file) throw new Error(`${sample.name}: ${output}`);
    const dump = (...args: string[]) =>
      spawnSync('ncdump', [...args, file], { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 }).stdout;
    const header = dump('-h');
    const count = (name: string) => Number(new RegExp(`\\b${name} = (\\d+)`).exec(header)![1]);
    const [rows, columns] = [count('latitude'), count('longitude')];
    const [, variable] = /float (\w+)\((?:time, )?latitude, longitude\)/.exec(header)!;
    const unit = new RegExp(`\\b${variable}:units = "([^"]*)"`).exec(header)![1]!;
    const text = dump('-v', variable!);
    const numbers = text
      .slice(text.lastIndexOf(`${variable} =`))
      .match(/-?\d+(\.\d+)?(e[-+]?\d+)?/gi)!
      .map(Number);
    const all = numbers.slice(-rows * columns);
    const every = (stepDegrees * columns) / 360;
    const values = all.filter(
      (_, index) => Math.floor(index / columns) % every === 0 && (index % columns) % every === 0,
    );
    return encodeGrid({ stepDegrees: stepDegrees, values }, variable!, unit);
  });
}
