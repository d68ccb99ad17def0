// biome-ignore-all lint/suspicious/noArrayIndexKey: a part of a text has no name but its place
import type { ReactNode } from 'react';
import { type Inline, parseInline, parseProse } from '../../content/prose.ts';
import { Link } from '../router/link.tsx';

/** Renders the content files' subset of Markdown. */
export const Prose = ({ text }: { text: string }) => (
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

export const ProseLine = ({ text }: { text: string }) => inlineNodes(parseInline(text));

/** These are functions instead of components, because a page has about a hundred of them. */
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
