import type { Section } from './contract.ts';
import { anchorOf, anchorsOf } from './prose.ts';

export interface Heading {
  anchor: string;
  title: string;
}

/** The h2 headings of a page in order, as listed under "On this page". */
export const headingsOf = (sections: Section[]): Heading[] => headingsBySection(sections).flat();

export const anchorsBySection = (sections: Section[]): string[][] =>
  headingsBySection(sections).map((headings) => headings.map(({ anchor }) => anchor));

/** Anchors are unique on a page, so those of a section depend on the sections before it. */
function headingsBySection(sections: Section[]): Heading[][] {
  const titles = sections.map(titlesOf);
  const anchors = anchorsOf(titles.flat()).values();
  return titles.map((own) => own.map((title) => ({ title, anchor: anchors.next().value ?? '' })));
}

/** An h2 heading with the h3 headings below it. */
interface OutlineEntry extends Heading {
  below: Heading[];
}

export function outlineOf(sections: Section[]): OutlineEntry[] {
  const headings = headingsBySection(sections);
  return sections.flatMap((section, index) =>
    (headings[index] ?? []).map((heading, part) => ({
      ...heading,
      below: part === 0 ? headingsBelow(section, heading.anchor) : [],
    })),
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

/** The parts of an endpoint's section in their order. Their anchors end with these keys. */
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
