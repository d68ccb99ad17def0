import type { CodeExample, CodeLanguage, GuideStep, Section } from '../contract.ts';
import { languagesIn } from '../languages.ts';
import type { Site } from '../site.ts';

/** A code sample of a page in one language, with the lines that it must print. */
export interface Sample {
  /** `page › section › title › language` */
  name: string;
  page: string;
  title: string;
  language: CodeLanguage | 'bash';
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

/** One sample for each language of an example. An example that cannot be run, such as a config file, has none. */
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

function textsOf(example: CodeExample): [Sample['language'], string][] {
  const { languages: texts } = example;
  if (texts) return languagesIn([example]).map((language) => [language, texts[language] ?? '']);
  const { format } = example;
  return format === 'bash' || format === 'python' || format === 'javascript' ? [[format, example.text]] : [];
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
