import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { allColours, type Colours } from './colours.ts';
import type { SiteFile } from './site-schema.ts';
import { ContentError } from './yaml/mistakes.ts';
import type { YamlFile } from './yaml/read-yaml.ts';

export interface Look {
  /** SVG markup in the pages. */
  mark: string;
  /** SVG for the browser tab. */
  icon: string;
  /** The icon with 96 by 96 pixels, if the file exists. */
  iconPng: Buffer | undefined;
  colours: Colours;
}

export function readLook(folder: string, sitePath: string, { content, lineOf }: YamlFile<SiteFile>): Look {
  const read = (field: 'mark' | 'icon') => {
    const file = content.look[field];
    const found = readMark(join(folder, file));
    if ('markup' in found) return found.markup;
    throw new ContentError(sitePath, lineOf(['look', field]), `look.${field}: ${file}: ${found.wrong}`);
  };
  const png = join(folder, content.look.icon.replace(/svg$/, 'png'));
  return {
    mark: read('mark'),
    icon: read('icon'),
    iconPng: existsSync(png) ? readFileSync(png) : undefined,
    colours: allColours(content.look.colours),
  };
}

/** The markup is part of every page, so it must be small. */
const maxBytes = 4096;

/** SVG markup for a page, or the reason why it is invalid. */
function readMark(path: string): { markup: string } | { wrong: string } {
  if (!existsSync(path)) return { wrong: 'no such file next to site.yaml' };
  if (statSync(path).size > maxBytes) return { wrong: `is larger than ${maxBytes} bytes` };
  const markup = readFileSync(path, 'utf8')
    .replaceAll(/<\?xml[^>]*>|<!--[\s\S]*?-->/g, '')
    .replaceAll(/>\s+</g, '><')
    .trim();
  if (!/^<svg\s[^>]*viewBox="/.test(markup) || !markup.endsWith('</svg>'))
    return { wrong: 'must be one <svg> with a viewBox' };
  if (/<(script|foreignObject|style|image)\b|\son\w+=|href="(?!#)/i.test(markup))
    return { wrong: 'must contain only shapes: no scripts, styles, images or links' };
  return { markup };
}
