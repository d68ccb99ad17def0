import type { ReactNode } from 'react';
import type { GuideStep, McpDoc, McpSetup } from '../../content/contract.ts';
import { mcpTitles } from '../../content/outline.ts';
import { anchorOf } from '../../content/prose.ts';
import { toolsTable } from '../../content/tables.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { DataTable } from './data-table.tsx';
import { Later } from './deferred-content.tsx';
import { StepContent, Steps } from './guide-view.tsx';
import { Heading, SectionHeading } from './heading.tsx';
import { Prose } from './prose.tsx';

interface McpViewProps {
  mcp: McpDoc;
  /** The anchors are in the order of the outline. */
  anchors: string[];
  path: string;
}

export function McpView({ mcp, anchors, path }: McpViewProps) {
  const [
    overview = '',
    setup = '',
    server = '',
    environment = '',
    connection = '',
    testing = '',
    tools = '',
    chats = '',
  ] = anchors;
  const { server_url, environment_setup } = mcp.getting_started;
  const heading = (anchor: string, title: string) => (
    <SectionHeading title={title} anchor={anchor} path={path} />
  );
  const section = (anchor: string, title: string, content: ReactNode) => (
    <section className="docs-section" aria-labelledby={anchor}>
      {heading(anchor, title)}
      {content}
    </section>
  );
  const step = (anchor: string, content: GuideStep) => (
    <section className="docs-section" aria-labelledby={anchor}>
      <StepContent step={content}>{heading(anchor, content.title)}</StepContent>
    </section>
  );

  return (
    <>
      {section(overview, mcp.overview.title, <Prose text={mcp.overview.description} />)}
      <Later>
        {section(
          setup,
          mcp.setup_claude.title,
          <>
            <Prose text={mcp.setup_claude.description} />
            <Setup setup={mcp.setup_claude.paid_users} anchor={`${setup}-paid-users`} />
            <Setup setup={mcp.setup_claude.free_users} anchor={`${setup}-free-users`} />
          </>,
        )}
      </Later>
      <Later>
        {section(
          server,
          server_url.title,
          <>
            <Prose text={server_url.description} />
            <div className="route-line">
              <code className="route-address">
                <span className="route-path">{server_url.url}</span>
              </code>
              <CopyButton text={server_url.url} label="Copy the server URL" />
            </div>
          </>,
        )}
      </Later>
      <Later>{step(environment, environment_setup)}</Later>
      <Later>{step(connection, mcp.getting_started.connection)}</Later>
      <Later>{step(testing, mcp.testing_connection)}</Later>
      <Later>
        {section(tools, mcpTitles.tools, <DataTable label={mcpTitles.tools} table={toolsTable(mcp)} />)}
      </Later>
      <Later>
        {section(
          chats,
          mcpTitles.chats,
          mcp.chat_examples.map((chat) => <ChatExample key={chat.title} chat={chat} anchor={chats} />),
        )}
      </Later>
    </>
  );
}

function Setup({ setup, anchor }: { setup: McpSetup; anchor: string }) {
  return (
    <div>
      <Heading level={3} anchor={anchor}>
        {setup.title}
      </Heading>
      <Prose text={setup.description} />
      <Steps numbered steps={setup.steps} anchor={anchor} level={4} />
    </div>
  );
}

function ChatExample({ chat, anchor }: { chat: McpDoc['chat_examples'][number]; anchor: string }) {
  return (
    <div>
      <Heading level={3} anchor={`${anchor}-${anchorOf(chat.title)}`}>
        {chat.title}
      </Heading>
      <ChatTurns chat={chat} />
    </div>
  );
}

export function ChatTurns({ chat }: { chat: McpDoc['chat_examples'][number] }) {
  return (
    <>
      <div className="chat-turn" data-speaker="user">
        <p className="chat-speaker">You</p>
        <Prose text={chat.user_query} />
      </div>
      <div className="chat-turn" data-speaker="assistant">
        <p className="chat-speaker">Assistant</p>
        <Prose text={chat.assistant_response} />
      </div>
    </>
  );
}
