import type { CodeExample, GuideStep, ResponseExample, Section } from '../../src/content/contract.ts';
import { type Sample, samplesOf } from '../../src/content/outputs/samples.ts';
import type { Site } from '../../src/content/site.ts';

/** An answer that a page shows, and the sample that requests it. */
export interface ShownAnswer {
  name: string;
  /** The file, relative to `content/`. */
  file: string;
  /** The path of the text in that file. */
  path: (string | number)[];
  type: ResponseExample['type'];
  text: string;
  /** The page's note about what is left out. */
  shortened?: string | undefined;
  sample: Sample;
}

export function listShownAnswers(site: Site): ShownAnswer[] {
  return site.pages.flatMap((page) =>
    site.sectionsOf(page).flatMap((section) => answersOf(page.path, section)),
  );
}

function answersOf(page: string, section: Section): ShownAnswer[] {
  if (section.kind === 'endpoint') {
    const file = `endpoints/${section.file}`;
    return partAnswers({ page, file, at: [], ...section.endpoint }, []);
  }
  if (section.kind === 'guide') {
    const file = `guides/${section.file}`;
    const { steps = [], ...guide } = section.guide;
    const earlier = [...(guide.code_examples ?? [])];
    const own = partAnswers({ page, file, at: [], ...guide }, []);
    const inSteps = steps.flatMap((step, index) => {
      const answers = partAnswers({ page, file, at: ['steps', index], ...step }, earlier);
      earlier.unshift(...(step.code_examples ?? []));
      return answers;
    });
    return [...own, ...inSteps];
  }
  return [];
}

type Part = Pick<GuideStep, 'title' | 'code_examples' | 'response_example'> & {
  page: string;
  file: string;
  at: (string | number)[];
};

/** The responses shown by an endpoint, a guide or a step. A step without code shows the response of the step before it. */
function partAnswers(part: Part, earlier: CodeExample[]): ShownAnswer[] {
  const { page, file, at, title, code_examples: own = [], response_example: shown } = part;
  const samplesIn = (examples: CodeExample[]) =>
    examples.flatMap((example) => samplesOf(page, title, example));
  const answer = (
    name: string,
    sample: Sample | undefined,
    rest: Pick<ShownAnswer, 'path' | 'type' | 'text' | 'shortened'>,
  ) => {
    if (!sample) throw new Error(`${file}: no sample gets the answer shown under ${title}`);
    return { name: `${page} › ${name}`, file, sample, ...rest };
  };

  const headers = own.flatMap((example, index) => {
    if (example.languages || !example.text.startsWith('netcdf ')) return [];
    const path = [...at, 'code_examples', index, 'text'];
    const [sample] = samplesIn(own.slice(0, index).reverse());
    return [
      answer(`${title} › ${example.title}`, sample, {
        path,
        type: 'application/x-netcdf',
        text: example.text,
      }),
    ];
  });
  if (!shown) return headers;
  const sample = samplesIn([...own, ...earlier]).find(({ language }) => language === 'curl');
  return [...headers, answer(title, sample, { ...shown, path: [...at, 'response_example', 'text'] })];
}
