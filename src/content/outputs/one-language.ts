import type { CodeExample, GuideStep, Language, Section } from '../contract.ts';

/** The section with its code in one language, wherever there is code in it. */
export function inLanguage(section: Section, language: Language): Section {
  const narrow = <Holder extends { code_examples?: CodeExample[] | undefined }>(holder: Holder): Holder =>
    holder.code_examples
      ? { ...holder, code_examples: holder.code_examples.map((example) => only(example, language)) }
      : holder;
  switch (section.kind) {
    case 'endpoint':
      return { ...section, endpoint: narrow(section.endpoint) };
    case 'guide': {
      const { steps } = section.guide;
      const guide = narrow(section.guide);
      return {
        ...section,
        guide: steps ? { ...guide, steps: steps.map((step: GuideStep) => narrow(step)) } : guide,
      };
    }
    case 'mcp':
      return section;
  }
}

/** What there is in other languages alone stays in them. */
function only(example: CodeExample, language: Language): CodeExample {
  const text = example.languages?.[language];
  return text === undefined ? example : ({ ...example, languages: { [language]: text } } as CodeExample);
}

/** In which languages a section has code. */
export function languagesIn(section: Section): Language[] {
  const examples =
    section.kind === 'endpoint'
      ? section.endpoint.code_examples
      : section.kind === 'guide'
        ? [section.guide, ...(section.guide.steps ?? [])].flatMap((part) => part.code_examples ?? [])
        : [];
  const names = examples.flatMap((example) => Object.keys(example.languages ?? {}) as Language[]);
  return [...new Set(names)];
}
