import { type LandingFacts, languageLabels, languages } from '../content/contract.ts';
import { listSamples } from '../content/outputs/samples.ts';
import type { Site } from '../content/site.ts';
import { pages } from '../urls.ts';

/**
 * The landing page's examples. All of them are taken from the documentation, where they are tested. The first call has
 * the current answer if there is one, so that its date is that of the map.
 */
export function landingFacts(site: Site, firstAnswer?: string): LandingFacts {
  // Samples are tested against the sandbox, and only an MCP server with weather tools answers questions about it.
  const { weather } = site.summary;
  const [chat] = sectionsAt(site, pages.mcp).flatMap((section) =>
    section.kind === 'mcp' ? section.mcp.chat_examples : [],
  );
  const firstCall = firstCallInGuide(site) ?? firstCallOfEndpoint(site);
  return {
    firstCall: firstCall && {
      ...firstCall,
      answer: { ...firstCall.answer, text: firstAnswer ?? firstCall.answer.text },
    },
    samples: weather ? countSamples(site) : [],
    chat: weather ? chat : undefined,
  };
}

const sectionsAt = (site: Site, path: string) =>
  site.pages.filter((page) => page.path === path).flatMap(site.sectionsOf);

/** Finds the call of one step of Getting Started, and its answer in a later one. */
function firstCallInGuide(site: Site): LandingFacts['firstCall'] {
  const steps = sectionsAt(site, pages.gettingStarted).flatMap((section) =>
    section.kind === 'guide' ? (section.guide.steps ?? []) : [],
  );
  const [curl] = steps.flatMap(({ code_examples = [] }) =>
    code_examples.flatMap(({ languages: texts }) => texts?.curl ?? []),
  );
  const [answer] = steps.flatMap(({ response_example }) => response_example ?? []);
  return curl && answer ? { curl, answer, page: pages.gettingStarted } : undefined;
}

/** The call of the first free endpoint, for documentation without Getting Started. */
function firstCallOfEndpoint(site: Site): LandingFacts['firstCall'] {
  const calls = site.pages.flatMap((page) =>
    site.sectionsOf(page).flatMap((section) => {
      if (section.kind !== 'endpoint' || section.endpoint.access !== 'free') return [];
      const { code_examples, response_example: answer } = section.endpoint;
      const curl = code_examples
        .map(({ languages: texts }) => texts?.curl)
        .find((text) => text !== undefined);
      return curl && answer.type === 'application/json' ? [{ curl, answer, page: page.path }] : [];
    }),
  );
  return calls[0];
}

function countSamples(site: Site): LandingFacts['samples'] {
  const samples = listSamples(site);
  return ([...languages, 'bash'] as const).flatMap((language) => {
    const count = samples.filter((sample) => sample.language === language).length;
    const name = language === 'bash' ? 'Shell' : languageLabels[language];
    return count === 0 ? [] : [{ language: name, count }];
  });
}
