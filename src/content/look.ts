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

/** The markup is part of every page, so it must be small. */
const maxBytes = 4096;

export function readLook(folder: string, sitePath: string, { content, lineOf }: YamlFile<SiteFile>): Look {
  const { mark, icon, colours } = content.look;
  const png = join(folder, icon.replace(/svg$/, 'png'));
  return {
    mark: readSvg('mark', mark),
    icon: readSvg('icon', icon),
    iconPng: existsSync(png) ? readFileSync(png) : undefined,
    colours: allColours(colours),
  };

  function readSvg(field: string, file: string): string {
    const fail = (problem: string) =>
      new ContentError(sitePath, lineOf(['look', field]), `look.${field}: ${file}: ${problem}`);
    const path = join(folder, file);
    if (!existsSync(path)) throw fail('no such file next to site.yaml');
    if (statSync(path).size > maxBytes) throw fail(`is larger than ${maxBytes} bytes`);
    const markup = readFileSync(path, 'utf8')
      .replaceAll(/<\?xml[^>]*>|<!--[\s\S]*?-->/g, '')
      .replaceAll(/>\s+</g, '><')
      .trim();
    if (!/^<svg\s[^>]*viewBox="/.test(markup) || !markup.endsWith('</svg>'))
      throw fail('must be one <svg> with a viewBox');
    if (/<(script|foreignObject|style|image)\b|\son\w+=|href="(?!#)/i.test(markup))
      throw fail('must contain only shapes: no scripts, styles, images or links');
    return markup;
  }
}
