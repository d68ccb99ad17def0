import type { McpDoc } from '../../content/contract.ts';
import { anchorOf } from '../../content/prose.ts';
import { ChatTurns } from './chat-turns.tsx';
import { Heading } from './heading.tsx';

interface ChatExampleProps {
  chat: McpDoc['chat_examples'][number];
  anchor: string;
}

export function ChatExample({ chat, anchor }: ChatExampleProps) {
  return (
    <div>
      <Heading level={3} anchor={`${anchor}-${anchorOf(chat.title)}`}>
        {chat.title}
      </Heading>
      <ChatTurns chat={chat} />
    </div>
  );
}
