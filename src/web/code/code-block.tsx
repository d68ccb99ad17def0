import { Check, Copy, Download } from 'lucide';
import { type ReactNode, useContext, useState } from 'react';
import { type CollapseLimit, Collapsible, codeHeightPx, collapse } from '../ui/collapsible.tsx';
import { useCopy } from '../ui/copy-button.tsx';
import { downloadFile } from '../ui/download.ts';
import { Icon } from '../ui/icon.tsx';
import { useHydratedMarkup } from '../ui/store.ts';
import { type Grammar, highlight, linkParameters, ParameterLinksContext } from './highlight.ts';

interface CodeBlockProps {
  text: string;
  grammar?: Grammar;
  title?: string;
  limit?: CollapseLimit;
}

export function CodeBlock({ text, grammar = 'text', title, limit = collapse.code }: CodeBlockProps) {
  return (
    <figure className="code" aria-label={title}>
      <CodeBar title={title} text={text} />
      <CodePanel text={text} grammar={grammar} limit={limit} />
    </figure>
  );
}

interface CodeBarProps {
  title?: string | undefined;
  text: string;
  /** If set, a button downloads the text under this name. */
  fileName?: string;
  children?: ReactNode;
}

export function CodeBar({ title, text, fileName, children }: CodeBarProps) {
  const { copied, copy } = useCopy(text);
  const icon = copied ? Check : Copy;
  return (
    <div className="code-bar">
      {title && <p className="code-title">{title}</p>}
      {children}
      {fileName && (
        <button
          type="button"
          className="icon-button code-download"
          aria-label={`Download: ${title}`}
          title={`Download as ${fileName}`}
          onClick={() => downloadFile(fileName, text)}
        >
          <Icon of={Download} size={15} />
        </button>
      )}
      <button
        type="button"
        className="icon-button code-copy"
        aria-label={title ? `Copy: ${title}` : 'Copy code'}
        data-copied={copied || undefined}
        onClick={() => void copy()}
      >
        <Icon of={icon} size={15} />
        {copied && <span aria-hidden="true">Copied</span>}
      </button>
    </div>
  );
}

interface CodePanelProps {
  text: string;
  grammar: Grammar;
  limit?: CollapseLimit;
}

export function CodePanel({ text, grammar, limit = collapse.code }: CodePanelProps) {
  const trimmed = text.trimEnd();
  return (
    <Collapsible heightPx={codeHeightPx(trimmed)} limit={limit}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: content that scrolls sideways needs keyboard access */}
      <pre className="code-text" tabIndex={0}>
        <CodeText key={trimmed} text={trimmed} grammar={grammar} />
      </pre>
    </Collapsible>
  );
}

/** The caller must give it a `key` that changes with the text. */
function CodeText({ text, grammar }: { text: string; grammar: Grammar }) {
  const hydrating = useHydratedMarkup() && typeof document !== 'undefined';
  const links = useContext(ParameterLinksContext);
  // React keeps inner HTML when it hydrates, so the server's highlighted text stays and isn't sent twice.
  const [html] = useState(() => (hydrating ? '' : linkParameters(highlight(text, grammar), links)));
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the highlighter escapes its text
  return <code dangerouslySetInnerHTML={{ __html: html }} suppressHydrationWarning />;
}
