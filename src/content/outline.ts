import type { Section } from './contract.ts';
import { anchorsOf } from './prose.ts';

export interface Heading {
  anchor: string;
  title: string;
}

/** The h2 headings of a page, in order: what "On this page" lists. */
export function headingsOf(sections: Section[]): Heading[] {
  const titles = sections.flatMap(titlesOf);
  const anchors = anchorsOf(titles);
  return titles.map((title, index) => ({ title, anchor: anchors[index] ?? '' }));
}

/** The same anchors, sorted by the section they belong to. */
export function anchorsByPage(sections: Section[]): string[][] {
  const headings = headingsOf(sections);
  return sections.map((section) =>
    headings.splice(0, titlesOf(section).length).map((heading) => heading.anchor),
  );
}

/** The parts of an endpoint's section, by what their anchors end in. */
export const endpointParts = {
  endpoints: 'Endpoints',
  input: 'Input Parameters',
  response: 'Response Parameters',
  example: 'Response Example',
  picture: 'What it looks like',
  errors: 'Errors',
  notes: 'Good to know',
} as const;

export const mcpTitles = { tools: 'Available tools', chats: 'Chat examples' } as const;

function titlesOf(section: Section): string[] {
  switch (section.kind) {
    case 'endpoint':
      return [section.endpoint.title];
    case 'guide':
      return [section.guide.title];
    case 'mcp': {
      const { overview, setup_claude, getting_started, testing_connection } = section.mcp;
      const { server_url, environment_setup, connection } = getting_started;
      const own = [overview, setup_claude, server_url, environment_setup, connection, testing_connection];
      return [...own.map((part) => part.title), mcpTitles.tools, mcpTitles.chats];
    }
  }
}
