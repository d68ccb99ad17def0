import {
  type CodeExample,
  type EndpointDoc,
  type Guide,
  type GuideStep,
  languageLabels,
  type McpDoc,
  type Parameter,
  type Section,
  type Table,
} from './contract.ts';
import { languagesIn } from './languages.ts';
import { mcpTitles } from './outline.ts';
import { statusText } from './page-text.ts';
import { descriptionWords, noteWords } from './parameters.ts';
import { anchorOf, parameterAnchor } from './prose.ts';
import type { SearchEntry, SearchKind } from './search.ts';

/** The searchable text of one heading, parameter or error; `at` is its anchor. */
export type SearchableText = Pick<SearchEntry, 'kind' | 'title' | 'context'> & {
  at: string;
  texts: (string | undefined)[];
  code?: string;
};

/** `anchors` has one entry for each h2 of the section. */
export function searchableTexts(section: Section, anchors: string[]): SearchableText[] {
  const [anchor = ''] = anchors;
  switch (section.kind) {
    case 'endpoint':
      return endpointEntries(section.endpoint, anchor);
    case 'guide':
      return guideEntries(section.guide, anchor);
    case 'mcp':
      return mcpEntries(section.mcp, anchors);
  }
}

function endpointEntries(doc: EndpointDoc, anchor: string): SearchableText[] {
  const { endpoint, title } = doc;
  const routes = [endpoint, ...(endpoint.additional_endpoints ?? [])];
  const below = (part: string) => parameterAnchor(anchor, part);
  const named = [...(endpoint.valid_variables ?? []), ...(endpoint.basin_definitions ?? [])];
  return [
    {
      kind: 'endpoint',
      title,
      context: '',
      at: anchor,
      code: routes.map((route) => route.path).join(' '),
      texts: [
        doc.description,
        ...routes.map((route) => route.description),
        doc.additional_info,
        languagesOf(doc.code_examples),
      ],
    },
    ...parameterEntries(doc.input_parameters, below('input'), title),
    ...named.map(({ name, description }) => entry('parameter', name, title, below('input'), [description])),
    ...parameterEntries(doc.response_parameters, below('response'), title),
    ...doc.errors.map(({ status, meaning, action }) =>
      entry('error', `${status} ${statusText(status)}`, title, below('errors'), [meaning, action]),
    ),
  ];
}

function parameterEntries(parameters: Parameter[], anchor: string, context: string): SearchableText[] {
  return parameters.flatMap((parameter) => {
    const { name, arrayItems = [] } = parameter;
    const at = parameterAnchor(anchor, name);
    return [
      entry('parameter', name, context, at, [descriptionWords(parameter), noteWords(parameter)]),
      ...parameterEntries(arrayItems, at, context),
    ];
  });
}

function guideEntries(guide: Guide, anchor: string): SearchableText[] {
  const examples = guide.code_examples?.map((example) => example.title) ?? [];
  return [
    entry('heading', guide.title, '', anchor, [
      guide.description,
      ...tableTexts(guide.table),
      ...examples,
      languagesOf(guide.code_examples),
    ]),
    ...parameterEntries(guide.parameters ?? [], anchor, guide.title),
    ...stepEntries(guide.steps ?? [], anchor, guide.title),
  ];
}

function stepEntries(steps: GuideStep[], anchor: string, context: string): SearchableText[] {
  return steps.map((step) => {
    const at = `${anchor}-${anchorOf(step.title)}`;
    return entry(step.status ? 'error' : 'heading', step.title, context, at, stepTexts(step));
  });
}

const stepTexts = ({ description, table, code_examples }: GuideStep) => [
  description,
  ...tableTexts(table),
  languagesOf(code_examples),
];

/** The languages of the samples, so that a search for a language finds them. */
const languagesOf = (examples: CodeExample[] = []) =>
  languagesIn(examples)
    .map((language) => languageLabels[language])
    .join(' ');

const tableTexts = (table: Table | undefined) => table?.rows.flat() ?? [];

function mcpEntries(mcp: McpDoc, anchors: string[]): SearchableText[] {
  const [overview, setup, server, environment, connection, testing, tools, chats] = anchors;
  const { setup_claude, getting_started, testing_connection } = mcp;
  const { server_url, environment_setup } = getting_started;
  const step = (content: GuideStep, at: string | undefined) =>
    entry('heading', content.title, '', at, stepTexts(content));
  const setupEntries = (which: 'paid_users' | 'free_users', at: string) => [
    entry('heading', setup_claude[which].title, setup_claude.title, at, [setup_claude[which].description]),
    ...stepEntries(setup_claude[which].steps, at, setup_claude.title),
  ];
  return [
    entry('heading', mcp.overview.title, '', overview, [mcp.overview.description]),
    entry('heading', setup_claude.title, '', setup, [setup_claude.description]),
    ...setupEntries('paid_users', `${setup}-paid-users`),
    ...setupEntries('free_users', `${setup}-free-users`),
    entry('heading', server_url.title, '', server, [server_url.description]),
    step(environment_setup, environment),
    step(getting_started.connection, connection),
    step(testing_connection, testing),
    ...mcp.available_endpoints.map((tool) =>
      entry('tool', tool.name, mcpTitles.tools, tools, [tool.description]),
    ),
    ...mcp.chat_examples.map((chat, index) =>
      // The overview shows the first one.
      entry(
        'chat',
        chat.title,
        mcpTitles.chats,
        index === 0 ? overview : `${chats}-${anchorOf(chat.title)}`,
        [chat.user_query, chat.assistant_response],
      ),
    ),
  ];
}

function entry(
  kind: SearchKind,
  title: string,
  context: string,
  at: string | undefined,
  texts: (string | undefined)[],
): SearchableText {
  return { kind, title, context, at: at ?? '', texts };
}
