import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allColours, type Colours } from './provider/colours.ts';
import { readMark } from './provider/mark.ts';
import type { SiteFile } from './site-schema.ts';
import { ContentError } from './yaml/content-error.ts';
import type { YamlFile } from './yaml/read-yaml.ts';

/** How the provider's pages look, beside what they say. */
export interface Look {
  /** Markup for the pages themselves. */
  mark: string;
  /** A picture for a tab of the browser. */
  icon: string;
  /** The same in pixels, where it lies beside it: 96 by 96. */
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
