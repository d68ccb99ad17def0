import type { McpDoc, McpSetup } from '../contract.ts';
import { toolsTable } from '../tables.ts';
import { stepMarkdown, stepsMarkdown } from './markdown-guide.ts';
import { blocks, fence, heading, prose, table } from './markdown-text.ts';

/** One text a heading of the outline, in its order. */
export function mcpMarkdowns(mcp: McpDoc, at: string): string[] {
  const { setup_claude, getting_started } = mcp;
  return [
    prose(mcp.overview.description, at),
    blocks(
      prose(setup_claude.description, at),
      setupMarkdown(setup_claude.paid_users, at),
      setupMarkdown(setup_claude.free_users, at),
    ),
    blocks(prose(getting_started.server_url.description, at), fence(getting_started.server_url.url, 'text')),
    stepMarkdown(getting_started.environment_setup, at),
    stepMarkdown(getting_started.connection, at),
    stepMarkdown(mcp.testing_connection, at),
    table(toolsTable(mcp), at),
    blocks(...mcp.chat_examples.map((chat) => chatMarkdown(chat, at))),
  ];
}

function setupMarkdown(setup: McpSetup, at: string): string {
  return blocks(
    heading(3, setup.title),
    prose(setup.description, at),
    stepsMarkdown(setup.steps, at, { level: 4, numbered: true }),
  );
}

function chatMarkdown(chat: McpDoc['chat_examples'][number], at: string): string {
  return blocks(
    heading(3, chat.title),
    `**You:** ${prose(chat.user_query, at)}`,
    `**Assistant:** ${prose(chat.assistant_response, at)}`,
  );
}
