import { z } from 'zod';
import { roleNames } from '../../gateway/endpoints.ts';
import { allAccessRole } from '../../keys/contract.ts';
import { pages } from '../../urls.ts';
import { isoSeconds } from '../../weather/api-time.ts';
import { defineTool } from '../toolkit/tool.ts';

export const getKeyStatus = defineTool({
  name: 'get_key_status',
  title: 'Key status',
  path: undefined,
  input: z.strictObject({}),
  output: z.object({
    client_id: z.string(),
    roles: z.array(z.string()),
    expires: z.string().nullable().describe('UTC; null is never'),
    requests: z.object({
      limit: z.int().describe('An hour'),
      remaining: z.int().describe('Of this hour'),
      reset: z.string().describe('When the next hour begins, UTC'),
    }),
    may_call: z.array(z.string()).describe('Endpoints of the API'),
    may_not_call: z.array(z.string()).describe('Endpoints that need an all-access key'),
  }),
  async answer(_given, { site, quotaLeft, key }) {
    const quota = await quotaLeft(key);
    const { endpoints, provider } = site.summary;
    const isAllAccess = key.roles.includes(allAccessRole);
    const allowed = endpoints.filter(({ access }) => isAllAccess || access === 'free');
    const refused = endpoints.filter((endpoint) => !allowed.includes(endpoint));
    const roles = roleNames(site.keys)(key.roles);
    const hasErrors = site.pages.some(({ path }) => path === pages.errors);
    const expires = key.expiresAt === undefined ? null : isoSeconds(key.expiresAt);
    const data = {
      client_id: key.clientId,
      roles,
      expires,
      requests: quota,
      may_call: pathsOf(allowed),
      may_not_call: pathsOf(refused),
    };
    const text = [
      `The key ${key.clientId} works. Its role is ${roles.join(', ')}; it ${expires ? `expires ${expires}` : 'never expires'}.`,
      `${quota.remaining} of ${quota.limit} requests are left in this hour, which ends at ${quota.reset} (UTC).`,
      `It may call ${data.may_call.join(', ')}.`,
      ...(refused.length > 0
        ? [
            `It may not call ${data.may_not_call.join(', ')}: these answer 403 to a free key. Write to the data team at ${provider.dataTeam} for all-access.`,
          ]
        : []),
      `The API answers 403 as well to a wrong, expired or deleted key, and to a signed token whose clock is more than 5 minutes off.${hasErrors ? ` ${site.url}${pages.errors} has the reasons of every status.` : ''}`,
    ];
    return { text: text.join('\n'), data };
  },
});

/** One path may be described for several uses. */
const pathsOf = (endpoints: { path: string }[]) => [...new Set(endpoints.map(({ path }) => path))];
