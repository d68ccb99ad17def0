import { existsSync, readFileSync, statSync } from 'node:fs';

/** It stands in every page. */
const bytesMax = 4096;

/** A picture as markup to put into a page, or what is wrong with it. */
export function readMark(path: string): { markup: string } | { wrong: string } {
  if (!existsSync(path)) return { wrong: 'there is no such file beside site.yaml' };
  if (statSync(path).size > bytesMax) return { wrong: `is larger than ${bytesMax} bytes` };
  const markup = readFileSync(path, 'utf8')
    .replaceAll(/<\?xml[^>]*>|<!--[\s\S]*?-->/g, '')
    .replaceAll(/>\s+</g, '><')
    .trim();
  if (!/^<svg\s[^>]*viewBox="/.test(markup) || !markup.endsWith('</svg>'))
    return { wrong: 'must be one <svg> with a viewBox' };
  if (/<(script|foreignObject|style|image)\b|\son\w+=|href="(?!#)/i.test(markup))
    return { wrong: 'must be shapes alone: no scripts, styles, images or links' };
  return { markup };
}
