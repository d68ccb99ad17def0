import type { McpDoc } from '../../content/contract.ts';
import { Prose } from './prose.tsx';

/** What a person asked an assistant, and what it said. */
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
