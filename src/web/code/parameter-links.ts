import { createContext } from 'react';

/** Parameters by name, each with the address of its description on the page. */
type ParameterLinks = ReadonlyMap<string, string>;

export const ParameterLinksContext = createContext<ParameterLinks>(new Map());

/** In highlighted code: a word that is the name of a parameter, where it is given a value, leads to its description. */
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

/** `name=value`, `"name": value`, `name: value`. */
const givesValue = /^(?:"|&quot;)?\s?[:=](?!=)/;
