import type { ReactNode } from 'react';
import type { GuideStep, McpDoc, McpSetup } from '../../content/contract.ts';
import { mcpTitles } from '../../content/outline.ts';
import { toolsTable } from '../../content/page-text.ts';
import { anchorOf } from '../../content/prose.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { DataTable } from './data-table.tsx';
import { DeferredContent } from './deferred-content.tsx';
import { StepContent, Steps } from './guide-view.tsx';
import { Heading, SectionHeading } from './heading.tsx';
import { Prose } from './prose.tsx';

interface McpViewProps {
  mcp: McpDoc;
  anchors: string[];
  path: string;
}

type Part = [title: string, content: (heading: ReactNode, anchor: string) => ReactNode];

export function McpView({ mcp, anchors, path }: McpViewProps) {
  return partsOf(mcp).map(([title, content], index) => {
    const anchor = anchors[index] ?? '';
    const section = (
      <section key={title} className="docs-section" aria-labelledby={anchor}>
        {content(<SectionHeading title={title} anchor={anchor} path={path} />, anchor)}
      </section>
    );
    return index === 0 ? section : <DeferredContent key={title}>{section}</DeferredContent>;
  });
}

function partsOf(mcp: McpDoc): Part[] {
  const { overview, setup_claude } = mcp;
  const { server_url, environment_setup, connection } = mcp.getting_started;
  const step = (content: GuideStep): Part => [
    content.title,
    (heading) => <StepContent step={content}>{heading}</StepContent>,
  ];
  const { tools, chats } = mcpTitles;
  return [
    [
      overview.title,
      (heading) => (
        <>
          {heading}
          <Prose text={overview.description} />
        </>
      ),
    ],
    [
      setup_claude.title,
      (heading, anchor) => (
        <>
          {heading}
          <Prose text={setup_claude.description} />
          <Setup setup={setup_claude.paid_users} anchor={`${anchor}-paid-users`} />
          <Setup setup={setup_claude.free_users} anchor={`${anchor}-free-users`} />
        </>
      ),
    ],
    [
      server_url.title,
      (heading) => (
        <>
          {heading}
          <Prose text={server_url.description} />
          <div className="route-line">
            <code className="route-address">
              <span className="route-path">{server_url.url}</span>
            </code>
            <CopyButton text={server_url.url} label="Copy server URL" />
          </div>
        </>
      ),
    ],
    ...[environment_setup, connection, mcp.testing_connection].map(step),
    [tools, (heading) => [heading, <DataTable key="tools" label={tools} table={toolsTable(mcp)} />]],
    [chats, (heading, anchor) => [heading, <Chats key="chats" chats={mcp.chat_examples} anchor={anchor} />]],
  ];
}

const Setup = ({ setup, anchor }: { setup: McpSetup; anchor: string }) => (
  <div>
    <Heading level={3} anchor={anchor}>
      {setup.title}
    </Heading>
    <Prose text={setup.description} />
    <Steps numbered steps={setup.steps} anchor={anchor} level={4} />
  </div>
);

const Chats = ({ chats, anchor }: { chats: McpDoc['chat_examples']; anchor: string }) =>
  chats.map((chat) => (
    <div key={chat.title}>
      <Heading level={3} anchor={`${anchor}-${anchorOf(chat.title)}`}>
        {chat.title}
      </Heading>
      <ChatTurns chat={chat} />
    </div>
  ));

export const ChatTurns = ({ chat }: { chat: McpDoc['chat_examples'][number] }) => (
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
