// biome-ignore-all lint/suspicious/noArrayIndexKey: a part of a text has no name but its place
import type { ReactNode } from 'react';
import { type Inline, parseInline, parseProse } from '../../content/prose.ts';
import { Link } from '../router/link.tsx';

/** Texts of the content files, in their light Markdown. */
export function Prose({ text }: { text: string }) {
  return (
    <div className="prose">
      {parseProse(text).map((block, index) => {
        if (block.kind === 'paragraph') {
          return <p key={index}>{inlineNodes(block.content)}</p>;
        }
        const List = block.ordered ? 'ol' : 'ul';
        return (
          <List key={index}>
            {block.items.map((item, position) => (
              <li key={position}>{inlineNodes(item)}</li>
            ))}
          </List>
        );
      })}
    </div>
  );
}

/** One line: a cell, a card, a note. */
export function ProseLine({ text }: { text: string }) {
  return inlineNodes(parseInline(text));
}

/** Not components: a page has a hundred of them, and none has anything of its own to remember. */
const inlineNodes = (content: Inline[]): ReactNode => content.map(inlineNode);

function inlineNode(part: Inline, key: number): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'code':
      return (
        <code key={key} className="inline-code">
          {part.text}
        </code>
      );
    case 'bold':
      return <b key={key}>{inlineNodes(part.content)}</b>;
    case 'link':
      return (
        <Link key={key} href={part.href} className="link">
          {inlineNodes(part.content)}
        </Link>
      );
  }
}
