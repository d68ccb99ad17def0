import { Check, Copy, Download } from 'lucide';
import { type ReactNode, useContext, useId, useState } from 'react';
import { type CodeLanguage, codeLanguages, languageLabels } from '../../content/contract.ts';
import { chooseLanguage, useLanguage } from '../preferences/preferences.ts';
import { type CollapseLimit, Collapsible, codeHeightPx, collapse } from '../ui/collapsible.tsx';
import { useCopy } from '../ui/copy-button.tsx';
import { downloadFile } from '../ui/download.ts';
import { Icon } from '../ui/icon.tsx';
import { useHydratedMarkup } from '../ui/store.ts';
import { TabList, TabPanel } from '../ui/tab-list.tsx';
import { type Grammar, highlight, linkParameters, ParameterLinksContext } from './highlight.ts';

interface CodeBlockProps {
  text: string;
  grammar?: Grammar;
  title?: string;
  limit?: CollapseLimit;
}

export const CodeBlock = ({ title, ...panel }: CodeBlockProps) => (
  <figure className="code" aria-label={title}>
    <CodeBar title={title} text={panel.text} />
    <CodePanel {...panel} />
  </figure>
);

interface CodeBarProps {
  title?: string | undefined;
  text: string;
  /** If set, a button downloads the text under this name. */
  fileName?: string;
  children?: ReactNode;
}

export function CodeBar({ title, text, fileName, children }: CodeBarProps) {
  const { copied, copy } = useCopy(text);
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
        <Icon of={copied ? Check : Copy} size={15} />
        {copied && <span aria-hidden="true">Copied</span>}
      </button>
    </div>
  );
}

export function CodePanel({ text, grammar = 'text', limit = collapse.code }: Omit<CodeBlockProps, 'title'>) {
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
  const isHydrating = useHydratedMarkup() && typeof document !== 'undefined';
  const links = useContext(ParameterLinksContext);
  // React keeps inner HTML when it hydrates, so the server's highlighted text stays and isn't sent twice.
  const [html] = useState(() => (isHydrating ? '' : linkParameters(highlight(text, grammar), links)));
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the highlighter escapes its text
  return <code dangerouslySetInnerHTML={{ __html: html }} suppressHydrationWarning />;
}

/** All languages are in the markup. CSS shows the one that `<html>` names, from the first paint on. */
export function LanguageCode({
  title,
  texts,
}: {
  title: string;
  texts: Partial<Record<CodeLanguage, string>>;
}) {
  const base = useId();
  const available = codeLanguages.filter((language) => texts[language] !== undefined);
  const selected = languageToShow(useLanguage(), available);
  const [fallback] = available;
  if (!selected || !fallback) return null;
  return (
    <figure className="code" aria-label={title} data-has={available.join(' ')}>
      <CodeBar title={title} text={texts[selected] ?? ''} fileName={formats[selected].fileName}>
        <TabList
          label={`Language of ${title}`}
          tabs={available.map((key) => ({ key, label: languageLabels[key] }))}
          selected={selected}
          onSelect={chooseLanguage}
          base={base}
        />
      </CodeBar>
      {codeLanguages
        .filter((language) => !available.includes(language))
        .map((language) => (
          <div key={language} className="code-missing" data-missing={language}>
            {available.length === 1
              ? `This sample is ${languageLabels[fallback]} only.`
              : `Not available in ${languageLabels[language]}. Showing ${languageLabels[fallback]}.`}
          </div>
        ))}
      {available.map((language) => (
        <TabPanel
          key={language}
          base={base}
          of={language}
          className="code-language"
          data-panel={language}
          data-fallback={language === fallback || undefined}
        >
          <p className="code-language-name">{languageLabels[language]}</p>
          <CodePanel text={texts[language] ?? ''} grammar={formats[language].grammar} />
        </TabPanel>
      ))}
    </figure>
  );
}

export const languageToShow = (
  requested: CodeLanguage,
  available: CodeLanguage[],
): CodeLanguage | undefined => (available.includes(requested) ? requested : available[0]);

/** A NetCDF sample is a shell command that also opens the file. The class in a Java sample is called Main. */
const formats: Record<CodeLanguage, { fileName: string; grammar: Grammar }> = {
  curl: { fileName: 'sample.sh', grammar: 'bash' },
  python: { fileName: 'sample.py', grammar: 'python' },
  java: { fileName: 'Main.java', grammar: 'java' },
  ruby: { fileName: 'sample.rb', grammar: 'ruby' },
  netcdf: { fileName: 'sample.sh', grammar: 'bash' },
  javascript: { fileName: 'sample.mjs', grammar: 'javascript' },
};
