import { formatDay } from '../../time.ts';
import { llms } from '../../urls.ts';
import type {
  Card,
  CodeExample,
  EndpointDoc,
  GuideStep,
  Language,
  McpDoc,
  McpSetup,
  Page,
  Route,
  Section,
  SiteSummary,
} from '../contract.ts';
import { languagesIn } from '../languages.ts';
import { endpointParts, headingsOf } from '../outline.ts';
import {
  basinsTable,
  commonErrorsSentence,
  drawnAsOf,
  lastChanged,
  noActionNeeded,
  statusText,
  toolsTable,
  variablesTable,
} from '../page-text.ts';
import type { Site } from '../site.ts';
import {
  blocks,
  codeExamples,
  fence,
  heading,
  parameterTable,
  pictureSentence,
  prose,
  proseLine,
  responseExample,
  table,
} from './markdown-text.ts';

/**
 * A page as Markdown, or its section with this anchor, with code in every language or in one. Undefined if there is no
 * such page or section.
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
  const pointer = `Source: ${site.url}${path} · All pages: ${site.url}${llms}${day ? ` · Updated ${formatDay(Date.parse(day))}` : ''}`;
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

/** One text for each h2 of the section. */
function bodiesOf(section: Section, site: Site, at: string): string[] {
  switch (section.kind) {
    case 'endpoint':
      return [endpointMarkdown(section, site.summary, at)];
    case 'guide':
      return [guideMarkdown(section, site.summary, at)];
    case 'mcp':
      return mcpMarkdowns(section.mcp, at);
  }
}

type EndpointSection = Extract<Section, { kind: 'endpoint' }>;

function endpointMarkdown(section: EndpointSection, site: SiteSummary, at: string): string {
  const doc = section.endpoint;
  const commonErrors = commonErrorsSentence(site);
  const { additional_endpoints = [], valid_variables, basin_definitions } = doc.endpoint;
  return blocks(
    prose(doc.description, at),
    `**Access:** ${accessSentence(doc.access, site.provider.dataTeam)}`,

    heading(3, endpointParts.endpoints),
    [doc.endpoint, ...additional_endpoints].map((route) => routeLine(route, at)).join('\n'),
    codeExamples(doc.code_examples),

    heading(3, endpointParts.input),
    parameterTable(doc.input_parameters, at),
    valid_variables && table(variablesTable(valid_variables), at),
    basin_definitions && table(basinsTable(basin_definitions), at),

    heading(3, endpointParts.response),
    parameterTable(doc.response_parameters, at),

    heading(3, endpointParts.example),
    responseExample(doc.response_example),
    pictureSentence(endpointParts.picture, section.endpoint.drawn_as, section.drawn),

    heading(3, endpointParts.errors),
    doc.errors.length > 0 ? table(errorsTable(doc), at) : undefined,
    commonErrors && prose(commonErrors, at),
    doc.additional_info && blocks(heading(3, endpointParts.notes), prose(doc.additional_info, at)),
  );
}

export function accessSentence(access: EndpointDoc['access'], dataTeam: string): string {
  if (access === 'free') return 'Works with a free key.';
  return `Requires an all-access key. Request it on the API Keys page, or write to the data team at ${dataTeam}.`;
}

function routeLine({ method, full_url, title, description }: Route, at: string): string {
  const words = description && proseLine(description, at);
  return `- ${title ? `${title}: ` : ''}\`${method} ${full_url}\`${words ? ` (${words.replace(/\.$/, '')})` : ''}`;
}

function errorsTable({ errors }: EndpointDoc) {
  return {
    columns: ['Status', 'When', 'What to do'],
    rows: errors.map(({ status, meaning, action }) => [`${status} ${statusText(status)}`, meaning, action]),
  };
}

type GuideSection = Extract<Section, { kind: 'guide' }>;

function guideMarkdown(section: GuideSection, { hosts }: SiteSummary, at: string): string {
  const { guide } = section;
  return blocks(
    guide.shows === 'connect' && hosts.mcp ? fence(hosts.mcp, 'text') : undefined,
    prose(guide.description, at),
    pictureSentence('Picture', drawnAsOf(section), section.drawn),
    guide.table && table(guide.table, at),
    guide.parameters && parameterTable(guide.parameters, at),
    codeExamples(guide.code_examples),
    responseExample(guide.response_example),
    guide.steps && stepsMarkdown(guide.steps, at, { level: 3, numbered: guide.numbered ?? false }),
    guide.links?.map((card) => cardMarkdown(card, at)).join('\n'),
  );
}

function stepsMarkdown(
  steps: GuideStep[],
  at: string,
  { level, numbered }: { level: number; numbered: boolean },
): string {
  const titleOf = ({ title, badge }: GuideStep, index: number) =>
    (numbered ? `${index + 1}. ` : '') + title + (badge ? ` (${badge})` : '');
  return blocks(
    ...steps.map((step, index) => blocks(heading(level, titleOf(step, index)), stepMarkdown(step, at))),
  );
}

function stepMarkdown(step: GuideStep, at: string): string {
  return blocks(
    [step.date, step.tag].filter(Boolean).join(' · ') || undefined,
    prose(step.description, at),
    step.needs_no_action ? noActionNeeded : undefined,
    codeExamples(step.code_examples),
    responseExample(step.response_example),
    step.action && `[${step.action.title}](${new URL(step.action.href, at).href})`,
    step.table && table(step.table, at),
  );
}

const cardMarkdown = ({ title, href, description }: Card, at: string) =>
  `- [${title}](${new URL(href, at).href}): ${proseLine(description, at)}`;

/** One text for each h2 of the outline, in its order. */
function mcpMarkdowns(mcp: McpDoc, at: string): string[] {
  const { setup_claude, getting_started, chat_examples } = mcp;
  const [first, ...others] = chat_examples;
  return [
    blocks(prose(mcp.overview.description, at), first && chatTurns(first, at)),
    blocks(
      prose(setup_claude.description, at),
      setupMarkdown(setup_claude.paid_users, at),
      setupMarkdown(setup_claude.free_users, at),
    ),
    blocks(prose(getting_started.server_url.description, at), fence(getting_started.server_url.url, 'text')),
    stepMarkdown(getting_started.environment_setup, at),
    stepMarkdown(getting_started.connection, at),
    stepMarkdown(mcp.testing_connection, at),
    table(toolsTable(mcp), at),
    blocks(...others.flatMap((chat) => [heading(3, chat.title), chatTurns(chat, at)])),
  ];
}

function setupMarkdown(setup: McpSetup, at: string): string {
  return blocks(
    heading(3, setup.title),
    prose(setup.description, at),
    stepsMarkdown(setup.steps, at, { level: 4, numbered: true }),
  );
}

function chatTurns(chat: McpDoc['chat_examples'][number], at: string): string {
  return blocks(
    `**You:** ${prose(chat.user_query, at)}`,
    `**Assistant:** ${prose(chat.assistant_response, at)}`,
  );
}

function inLanguage(section: Section, language: Language): Section {
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

/** An example without this language keeps all of its languages. */
function only(example: CodeExample, language: Language): CodeExample {
  const text = example.languages?.[language];
  return text === undefined ? example : { title: example.title, languages: { [language]: text } };
}

/** The languages in which a section has code. */
export function languagesOf(section: Section): Language[] {
  if (section.kind === 'mcp') return [];
  const parts =
    section.kind === 'endpoint' ? [section.endpoint] : [section.guide, ...(section.guide.steps ?? [])];
  return languagesIn(parts.flatMap((part) => part.code_examples ?? []));
}
