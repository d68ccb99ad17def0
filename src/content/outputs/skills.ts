import { createHash } from 'node:crypto';
import { pages, skillAddress } from '../../urls.ts';
import { sandboxSentence } from '../sandbox.ts';
import type { Site } from '../site.ts';

interface Skill {
  name: string;
  description: string;
  text: string;
}

/** A skill that an agent reads before it calls the API, so that it needs fewer calls. */
export function skillsOf(site: Site): Skill[] {
  const name = 'ask-weather-well';
  const description = `Ask ${site.summary.provider.name} for forecasts and balloon observations with few calls and without mistakes of time, unit or paging. Use it before calling the API or its MCP server.`;
  return [{ name, description, text: textOf(site, name, description) }];
}

/** The index follows version 0.2.0 of the draft on agent skill discovery. */
export const skillIndexOf = (skills: Skill[]) => ({
  $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
  skills: skills.map(({ name, description, text }) => ({
    name,
    type: 'skill-md',
    description,
    url: skillAddress(name),
    digest: `sha256:${createHash('sha256').update(text).digest('hex')}`,
  })),
});

function textOf(site: Site, name: string, description: string): string {
  const { hosts, sandbox } = site.summary;
  return `---
name: ${name}
description: ${description}
---

# Ask weather well

Forecasts: ${hosts.forecasts}. Balloon observations: ${hosts.data}. MCP server: ${hosts.mcp}. Every call needs a key, as HTTP basic auth with the client id as username; see ${site.url}${pages.authentication}.

${sandboxSentence(sandbox) ?? ''}

## Times

- Times are UTC. The MCP tool get_point_forecast takes a timezone; the API does not.
- A run begins at 00, 06, 12 or 18 UTC and is ready hours later. Leave initialization_time out for the newest that is.
- Point forecasts are hourly to hour 120, then every sixth hour to hour 360.

## Units

- Celsius, m/s, hPa, mm, metres above sea level. Degree days are in °F days, base 65 °F.
- Wind comes as u (towards the east) and v (towards the north). Speed is hypot(u, v); it blows from atan2(-u, -v).
- precipitation is of the hour before, also where rows are 6 hours apart: do not sum those.

## Fewer calls

- Several places go into one call, separated by semicolons; it counts once for each ten places begun.
- Give a range of times instead of reading the whole run.
- Gridded files have several megabytes: the MCP tool get_gridded_summary gives mean, minimum and maximum instead.

## Paging observations

- Send back next_since as it came, as since; it is a whole number in nanoseconds and does not fit a JavaScript number.
- A page may be short or empty and still not be the last: has_next_page decides.

## Errors

- 403 has one text for every reason: wrong or expired key, a role too small, a clock more than 5 minutes off.
- After 429 wait as long as Retry-After says. ${site.url}${pages.errors} has the others.
`;
}
