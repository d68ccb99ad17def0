import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ToolName } from '../content/mcp-tools.ts';
import { sandboxSentence } from '../content/sandbox.ts';
import type { Site } from '../content/site.ts';
import type { CanCall } from '../gateway/endpoints.ts';
import type { CachedKey } from '../gateway/key-cache.ts';
import type { Tool } from './toolkit/tool.ts';
import { readDocsPage, searchDocs } from './tools/docs-tools.ts';
import { getInitializationTimes, getTropicalCyclones } from './tools/forecast-run-tools.ts';
import { getCode } from './tools/get-code.ts';
import { getDegreeDays } from './tools/get-degree-days.ts';
import { getEnsembleForecast } from './tools/get-ensemble-forecast.ts';
import { getGriddedSummary } from './tools/get-gridded-summary.ts';
import { getKeyStatus } from './tools/get-key-status.ts';
import { getObservations, getSuperObservations } from './tools/get-observations.ts';
import { getPointForecast } from './tools/get-point-forecast.ts';
import { getSounding } from './tools/get-sounding.ts';

import {
  getCurrentLocation,
  getFlightPath,
  getFlyingMissions,
  getLaunchSite,
  getPredictedPath,
} from './tools/mission-tools.ts';

/** Every tool by its name. The loading of the content checks that the MCP page describes those of this server. */
const tools: Record<ToolName, Tool> = {
  get_key_status: getKeyStatus,
  get_code: getCode,
  search_docs: searchDocs,
  read_docs_page: readDocsPage,
  get_point_forecast: getPointForecast,
  get_ensemble_forecast: getEnsembleForecast,
  get_initialization_times: getInitializationTimes,
  get_gridded_summary: getGriddedSummary,
  get_degree_days: getDegreeDays,
  get_tropical_cyclones: getTropicalCyclones,
  get_observations: getObservations,
  get_super_observations: getSuperObservations,
  get_sounding: getSounding,
  get_flying_missions: getFlyingMissions,
  get_current_location: getCurrentLocation,
  get_flight_path: getFlightPath,
  get_predicted_path: getPredictedPath,
  get_launch_site: getLaunchSite,
};

export interface CatalogueEntry {
  tool: Tool;
  listed: ListedTool;
}

/** The tools in the order and the words of the MCP page, so that page and server cannot disagree. */
export function createCatalogue(site: Site): CatalogueEntry[] {
  const section = site.pages.flatMap((page) => site.sectionsOf(page)).find(({ kind }) => kind === 'mcp');
  if (section?.kind !== 'mcp') return [];
  return section.mcp.available_endpoints.map(({ name, description }) => {
    const tool = tools[name as ToolName];
    return { tool, listed: describeTool(tool, description) };
  });
}

export const mayCall = (tool: Tool, roles: string[], canCall: CanCall) =>
  tool.path === undefined || canCall(roles, { method: 'GET', path: tool.path });

const describeTool = ({ name, title, input, output }: Tool, description: string): ListedTool => ({
  name,
  title,
  description: description.trim(),
  inputSchema: listInput(input),
  outputSchema: listOutput(output),
  // The other hints mean something only for tools that write.
  annotations: { readOnlyHint: true, openWorldHint: false },
});

/** Models pay for every character, so limits that errors name are left out. */
function listInput(schema: z.ZodObject): ListedTool['inputSchema'] {
  const { $schema: _, ...listed } = z.toJSONSchema(schema, {
    io: 'input',
    override({ jsonSchema: each }) {
      delete each.minimum;
      delete each.maximum;
      delete each.maxLength;
    },
  });
  return listed as ListedTool['inputSchema'];
}

/**
 * The fields of an answer and their types. What is inside them is left out: the text of the answer names it with its
 * units, and a model reads no schema of what it has.
 */
function listOutput(schema: z.ZodObject): NonNullable<ListedTool['outputSchema']> {
  const { properties = {}, required } = z.toJSONSchema(schema, { io: 'output' });
  const types = Object.entries(properties).map(([name, field]) => {
    const { type } = field as { type?: string };
    return [name, type === undefined ? {} : { type }];
  });
  return { type: 'object', properties: Object.fromEntries(types), ...(required && { required }) };
}

/** The text that a client gives its model at the start. */
export function writeInstructions(
  site: Site,
  all: CatalogueEntry[],
  callable: CatalogueEntry[],
  key: CachedKey,
): string {
  const { provider, sandbox, weather } = site.summary;
  const missing = all.filter((entry) => !callable.includes(entry));
  return [
    weather
      ? `Weather data from ${provider.name}: ${provider.offers}, and the documentation. All tools are read-only.`
      : `The documentation of the ${provider.name} API: ${provider.offers}. All tools are read-only.`,
    ...(sandbox ? [`${sandboxSentence(sandbox)} Say so when you use it.`] : []),
    ...(weather ? weatherInstructions : [documentationInstructions]),
    ...(missing.length > 0
      ? [`${describeRole(site, callable, key)} All-access adds ${listNames(missing)}.`]
      : []),
  ].join('\n');
}

const commonInstructions =
  'get_key_status shows what this key can do. Long answers come in parts: next_arguments has the arguments for the next part.';

const weatherInstructions = [
  'Times are UTC unless a tool takes a timezone. Pass latitude and longitude; look them up first. Every answer states its units. Wind directions are where the wind comes from.',
  `For the weather at a place, one call of get_point_forecast is enough: pass the time range, and step_hours for totals. ${commonInstructions} Each call for weather counts against the hourly limit of the key; a point forecast counts as one request per 10 places, rounded up.`,
];

const documentationInstructions = `The tools know the documentation and the key. They don't call the API: get_code returns a program that does. ${commonInstructions} No call counts against the hourly limit of the key.`;

export const describeRole = (site: Site, callable: CatalogueEntry[], { connection }: CachedKey) =>
  `${connection ? 'No working key of your account has all access, so this connection has free access.' : 'This is a free key.'} It can call ${listNames(callable)}. For an all-access key, write to the data team at ${site.summary.provider.dataTeam}.`;

export const listNames = (entries: CatalogueEntry[]) => entries.map(({ tool }) => tool.name).join(', ');
