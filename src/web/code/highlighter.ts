import { onDemand } from '../ui/on-demand.ts';
import { escapeHtml, type Grammar } from './grammar.ts';

/** The server has it at once; the browser has none until the first move needs it. */
export const highlighter = onDemand(() => import('./highlight.ts'));

/** HTML, safe to insert: highlighted where the highlighter is there, escaped where it is not. */
export const codeHtml = (text: string, grammar: Grammar): string =>
  highlighter.arrived.get()?.highlight(text, grammar) ?? escapeHtml(text);
