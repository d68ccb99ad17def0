import type { McpDoc } from '../../content/contract.ts';
import { anchorOf } from '../../content/prose.ts';
import { Heading } from './heading.tsx';
import { Prose } from './prose.tsx';

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
      <div className="chat-turn" data-speaker="user">
        <p className="chat-speaker">You</p>
        <Prose text={chat.user_query} />
      </div>
      <div className="chat-turn" data-speaker="assistant">
        <p className="chat-speaker">Assistant</p>
        <Prose text={chat.assistant_response} />
      </div>
    </div>
  );
}
