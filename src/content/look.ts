import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Colours, completeColours } from './colours.ts';
import { type SiteFile, svgName } from './site-schema.ts';
import type { Mistakes } from './yaml/mistakes.ts';
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

/** Undefined if a file of it cannot be used. */
export function readLook(
  folder: string,
  sitePath: string,
  { content, lineOf }: YamlFile<SiteFile>,
  mistakes: Mistakes,
): Look | undefined {
  const { colours } = content.look;
  // Other names are reported already.
  if (!svgName.test(content.look.mark) || !svgName.test(content.look.icon)) return undefined;
  const mark = readSvg('mark');
  const icon = content.look.icon === content.look.mark ? mark : readSvg('icon');
  const iconPng = readPng();
  if (mark === undefined || icon === undefined) return undefined;
  return { mark, icon, iconPng, colours: completeColours(colours) };

  function complain(field: 'mark' | 'icon', file: string, problem: string): undefined {
    mistakes.add(sitePath, lineOf(['look', field]), `look.${field}: ${file}: ${problem}`);
  }

  function readSvg(field: 'mark' | 'icon'): string | undefined {
    const file = content.look[field];
    const path = join(folder, file);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats?.isFile()) return complain(field, file, 'no such file next to site.yaml');
    if (stats.size > maxBytes) return complain(field, file, `is larger than ${maxBytes} bytes`);
    const markup = readFileSync(path, 'utf8')
      .replaceAll(/<\?xml[^>]*>|<!--[\s\S]*?-->/g, '')
      .replaceAll(/>\s+</g, '><')
      .trim();
    const problem = svgProblem(markup);
    return problem === undefined ? markup : complain(field, file, problem);
  }

  /** Programs that show no SVG get the icon with 96 by 96 pixels, if it is there. */
  function readPng(): Buffer | undefined {
    const file = content.look.icon.replace(/svg$/, 'png');
    const path = join(folder, file);
    if (!existsSync(path)) return undefined;
    const bytes = readFileSync(path);
    if (isPng96(bytes)) return bytes;
    return complain('icon', file, 'must be a PNG image with 96 by 96 pixels');
  }
}

function svgProblem(markup: string): string | undefined {
  if (!/^<svg\s[^>]*viewBox=["']/.test(markup) || !markup.endsWith('</svg>'))
    return 'must be one <svg> with a viewBox';
  if (!/^<svg\s[^>]*xmlns=["']http:\/\/www\.w3\.org\/2000\/svg["']/.test(markup))
    return 'must have xmlns="http://www.w3.org/2000/svg"; browsers show no icon without it';
  if (/<(script|foreignObject|style|image)\b|\son\w+=|href=["'](?!#)/i.test(markup))
    return 'must contain only shapes: no scripts, styles, images or links';
  return isClosed(markup) ? undefined : 'is not well-formed: an element is not closed';
}

/** Browsers show no icon whose elements are not closed as in XML. */
function isClosed(markup: string): boolean {
  const open: string[] = [];
  for (const [, end, name = '', isEmpty] of markup.matchAll(/<(\/?)([\w:-]+)[^>]*?(\/?)>/g)) {
    if (end && open.pop() !== name) return false;
    if (!end && !isEmpty) open.push(name);
  }
  return open.length === 0;
}

const pngSignature = '89504e470d0a1a0a';

/** Width and height follow the signature and the head of the first chunk. */
const isPng96 = (bytes: Buffer) =>
  bytes.length > 24 &&
  bytes.toString('hex', 0, 8) === pngSignature &&
  bytes.readUInt32BE(16) === 96 &&
  bytes.readUInt32BE(20) === 96;
