import { z } from 'zod';
import { roleNames } from '../../gateway/endpoints.ts';
import { allAccessRole, type KeyDenial } from '../../keys/contract.ts';
import { describeCause } from '../../keys/denial-text.ts';
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
    denials: z
      .array(
        z.object({
          endpoint: z.string(),
          cause: z.string(),
          advice: z.string(),
          count: z.int(),
          last: z.string().describe('UTC'),
        }),
      )
      .describe('Calls denied in the last 30 days, newest first'),
  }),
  async answer(_given, { site, quotaLeft, listDenials, key }) {
    const quota = await quotaLeft(key);
    const denials = (await listDenials(key)).map(describeDenial);
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
      denials,
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
      ...listDeniedCalls(denials, key.connection ? 'a key of the account' : 'this key'),
      `The API also returns 403 for a wrong, expired or deleted key, and for a signed token more than 5 minutes old or ahead: sign a new one for each request.${hasErrorsPage ? ` ${site.url}${pages.errors} lists the reasons for every status.` : ''}`,
    ];
    return { text: text.join('\n'), data };
  },
});

const describeDenial = ({ endpoint, advice, count, last_at, ...denial }: KeyDenial) => ({
  endpoint,
  cause: describeCause(denial),
  advice,
  count,
  last: isoSeconds(Date.parse(last_at)),
});

function listDeniedCalls(denials: ReturnType<typeof describeDenial>[], which: string): string[] {
  if (denials.length === 0)
    return [
      `No call with ${which} was denied in the last 30 days. A program that gets a 403 all the same sends another client ID, or no credentials.`,
    ];
  const lines = denials.map(({ endpoint, cause, advice, count, last }) => {
    const times = count === 1 ? 'once, at' : `${count} times, last at`;
    return `- ${endpoint === 'other' ? 'Other paths' : endpoint}, ${times} ${last}: ${cause} ${advice}`;
  });
  return [`Calls with ${which} that were denied in the last 30 days, newest first (UTC):`, ...lines];
}

/** The documentation may list one path several times, for different uses. */
const listPaths = (endpoints: { path: string }[]) => [...new Set(endpoints.map(({ path }) => path))];
