import { llms } from '../../urls.ts';
import type { Language, Page, Section } from '../contract.ts';
import { formatDay, lastChanged } from '../last-changed.ts';
import { headingsOf } from '../outline.ts';
import type { Site } from '../site.ts';
import { endpointMarkdown } from './markdown-endpoint.ts';
import { guideMarkdown } from './markdown-guide.ts';
import { mcpMarkdowns } from './markdown-mcp.ts';
import { blocks, heading } from './markdown-text.ts';
import { inLanguage } from './one-language.ts';

/**
 * A page as Markdown, or the section of it that has this anchor, with code in every language or in one. Undefined where
 * there is no such page or section.
 */
export function markdownOf(
  site: Site,
  path: string,
  section?: string,
  language?: Language,
): string | undefined {
  const page = site.pages.find((candidate) => candidate.path === path);
  if (!page) return undefined;
  const sections = sectionMarkdowns(site, page, language);
  if (section !== undefined) {
    const found = sections.find(({ anchor }) => anchor === section);
    return found && `${found.markdown}\n\nSource: ${site.url}${path}#${section}\n`;
  }
  const day = lastChanged(site.sectionsOf(page));
  const pointer = `Source: ${site.url}${path} · All pages: ${site.url}${llms}${day ? ` · Updated ${formatDay(day)}` : ''}`;
  const { exampleNote } = site.summary;
  const whole = [heading(1, page.title), page.description, pointer, exampleNote];
  return `${blocks(...whole, ...sections.map(({ markdown }) => markdown))}\n`;
}

function sectionMarkdowns(
  site: Site,
  page: Page,
  language: Language | undefined,
): { anchor: string; markdown: string }[] {
  const sections = site
    .sectionsOf(page)
    .map((section) => (language ? inLanguage(section, language) : section));
  const bodies = sections.flatMap((section) => bodiesOf(section, site, site.url + page.path));
  return headingsOf(sections).map(({ title, anchor }, index) => ({
    anchor,
    markdown: blocks(heading(2, title), bodies[index]),
  }));
}

/** One for each h2 of the section. */
function bodiesOf(section: Section, site: Site, at: string): string[] {
  switch (section.kind) {
    case 'endpoint':
      return [endpointMarkdown(section, site.summary, at)];
    case 'guide':
      return [guideMarkdown(section, at)];
    case 'mcp':
      return mcpMarkdowns(section.mcp, at);
  }
}
