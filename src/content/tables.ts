import type { EndpointDoc, McpDoc, Table } from './contract.ts';

/** The tables that are made from lists of the content, the same on the page and in its Markdown. */

export function variablesTable(variables: NonNullable<EndpointDoc['endpoint']['valid_variables']>): Table {
  return {
    columns: ['Variable', 'Meaning', 'Unit'],
    rows: variables.map(({ name, description, unit }) => [`\`${name}\``, description, unit ?? '']),
  };
}

export function basinsTable(basins: NonNullable<EndpointDoc['endpoint']['basin_definitions']>): Table {
  return {
    columns: ['Basin', 'Extent'],
    rows: basins.map(({ name, description }) => [`\`${name}\``, description]),
  };
}

export function toolsTable({ available_endpoints }: McpDoc): Table {
  return {
    columns: ['Tool', 'What it does', 'API call'],
    rows: available_endpoints.map((tool) => [
      `\`${tool.name}\``,
      tool.description,
      `\`${tool.windborne_endpoint}\``,
    ]),
  };
}
