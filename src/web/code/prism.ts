import Prism from './prism-core.ts';
import 'prismjs/components/prism-clike.js';
import 'prismjs/components/prism-bash.js';
import 'prismjs/components/prism-python.js';
import 'prismjs/components/prism-java.js';
import 'prismjs/components/prism-ruby.js';
import 'prismjs/components/prism-json.js';
import 'prismjs/components/prism-yaml.js';
import { escapeHtml, type Grammar } from './grammar.ts';

// A date in a command would have two colours.
delete Prism.languages.bash?.number;

export function highlight(text: string, grammar: Grammar): string {
  const rules = grammar === 'text' ? undefined : Prism.languages[grammar];
  return rules ? Prism.highlight(text, rules, grammar) : escapeHtml(text);
}
