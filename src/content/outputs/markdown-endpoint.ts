import { commonErrorsSentence } from '../common-errors.ts';
import type { EndpointDoc, Route, Section, SiteSummary } from '../contract.ts';
import { endpointParts } from '../outline.ts';
import { statusText } from '../status-text.ts';
import { basinsTable, variablesTable } from '../tables.ts';
import { pictureSentence } from './markdown-picture.ts';
import {
  blocks,
  codeExamples,
  heading,
  parameterTable,
  prose,
  proseLine,
  responseExample,
  table,
} from './markdown-text.ts';

type EndpointSection = Extract<Section, { kind: 'endpoint' }>;

/** One section of a page; its heading is written by the page. */
export function endpointMarkdown(section: EndpointSection, site: SiteSummary, at: string): string {
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
  return `Needs an all-access key. Ask for one on the API Keys page, or write to the data team at ${dataTeam}.`;
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
