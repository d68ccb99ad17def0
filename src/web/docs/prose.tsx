// biome-ignore-all lint/suspicious/noArrayIndexKey: a part of a text has no name but its place
import { type Inline, parseInline, parseProse } from '../../content/prose.ts';
import { Link } from '../router/link.tsx';

/** Texts of the content files, in their light Markdown. */
export function Prose({ text }: { text: string }) {
  return (
    <div className="prose">
      {parseProse(text).map((block, index) => {
        if (block.kind === 'paragraph') {
          return (
            <p key={index}>
              <InlineContent content={block.content} />
            </p>
          );
        }
        const List = block.ordered ? 'ol' : 'ul';
        return (
          <List key={index}>
            {block.items.map((item, position) => (
              <li key={position}>
                <InlineContent content={item} />
              </li>
            ))}
          </List>
        );
      })}
    </div>
  );
}

/** One line: a cell, a card, a note. */
export function ProseLine({ text }: { text: string }) {
  return <InlineContent content={parseInline(text)} />;
}

function InlineContent({ content }: { content: Inline[] }) {
  return content.map((part, index) => <InlinePart key={index} part={part} />);
}

function InlinePart({ part }: { part: Inline }) {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'code':
      return <code className="inline-code">{part.text}</code>;
    case 'bold':
      return (
        <b>
          <InlineContent content={part.content} />
        </b>
      );
    case 'link':
      return (
        <Link href={part.href} className="link">
          <InlineContent content={part.content} />
        </Link>
      );
  }
}
