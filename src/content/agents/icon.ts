import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../platform/root.ts';
import { iconPng, iconSvg } from '../../urls.ts';

/** The mark, where there is no room for the name: in a tab, and in a client's list of MCP servers. */
export const iconText =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="#0b84d8" stroke-width="2.6" stroke-linecap="round">' +
  '<circle cx="16" cy="11" r="7.7"/><path d="M16 19v4M4 24c4-3 8 3 12 0s8-3 12 0M8 29c3-2 5 2 8 0s5-2 8 0"/></svg>';

/** The same drawn by a browser: not every client shows SVG. */
export const readIconPng = () => readFileSync(join(root, 'src/content/agents/icon.png'));

/** As the Model Context Protocol names them. */
export const iconsAt = (url: string) => [
  { src: url + iconSvg, mimeType: 'image/svg+xml', sizes: ['any'] },
  { src: url + iconPng, mimeType: 'image/png', sizes: ['96x96'] },
];
