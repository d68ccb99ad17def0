import { createHash } from 'node:crypto';
import { pages, skillAddress } from '../../urls.ts';
import { sandboxSentence } from '../sandbox.ts';
import type { Site } from '../site.ts';

export const skillName = 'ask-weather-well';

/** The index follows version 0.2.0 of the draft on agent skill discovery. */
export const skillIndexOf = (site: Site, text: string) => ({
  $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
  skills: [
    {
      name: skillName,
      type: 'skill-md',
      description: descriptionOf(site),
      url: skillAddress(skillName),
      digest: `sha256:${createHash('sha256').update(text).digest('hex')}`,
    },
  ],
});

const descriptionOf = (site: Site) =>
  `Get forecasts and balloon observations from ${site.summary.provider.name} with few calls and without errors in times, units or paging. Use this before calling the API or its MCP server.`;

/** A skill that an agent reads before it calls the API, so that it needs fewer calls. */
export function skillText(site: Site): string {
  const { hosts, sandbox } = site.summary;
  return `---
name: ${skillName}
description: ${descriptionOf(site)}
---

# Get weather data efficiently

Forecasts: ${hosts.forecasts}. Balloon observations: ${hosts.data}. MCP server: ${hosts.mcp}. Every call needs an API key: HTTP basic auth with the client ID as username (see ${site.url}${pages.authentication}).

${sandboxSentence(sandbox) ?? ''}

## Times

- Times are UTC. The MCP tool get_point_forecast takes a timezone; the API does not.
- Runs start at 00, 06, 12 and 18 UTC and are ready hours later. Omit initialization_time to get the latest complete run.
- Point forecasts are hourly to hour 120, then 6-hourly to hour 360.

## Units

- Celsius, m/s, hPa, mm, metres above sea level. Degree days are in °F days, base 65 °F.
- Wind is given as u (eastward) and v (northward). Speed is hypot(u, v); the direction it blows from is atan2(-u, -v).
- precipitation is always a 1-hour total, even where rows are 6 hours apart, so don't sum those rows.

## Fewer calls

- Put several places into one call, separated by semicolons. Every 10 places (or part) count as one request.
- Request a time range instead of the whole run.
- Gridded files are several megabytes. The MCP tool get_gridded_summary returns mean, minimum and maximum instead.

## Paging observations

- Pass next_since back unchanged as since. It's an integer in nanoseconds, too large for a JavaScript number: there, read it as text.
- A page can be short or empty without being the last. Check has_next_page.

## Errors

- 403 has the same text for every reason: a wrong or expired key, missing permissions, or a clock more than 5 minutes off.
- After 429, wait for the number of seconds in Retry-After. For other errors see ${site.url}${pages.errors}.
`;
}
