import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { allAccessRole } from '../../../src/keys/contract.ts';
import { mcpServer } from '../../../src/urls.ts';
import { engineMissing } from '../../helpers/database.ts';
import { signToken, withSecret } from '../../helpers/keys.ts';
import { askJson } from '../../mcp/api.ts';
import { connect, eras, personalLink } from '../../mcp/assistant.ts';
import { type DocumentedPortal, startDocumentedPortal } from '../../mcp/documented-portal.ts';

describe.skipIf(engineMissing)('the MCP server, asked by the official client', () => {
  let portal: DocumentedPortal;
  let paid: CreatedApiToken;
  let free: CreatedApiToken;
  beforeAll(async () => {
    portal = await startDocumentedPortal();
    paid = await portal.createKey(allAccessRole);
    free = await portal.createKey();
  });
  afterAll(() => portal.close());

  const freeTools = ['get_point_forecast', 'get_key_status', 'get_code', 'search_docs', 'read_docs_page'];

  describe.each(eras)('of the revision %s', (era) => {
    test('needs the personal link alone, and one call, to tell the wind over Boston tomorrow at noon', async () => {
      const assistant = await connect(personalLink(portal.url, free), { era });
      const noon = '2026-03-15T12:00:00-04:00';
      const { data, text } = await assistant.call('get_point_forecast', {
        coordinates: '42.36,-71.06',
        min_forecast_time: noon,
        max_forecast_time: noon,
      });
      await assistant.close();

      const { forecasts } = await askJson(
        portal.url,
        free,
        '/points?coordinates=42.36,-71.06&min_forecast_time=2026-03-15T16&max_forecast_time=2026-03-15T16',
      );
      const [hour] = data.forecasts[0].hours;
      expect(data.forecasts[0].hours).toHaveLength(1);
      expect(hour).toMatchObject(forecasts[0][0]);
      expect(hour.time).toBe('2026-03-15T16:00:00+00:00');
      expect(hour.wind_speed_10m).toBeCloseTo(Math.hypot(hour.wind_u_10m, hour.wind_v_10m), 2);
      expect(text).toContain(`${hour.wind_speed_10m}, ${hour.wind_direction_10m}°`);
    });

    test('an all-access key sees the tools that the MCP page lists, in its words', async () => {
      const assistant = await connect(personalLink(portal.url, paid), { era });
      const { tools } = await assistant.client.listTools();
      expect(tools.map(({ name, description }) => ({ name, description }))).toEqual(
        documentedTools(portal).map(({ name, description }) => ({ name, description })),
      );
      expect(assistant.client.getInstructions()).not.toContain('free key');
      expect(assistant.client.getServerVersion()?.icons).toHaveLength(2);
      await assistant.close();
    });

    test('a free key sees the tools it may call, and what all access would add', async () => {
      const assistant = await connect(personalLink(portal.url, free), { era });
      const { tools } = await assistant.client.listTools();
      expect(tools.map((tool) => tool.name)).toEqual(freeTools);
      const instructions = assistant.client.getInstructions()!;
      expect(instructions).toContain(`This is a free key. It can call ${freeTools.join(', ')}.`);
      expect(instructions).toContain('write to the data team at data@windbornesystems.com');
      for (const { name } of documentedTools(portal)) expect(instructions).toContain(name);

      const refused = await assistant.call('get_observations');
      expect(refused.isError).toBe(true);
      expect(refused.text).toMatch(/^403 Not authorized: get_observations needs an all-access key\./);
      expect(refused.text).toContain('data@windbornesystems.com');
      await assistant.close();
    });

    test('a hundred calls at once are all answered', async () => {
      const assistant = await connect(personalLink(portal.url, paid), { era });
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          assistant.call('get_point_forecast', {
            coordinates: `${index % 80},${index}`,
            max_forecast_hour: 1,
          }),
        ),
      );
      expect(answers.map(({ data }) => data.forecasts[0].longitude)).toEqual(
        answers.map((_, index) => index),
      );
      await assistant.close();
    });
  });

  test.each([
    ['basic auth', () => ({ authorization: withSecret(free) })],
    ['headers', () => ({ 'x-client-id': free.external_id, 'x-api-key': free.token })],
    [
      'a signed token',
      () => {
        const claims = { client_id: free.external_id, iat: portal.clock.now() / 1000 };
        return { 'x-client-id': free.external_id, 'x-api-key': signToken(free.token, claims) };
      },
    ],
    ['a bearer', () => ({ authorization: `Bearer ${free.external_id}:${free.token}` })],
    [
      'a signed token as a bearer',
      () => {
        const claims = { client_id: free.external_id, iat: portal.clock.now() / 1000 };
        return { authorization: `Bearer ${signToken(free.token, claims)}` };
      },
    ],
  ])('credentials may also come as %s', async (_, headers) => {
    const assistant = await connect(portal.url + mcpServer, { headers: headers() });
    expect((await assistant.client.listTools()).tools).toHaveLength(freeTools.length);
    await assistant.close();
  });

  test('a client that would follow a version the server does not have settles on one it has', async () => {
    const assistant = await connect(personalLink(portal.url, free), { era: 'earlier' });
    expect(assistant.client.getNegotiatedProtocolVersion()).toMatch(/^2025-/);
    await assistant.close();
  });
});

function documentedTools({ site }: DocumentedPortal) {
  const sections = site.pages.flatMap((page) => site.sectionsOf(page));
  return sections.flatMap((section) => (section.kind === 'mcp' ? section.mcp.available_endpoints : []));
}
