import { createContext } from 'react';

/** code.css has a colour for each kind. */
type Kind = 'comment' | 'string' | 'number' | 'keyword' | 'function' | 'property';

interface Rules {
  /** The alternatives are tried in this order at each position. */
  words: RegExp;
  /** This matches the parts of a string that are not literal text. */
  inString?: RegExp;
}

/** Returns HTML that is safe to insert. The rules cover samples and responses only; anything else stays plain. */
export const highlight = (text: string, grammar: Grammar): string =>
  grammar === 'text' ? escapeHtml(text) : marked(text, rules[grammar]);

function marked(text: string, { words, inString }: Rules): string {
  let html = '';
  let end = 0;
  for (const match of text.matchAll(words)) {
    const [word] = match;
    const kind = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined)?.[0];
    const inside = kind === 'string' && inString ? marked(word, { words: inString }) : escapeHtml(word);
    html += `${escapeHtml(text.slice(end, match.index))}<span class="code-${kind}">${inside}</span>`;
    end = match.index + word.length;
  }
  return html + escapeHtml(text.slice(end));
}

function oneOf(kinds: Partial<Record<Kind, RegExp>>): RegExp {
  const groups = Object.entries(kinds).map(([kind, { source }]) => `(?<${kind}>${source})`);
  return new RegExp(groups.join('|'), 'gm');
}

const word = (words: string) => new RegExp(`\\b(?:${words.replaceAll(' ', '|')})\\b`);

const hashComment = /(?<!\S)#.*/;
const number = /(?<![\w.])-?\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?L?(?![\w.])/;
const numberOr = (words: string) => new RegExp(`${word(words).source}|${number.source}`);
/** The pattern matches calls, and names with a capital letter, which are classes. */
const called = /\b[A-Za-z_]\w*[?!]?(?=\()|\b[A-Z]\w*/;

const rules: Record<Exclude<Grammar, 'text'>, Rules> = {
  bash: {
    words: oneOf({
      comment: hashComment,
      string: /'[^']*'|"(?:\\[\s\S]|\$\([^)]*\)|\$(?!\()|[^"\\$])*"|<<-?'?(?<end>\w+)[\s\S]*?^\s*\k<end>$/,
      property: /\$(?:\w+|\{[^}]*\}|[@#?*!$])|(?<=\s)--?[A-Za-z][\w-]*|\b[A-Za-z_]\w*(?==)/,
      keyword: word('if then elif else fi for while until do done case esac in export'),
      // This matches the first word of a command.
      function: /(?<=(?:(?<!\\\n)^|[|;&({]|\b(?:do|then|else)\b)\s*)[a-z][\w.-]*(?=[\s();|]|$)/,
    }),
    inString: /(?<property>\$(?:\w+|\{[^}]*\}|[@#?*!$]))/g,
  },
  python: {
    words: oneOf({
      comment: hashComment,
      string: /[rbf]*(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')/,
      keyword: word(
        'and as assert async await break class continue def del elif else except finally for from global if import in is lambda not or pass raise return try while with yield',
      ),
      number: numberOr('True False None'),
      function: called,
      property: /\b[a-z_]\w*(?==[^=])/,
    }),
  },
  java: {
    words: oneOf({
      comment: /\/\/.*|\/\*[\s\S]*?\*\//,
      string: /"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'/,
      keyword: word(
        'abstract assert boolean break byte case catch char class continue default do double else enum extends final finally float for if implements import instanceof int interface long new package private protected public record return short static super switch this throw throws try var void while yield',
      ),
      number: numberOr('true false null'),
      function: called,
    }),
  },
  javascript: {
    words: oneOf({
      comment: /\/\/.*|\/\*[\s\S]*?\*\//,
      string: /`(?:\\[\s\S]|[^\\`])*`|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/,
      keyword: word(
        'async await catch class const else export for from function if import let new of return throw try while',
      ),
      number: numberOr('true false null undefined'),
      function: called,
      property: /\b[A-Za-z_]\w*(?=:\s)/,
    }),
    inString: /(?<property>\$\{[^}]*\})/g,
  },
  ruby: {
    words: oneOf({
      comment: hashComment,
      string: /"(?:\\.|#\{[^}]*\}|#(?!\{)|[^"\\#])*"|'(?:\\.|[^'\\])*'/,
      number: new RegExp(`${word('true false nil').source}|(?<!:):[a-z_]\\w*|${number.source}`),
      property: /\b[a-z_]\w*:(?!:)/,
      keyword: word(
        'abort and begin break case class def do else elsif end ensure for if in loop module next not or raise require rescue return self then unless until when while yield',
      ),
      function: called,
    }),
    inString: /(?<property>#\{[^}]*\})/g,
  },
  json: {
    words: oneOf({
      property: /"(?:\\.|[^"\\])*"(?=\s*:)/,
      string: /"(?:\\.|[^"\\])*"/,
      number: numberOr('true false null'),
    }),
  },
  yaml: {
    words: oneOf({
      comment: hashComment,
      property: /(?<=^[\s-]*)[\w.-]+(?=:(?:\s|$))/,
      string: /"(?:\\.|[^"\\])*"|'[^']*'/,
      number: numberOr('true false null'),
    }),
  },
};

export type Grammar = 'bash' | 'python' | 'java' | 'javascript' | 'ruby' | 'json' | 'yaml' | 'text';

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The anchor of each parameter's description, by parameter name. */
type ParameterLinks = ReadonlyMap<string, string>;

export const ParameterLinksContext = createContext<ParameterLinks>(new Map());

/** In highlighted code, links parameter names that are given a value to their descriptions. */
export function linkParameters(html: string, links: ParameterLinks): string {
  if (links.size === 0) return html;
  const parts = html.split(/(<[^>]+>)/);
  const names = new RegExp(`(?<![\\w-])(?:${[...links.keys()].join('|')})(?![\\w-])`, 'g');
  return parts
    .map((part, index) => {
      if (part.startsWith('<')) return part;
      const below = textOf(parts.slice(index + 1, index + 6));
      return part.replace(names, (name, at: number) => {
        const rest = part.slice(at + name.length) + below;
        return givesValue.test(rest) ? `<a href="#${links.get(name)}">${name}</a>` : name;
      });
    })
    .join('');
}

const textOf = (parts: string[]) => parts.filter((part) => !part.startsWith('<')).join('');

/** The pattern matches what follows the name in `name=value`, `"name": value` and `name: value`. */
const givesValue = /^(?:"|&quot;)?\s?[:=](?!=)/;
