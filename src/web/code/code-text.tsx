import { useEffect, useState } from 'react';
import { useHydratedMarkup } from '../ui/use-hydrated-markup.ts';
import type { Grammar } from './grammar.ts';
import { codeHtml, highlighter } from './highlighter.ts';

interface CodeTextProps {
  text: string;
  grammar: Grammar;
}

/** Give it a `key` that changes with the text. */
export function CodeText({ text, grammar }: CodeTextProps) {
  const hydrating = useHydratedMarkup() && typeof document !== 'undefined';
  // React leaves inner HTML alone when it hydrates: the server's highlighted text stays, nothing is sent twice.
  const [html, setHtml] = useState(() => (hydrating ? '' : codeHtml(text, grammar)));

  useEffect(() => {
    if (hydrating || highlighter.arrived.get()) return;
    let shown = true;
    highlighter.load().then(
      () => shown && setHtml(codeHtml(text, grammar)),
      () => {}, // Plain text reads as well.
    );
    return () => {
      shown = false;
    };
  }, [hydrating, text, grammar]);

  // biome-ignore lint/security/noDangerouslySetInnerHtml: the highlighter escapes its text
  return <code dangerouslySetInnerHTML={{ __html: html }} suppressHydrationWarning />;
}
