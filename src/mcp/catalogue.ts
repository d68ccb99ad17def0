import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { sandboxSentence } from '../content/sandbox.ts';
import type { Site } from '../content/site.ts';
import { ContentError, didYouMean } from '../content/yaml/mistakes.ts';
import type { CanCall } from '../gateway/endpoints.ts';
import type { Tool } from './toolkit/tool.ts';
import { getCode } from './tools/get-code.ts';
import { getDegreeDays } from './tools/get-degree-days.ts';
import { getEnsembleForecast } from './tools/get-ensemble-forecast.ts';
import { getFlightPath } from './tools/get-flight-path.ts';
import { getFlyingMissions } from './tools/get-flying-missions.ts';
import { getGriddedSummary } from './tools/get-gridded-summary.ts';
import { getInitializationTimes } from './tools/get-initialization-times.ts';
import { getKeyStatus } from './tools/get-key-status.ts';
import { getObservations, getSuperObservations } from './tools/get-observations.ts';
import { getPointForecast } from './tools/get-point-forecast.ts';
import { getSounding } from './tools/get-sounding.ts';
import { getTropicalCyclones } from './tools/get-tropical-cyclones.ts';
import { getCurrentLocation, getLaunchSite, getPredictedPath } from './tools/mission-tools.ts';
import { readDocsPage } from './tools/read-docs-page.ts';
import { searchDocs } from './tools/search-docs.ts';

/** Of any API that is documented here. */
const documentationTools: Tool[] = [getKeyStatus, getCode, searchDocs, readDocsPage];

/** Of the API whose weather the portal knows. */
const weatherTools: Tool[] = [
  getPointForecast,
  getEnsembleForecast,
  getInitializationTimes,
  getGriddedSummary,
  getDegreeDays,
  getTropicalCyclones,
  getObservations,
  getSuperObservations,
  getSounding,
  getFlyingMissions,
  getCurrentLocation,
  getFlightPath,
  getPredictedPath,
  getLaunchSite,
];

export interface CatalogueEntry {
  tool: Tool;
  /** What a client is told about it. */
  listed: ListedTool;
}

/** The tools that the MCP page lists, in its order and its words: page and server cannot disagree. */
export function catalogueOf(site: Site): CatalogueEntry[] {
  const section = site.pages.flatMap((page) => site.sectionsOf(page)).find(({ kind }) => kind === 'mcp');
  if (section?.kind !== 'mcp') return [];
  const tools = [...(site.summary.weather ? weatherTools : []), ...documentationTools];
  const documented = section.mcp.available_endpoints;
  const complain = (words: string) =>
    new ContentError(`mcp/${section.file}`, 1, `available_endpoints: ${words}`);
  for (const { name } of tools) {
    if (!documented.some((each) => each.name === name))
      throw complain(`the MCP server has the tool ${name}, which is not listed`);
  }
  return documented.map(({ name, description }) => {
    const tool = tools.find((each) => each.name === name);
    if (!tool)
      throw complain(
        `${name} is no tool of this MCP server${didYouMean(
          name,
          tools.map((each) => each.name),
        )}`,
      );
    return { tool, listed: describe(tool, description) };
  });
}

export const mayCall = (tool: Tool, roles: string[], canCall: CanCall) =>
  tool.path === undefined || canCall(roles, { method: 'GET', path: tool.path });

function describe(tool: Tool, description: string): ListedTool {
  return {
    name: tool.name,
    title: tool.title,
    description: description.trim(),
    inputSchema: listedSchema(tool.input, 'input') as ListedTool['inputSchema'],
    outputSchema: listedSchema(tool.output, 'output') as NonNullable<ListedTool['outputSchema']>,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
}

/** A model pays for every character: what goes without saying is left out. */
function listedSchema(schema: z.ZodObject, io: 'input' | 'output'): object {
  const { $schema: _, ...listed } = z.toJSONSchema(schema, {
    io,
    override({ jsonSchema: each }) {
      if (each.minimum === Number.MIN_SAFE_INTEGER) delete each.minimum;
      if (each.maximum === Number.MAX_SAFE_INTEGER) delete each.maximum;
      if (io === 'input') return;
      // An answer may have more fields one day, and its keys are explained where they are.
      if (each.additionalProperties === false) delete each.additionalProperties;
      delete each.propertyNames;
    },
  });
  return listed;
}

/** What a client gives its model to read before anything is asked. */
export function instructionsFor(site: Site, all: CatalogueEntry[], reachable: CatalogueEntry[]): string {
  const { provider, sandbox, weather } = site.summary;
  const missing = all.filter((entry) => !reachable.includes(entry));
  return [
    `${weather ? 'Weather data' : 'The API'} of ${provider.name}: ${provider.offers}, and the documentation. Every tool only reads.`,
    ...(sandbox ? [`${sandboxSentence(sandbox)} Say so when you use it.`] : []),
    ...(weather ? weatherLines : [documentationLine]),
    ...(missing.length > 0 ? [`${roleSentence(site, reachable)} All-access adds ${namesOf(missing)}.`] : []),
  ].join('\n');
}

const weatherLines = [
  'Times are UTC unless a tool takes a timezone. Places are latitude and longitude: find them yourself. Units stand in every answer; wind directions say where the wind comes from.',
  'For the weather at a place one call of get_point_forecast is enough: give the range of times, and step_hours for totals. get_key_status says what this key may do. Long answers come in parts: next_arguments holds the arguments for the next one. Each call counts against the hourly limit of the key, a point forecast once for each ten places begun.',
];

const documentationLine =
  'The tools know the documentation and the key, and do not call the API: get_code gives the program that does. get_key_status says what this key may do. Long answers come in parts: next_arguments holds the arguments for the next one. Each call counts against the hourly limit of the key.';

export function roleSentence(site: Site, reachable: CatalogueEntry[]): string {
  const { dataTeam } = site.summary.provider;
  return `This is a free key: it may call ${namesOf(reachable)}. For an all-access key write to the data team at ${dataTeam}.`;
}

const namesOf = (entries: CatalogueEntry[]) => entries.map(({ tool }) => tool.name).join(', ');
