import type { ReactNode } from 'react';
import type { GuideStep, McpDoc, McpSetup } from '../../content/contract.ts';
import { mcpTitles } from '../../content/outline.ts';
import { toolsTable } from '../../content/page-text.ts';
import { anchorOf } from '../../content/prose.ts';
import { ServerUrl } from './connect-assistant.tsx';
import { DataTable } from './data-table.tsx';
import { StepContent, Steps } from './guide-view.tsx';
import { Heading, SectionHeading } from './heading.tsx';
import { Prose } from './prose.tsx';

interface McpViewProps {
  mcp: McpDoc;
  anchors: string[];
  path: string;
}

interface Part {
  title: string;
  step?: GuideStep;
  /** Text after the step. */
  content?: ((anchor: string) => ReactNode) | undefined;
}

export function McpView({ mcp, anchors, path }: McpViewProps) {
  const heading = (title: string, anchor: string) => (
    <SectionHeading title={title} anchor={anchor} path={path} />
  );
  return partsOf(mcp).map(({ title, step, content }, index) => {
    const anchor = anchors[index] ?? '';
    return (
      <section key={title} className="docs-section" aria-labelledby={anchor}>
        {step ? <StepContent step={step}>{heading(title, anchor)}</StepContent> : heading(title, anchor)}
        {content?.(anchor)}
      </section>
    );
  });
}

function partsOf(mcp: McpDoc): Part[] {
  const { paid_users, free_users } = mcp.setup_claude;
  const { server_url, environment_setup, connection } = mcp.getting_started;
  const { tools, chats } = mcpTitles;
  const [first, ...others] = mcp.chat_examples;
  const stepPart = (step: GuideStep, content?: Part['content']) => ({ title: step.title, step, content });
  return [
    stepPart(mcp.overview, () => first && <ChatTurns chat={first} />),
    stepPart(mcp.setup_claude, (anchor) => (
      <>
        <Setup setup={paid_users} anchor={`${anchor}-paid-users`} />
        <Setup setup={free_users} anchor={`${anchor}-free-users`} />
      </>
    )),
    stepPart(server_url, () => <ServerUrl url={server_url.url} />),
    stepPart(environment_setup),
    stepPart(connection),
    stepPart(mcp.testing_connection),
    { title: tools, content: () => <DataTable label={tools} table={toolsTable(mcp)} /> },
    {
      title: chats,
      content: (anchor) =>
        others.map((chat) => (
          <div key={chat.title}>
            <Heading level={3} anchor={`${anchor}-${anchorOf(chat.title)}`}>
              {chat.title}
            </Heading>
            <ChatTurns chat={chat} />
          </div>
        )),
    },
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
