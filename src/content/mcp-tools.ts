/** The names of the MCP server's tools, which the MCP page describes. */

export const documentationToolNames = [
  'get_key_status',
  'get_code',
  'search_docs',
  'read_docs_page',
] as const;

/** Only for the API whose weather the portal knows. */
export const weatherToolNames = [
  'get_point_forecast',
  'get_ensemble_forecast',
  'get_initialization_times',
  'get_gridded_summary',
  'get_degree_days',
  'get_tropical_cyclones',
  'get_observations',
  'get_super_observations',
  'get_sounding',
  'get_flying_missions',
  'get_current_location',
  'get_flight_path',
  'get_predicted_path',
  'get_launch_site',
] as const;

export type ToolName = (typeof documentationToolNames)[number] | (typeof weatherToolNames)[number];
