import { useContext, useState } from 'react';
import { useHydratedMarkup } from '../ui/use-hydrated-markup.ts';
import type { Grammar } from './grammar.ts';
import { highlight } from './highlight.ts';
import { linkParameters, ParameterLinksContext } from './parameter-links.ts';

interface CodeTextProps {
  text: string;
  grammar: Grammar;
}

/** Give it a `key` that changes with the text. */
export function CodeText({ text, grammar }: CodeTextProps) {
  const hydrating = useHydratedMarkup() && typeof document !== 'undefined';
  const links = useContext(ParameterLinksContext);
  // React leaves inner HTML alone when it hydrates: the server's highlighted text stays, nothing is sent twice.
  const [html] = useState(() => (hydrating ? '' : linkParameters(highlight(text, grammar), links)));
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the highlighter escapes its text
  return <code dangerouslySetInnerHTML={{ __html: html }} suppressHydrationWarning />;
}
