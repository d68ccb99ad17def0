import { type PictureTable, toCsv } from '../../pictures/table.ts';

export type ExportFormat = 'SVG' | 'PNG' | 'CSV';

export interface ExportOptions {
  figure: Element | null;
  /** The file name without its extension. */
  fileName: string;
  readTable: () => Promise<PictureTable>;
  /** True for sandbox weather, which the exported file then mentions. */
  isSynthetic: boolean;
}

const pixelsPerUnit = 2;
const sourceHeight = 24;
const margin = 12;

export async function exportPicture(
  format: ExportFormat,
  { figure, fileName, readTable, isSynthetic }: ExportOptions,
): Promise<void> {
  if (format === 'CSV') return download(`${fileName}.csv`, dataUrl('text/csv', toCsv(await readTable())));
  const svg = figure?.querySelector('svg');
  if (!svg) throw new Error('There is no picture');
  const { text, width, height } = standalone(svg, isSynthetic ? 'Simulated data · ' : '');
  const address = dataUrl('image/svg+xml', text);
  download(
    `${fileName}.${format.toLowerCase()}`,
    format === 'SVG' ? address : await toPng(address, width, height),
  );
}

const dataUrl = (type: string, text: string) => `data:${type};charset=utf-8,${encodeURIComponent(text)}`;

function download(name: string, address: string): void {
  const link = document.createElement('a');
  link.download = name;
  link.href = address;
  link.click();
}

/** Exported pictures have no stylesheet, so these properties are written into their elements. */
const written = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'paint-order',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
] as const;

/** The picture as it looks now, with a line that names its source. */
function standalone(svg: SVGSVGElement, kind: string): { text: string; width: number; height: number } {
  const { width, height } = svg.viewBox.baseVal;
  const copy = document.importNode(svg, true);
  const drawn = svg.querySelectorAll('*');
  for (const [index, target] of copy.querySelectorAll('*').entries()) {
    const style = getComputedStyle(drawn.item(index));
    for (const property of written) target.setAttribute(property, style.getPropertyValue(property));
    target.removeAttribute('class');
    target.removeAttribute('style');
  }
  const [paper, ink] = colours(svg);
  const source = document.createElementNS(svgNamespace, 'text');
  source.textContent = `${kind}${location.origin}${location.pathname}${location.search}`;
  setAttributes(source, { x: margin, y: height + 16, fill: ink, 'font-size': '11px' });
  copy.append(source);
  const [fullWidth, fullHeight] = [width + 2 * margin, height + sourceHeight + margin];
  setAttributes(copy, {
    xmlns: svgNamespace,
    viewBox: `${-margin} ${-margin} ${fullWidth} ${fullHeight}`,
    width: fullWidth,
    height: fullHeight,
    style: `background:${paper};font-family:Inter,system-ui,sans-serif`,
  });
  return { text: new XMLSerializer().serializeToString(copy), width: fullWidth, height: fullHeight };
}

const svgNamespace = 'http://www.w3.org/2000/svg';

function setAttributes(element: Element, attributes: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}

function colours(svg: SVGSVGElement): [paper: string, ink: string] {
  const probe = svg.ownerDocument.createElement('span');
  probe.style.cssText = 'background:var(--paper);color:var(--muted)';
  svg.parentElement?.append(probe);
  const { backgroundColor, color } = getComputedStyle(probe);
  probe.remove();
  return [backgroundColor, color];
}

/** The image is a data URL, because the content security policy allows no other. */
async function toPng(address: string, width: number, height: number): Promise<string> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * pixelsPerUnit;
  canvas.height = height * pixelsPerUnit;
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}
