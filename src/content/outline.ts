import type { Section } from './contract.ts';
import { anchorOf, anchorsOf } from './prose.ts';

export interface Heading {
  anchor: string;
  title: string;
}

/** The h2 headings of a page in order, as listed under "On this page". */
export function headingsOf(sections: Section[]): Heading[] {
  const titles = sections.flatMap(titlesOf);
  const anchors = anchorsOf(titles);
  return titles.map((title, index) => ({ title, anchor: anchors[index] ?? '' }));
}

/** The same anchors, grouped by section. */
export function anchorsByPage(sections: Section[]): string[][] {
  const headings = headingsOf(sections);
  return sections.map((section) =>
    headings.splice(0, titlesOf(section).length).map((heading) => heading.anchor),
  );
}

/** An h2 heading with the h3 headings below it. */
interface OutlineEntry extends Heading {
  below: Heading[];
}

export function outlineOf(sections: Section[]): OutlineEntry[] {
  const anchors = anchorsByPage(sections);
  return sections.flatMap((section, index) =>
    titlesOf(section).map((title, part) => {
      const anchor = anchors[index]?.[part] ?? '';
      return { title, anchor, below: part === 0 ? headingsBelow(section, anchor) : [] };
    }),
  );
}

function headingsBelow(section: Section, anchor: string): Heading[] {
  switch (section.kind) {
    case 'endpoint': {
      const { drawn_as, additional_info } = section.endpoint;
      const isMissing = (part: string) =>
        (part === 'picture' && !drawn_as) || (part === 'notes' && !additional_info);
      return Object.entries(endpointParts).flatMap(([part, title]) =>
        isMissing(part) ? [] : [{ title, anchor: `${anchor}-${part}` }],
      );
    }
    case 'guide':
      return (section.guide.steps ?? []).map(({ title }) => ({
        title,
        anchor: `${anchor}-${anchorOf(title)}`,
      }));
    case 'mcp':
      return [];
  }
}

/** The parts of an endpoint's section in their order. The keys end their anchors. */
export const endpointParts = {
  endpoints: 'Endpoints',
  example: 'Response Example',
  input: 'Input Parameters',
  response: 'Response Parameters',
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
