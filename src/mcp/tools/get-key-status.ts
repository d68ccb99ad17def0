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
      limit: z.int().describe('Per hour'),
      remaining: z.int().describe('This hour'),
      reset: z.string().describe('When the next hour begins, UTC'),
    }),
    may_call: z.array(z.string()).describe('API endpoints'),
    may_not_call: z.array(z.string()).describe('Endpoints that need an all-access key'),
  }),
  async answer(_given, { site, quotaLeft, key }) {
    const quota = await quotaLeft(key);
    const { endpoints, provider } = site.summary;
    const isAllAccess = key.roles.includes(allAccessRole);
    const allowed = endpoints.filter(({ access }) => isAllAccess || access === 'free');
    const denied = endpoints.filter((endpoint) => !allowed.includes(endpoint));
    const roles = roleNames(site.keys)(key.roles);
    const hasErrorsPage = site.pages.some(({ path }) => path === pages.errors);
    const expires = key.expiresAt === undefined ? null : isoSeconds(key.expiresAt);
    const data = {
      client_id: key.clientId,
      roles,
      expires,
      requests: quota,
      may_call: listPaths(allowed),
      may_not_call: listPaths(denied),
    };
    const text = [
      key.connection
        ? `This connection works. It has the rights of all keys of the account that work: ${roles.join(', ')}.`
        : `The key ${key.clientId} works. Its role is ${roles.join(', ')}, and it ${expires ? `expires ${expires}` : 'never expires'}.`,
      `${quota.remaining} of ${quota.limit} requests are left this hour, which ends at ${quota.reset} (UTC).`,
      `It can call ${data.may_call.join(', ')}.`,
      ...(denied.length > 0
        ? [
            `It can't call ${data.may_not_call.join(', ')}: these return 403 for a free key. For all access, write to the data team at ${provider.dataTeam}.`,
          ]
        : []),
      `The API also returns 403 for a wrong, expired or deleted key, and for a signed token more than 5 minutes old or ahead: sign a new one for each request.${hasErrorsPage ? ` ${site.url}${pages.errors} lists the reasons for every status.` : ''}`,
    ];
    return { text: text.join('\n'), data };
  },
});

/** The documentation may list one path several times, for different uses. */
const listPaths = (endpoints: { path: string }[]) => [...new Set(endpoints.map(({ path }) => path))];
