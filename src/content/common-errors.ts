import { pages } from '../urls.ts';
import type { GuideStep, SiteSummary } from './contract.ts';
import type { Site } from './site.ts';

/** This sentence follows an endpoint's own errors. */
export function commonErrorsSentence({ footer }: SiteSummary): string | undefined {
  const page = footer.flatMap((group) => group.pages).find(({ path }) => path === pages.errors);
  return (
    page && `For errors shared by all endpoints, such as 403 and 429, see [${page.title}](${page.path}).`
  );
}

/** The errors that every endpoint can answer with, as the documentation describes them. */
export function commonErrors(site: Site): (GuideStep & { status: number })[] {
  return site.pages
    .flatMap((page) => site.sectionsOf(page))
    .flatMap((section) => (section.kind === 'guide' ? (section.guide.steps ?? []) : []))
    .flatMap((step) => (step.every_endpoint && step.status ? [{ ...step, status: step.status }] : []));
}
