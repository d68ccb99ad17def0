import type { CodeExample, GuideStep, Language, Section } from '../../src/content/contract.ts';
import type { Site } from '../../src/content/site.ts';
import { pages } from '../../src/urls.ts';

/** One piece of code that a page shows, in one language, and what it promises to print. */
export interface Sample {
  /** `page › section › title › language` */
  name: string;
  page: string;
  title: string;
  language: Language | 'bash';
  text: string;
  prints: string[];
}

export function listSamples(site: Site): Sample[] {
  return site.pages.flatMap((page) =>
    site
      .sectionsOf(page)
      .flatMap(groupsOf)
      .flatMap(({ heading, examples }) =>
        examples.flatMap((example) => samplesOf(page.path, heading, example)),
      ),
  );
}

/** The samples of an example, one a language; what is only shown, such as a config file, gives none. */
export function samplesOf(page: string, heading: string, example: CodeExample): Sample[] {
  return textsOf(example).map(([language, text]) => ({
    name: [page, heading, example.title, language].join(' › '),
    page,
    title: example.title,
    language,
    text,
    prints: example.prints ?? [],
  }));
}

/** Pages that tell the reader that a free key is enough. */
const freePages: string[] = [
  pages.docs,
  pages.gettingStarted,
  pages.authentication,
  pages.mcp,
  '/docs/forecast-api/points',
  '/docs/python-library/installation',
];

export const worksWithFreeKey = (sample: Sample) => freePages.includes(sample.page);

/** Code that uses the provider's package, which has other hosts built in. */
export const usesLibrary = (sample: Sample) => sample.page.startsWith('/docs/python-library/');

export const isEndless = (sample: Sample) => sample.title.startsWith('Runs until stopped');

/** A key may download one file of all variables at a time. */
export const isLargeDownload = (sample: Sample) => /\bFULL\b|grid_full|get_full/.test(sample.text);

function textsOf(example: CodeExample): [Sample['language'], string][] {
  if (example.languages) return Object.entries(example.languages) as [Language, string][];
  if (example.format === 'bash' || example.format === 'python') return [[example.format, example.text]];
  return [];
}

interface Group {
  heading: string;
  examples: CodeExample[];
}

function groupsOf(section: Section): Group[] {
  switch (section.kind) {
    case 'endpoint':
      return [{ heading: section.endpoint.title, examples: section.endpoint.code_examples }];
    case 'guide': {
      const { title, code_examples = [], steps = [] } = section.guide;
      return [{ heading: title, examples: code_examples }, ...steps.map((step) => groupOf(step, title))];
    }
    case 'mcp': {
      const { setup_claude, getting_started, testing_connection } = section.mcp;
      const { paid_users, free_users } = setup_claude;
      const { environment_setup, connection } = getting_started;
      const steps = [...paid_users.steps, ...free_users.steps, environment_setup, connection];
      return [...steps, testing_connection].map((step) => groupOf(step));
    }
  }
}

const groupOf = (step: GuideStep, parent?: string): Group => ({
  heading: parent ? `${parent} › ${step.title}` : step.title,
  examples: step.code_examples ?? [],
});
