import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { markdownOf } from '../../../src/content/outputs/markdown.ts';
import { allAccessRole } from '../../../src/keys/contract.ts';
import { engineMissing } from '../../helpers/database.ts';
import { type Assistant, connect, eras, personalLink } from '../../mcp/assistant.ts';
import { type DocumentedPortal, startDocumentedPortal } from '../../mcp/documented-portal.ts';

describe.skipIf(engineMissing)('beside its tools the MCP server has', () => {
  let portal: DocumentedPortal;
  let assistant: Assistant;
  beforeAll(async () => {
    portal = await startDocumentedPortal();
    assistant = await connect(personalLink(portal.url, await portal.createKey(allAccessRole)));
  });
  afterAll(async () => {
    await assistant.close();
    await portal.close();
  });

  test('every page of the documentation as a resource', async () => {
    const { resources } = await assistant.client.listResources();
    expect(resources.map(({ name }) => name)).toEqual(portal.site.pages.map(({ path }) => path));
    const [, { uri, name }] = resources as [unknown, (typeof resources)[number]];
    const { contents } = await assistant.client.readResource({ uri });
    expect(contents).toEqual([{ uri, mimeType: 'text/markdown', text: markdownOf(portal.site, name) }]);
    await expect(
      assistant.client.readResource({ uri: `${portal.site.url}/docs/nowhere.md` }),
    ).rejects.toThrow();
  });

  test('three prompts, which ask for what they need', async () => {
    const { prompts } = await assistant.client.listPrompts();
    expect(prompts).toHaveLength(3);
    for (const { name, arguments: known = [] } of prompts) {
      const given = Object.fromEntries(known.map((argument) => [argument.name, `given ${argument.name}`]));
      const { messages } = await assistant.client.getPrompt({ name, arguments: given });
      const { content } = messages[0]!;
      for (const value of Object.values(given))
        expect(content.type === 'text' && content.text).toContain(value);
      const required = known.find((argument) => argument.required)!;
      await expect(assistant.client.getPrompt({ name, arguments: {} })).rejects.toThrow(
        `${required.name} is required`,
      );
    }
    await expect(assistant.client.getPrompt({ name: 'tea' })).rejects.toThrow(
      'Available prompts: brief_me_for_a_place, ',
    );
  });

  test('completions, of missions for those who may see them', async () => {
    const complete = (from: Assistant, name: string, value: string) =>
      from.client.complete({
        ref: { type: 'ref/prompt', name: 'what_did_the_balloon_see' },
        argument: { name, value },
      });
    const { completion } = await complete(assistant, 'mission', 'w-58');
    expect(completion.values.length).toBeGreaterThan(0);
    for (const value of completion.values) expect(value).toMatch(/^W-58/);
    expect((await complete(assistant, 'state', 'new')).completion.values).toContain('New Hampshire');
    expect((await complete(assistant, 'basin', 'n')).completion.values).toEqual(['NA', 'NI']);
    expect((await complete(assistant, 'variable', 'wind')).completion.values).toContain('wind_10m');
    const free = await connect(personalLink(portal.url, await portal.createKey()));
    expect((await complete(free, 'mission', 'W')).completion.values).toEqual([]);
    await free.close();
  });

  test.each(eras)('all of them in the revision %s', async (era) => {
    const other = await connect(personalLink(portal.url, await portal.createKey()), { era });
    expect((await other.client.listResources()).resources.length).toBeGreaterThan(10);
    expect((await other.client.listPrompts()).prompts).toHaveLength(3);
    await other.close();
  });
});
