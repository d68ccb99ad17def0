import { iconPng, iconSvg } from '../../urls.ts';
import type { Site } from '../site.ts';

/** Where there is no room for the name, as the Model Context Protocol names them: not every client shows SVG. */
export const iconsOf = ({ url, look }: Site) => [
  { src: url + iconSvg, mimeType: 'image/svg+xml', sizes: ['any'] },
  ...(look.iconPng ? [{ src: url + iconPng, mimeType: 'image/png', sizes: ['96x96'] }] : []),
];
