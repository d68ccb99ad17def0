import { languageLabels, languages, type Proofs } from '../content/contract.ts';
import { listSamples } from '../content/outputs/samples.ts';
import type { Site } from '../content/site.ts';
import { pages } from '../urls.ts';

/** What the landing page shows for what it says: all of it stands in the documentation, where it is tested. */
export function proofsIn(site: Site): Proofs {
  // Samples are run where the sandbox answers them.
  const samples = site.summary.weather ? countSamples(site) : [];
  return { firstCall: firstCallIn(site), samples, chat: firstChatIn(site) };
}

const sectionsAt = (site: Site, path: string) =>
  site.pages.filter((page) => page.path === path).flatMap(site.sectionsOf);

/** One step makes the call, a later one reads its answer. */
function firstCallIn(site: Site): Proofs['firstCall'] {
  const steps = sectionsAt(site, pages.gettingStarted).flatMap((section) =>
    section.kind === 'guide' ? (section.guide.steps ?? []) : [],
  );
  const [curl] = steps.flatMap(({ code_examples = [] }) =>
    code_examples.flatMap(({ languages: texts }) => texts?.curl ?? []),
  );
  const [answer] = steps.flatMap(({ response_example }) => response_example ?? []);
  return curl && answer ? { curl, answer } : undefined;
}

function countSamples(site: Site): Proofs['samples'] {
  const samples = listSamples(site);
  return ([...languages, 'bash'] as const).flatMap((language) => {
    const count = samples.filter((sample) => sample.language === language).length;
    const name = language === 'bash' ? 'Shell' : languageLabels[language];
    return count === 0 ? [] : [{ language: name, count }];
  });
}

function firstChatIn(site: Site): Proofs['chat'] {
  const [chat] = sectionsAt(site, pages.mcp).flatMap((section) =>
    section.kind === 'mcp' ? section.mcp.chat_examples : [],
  );
  return chat;
}
