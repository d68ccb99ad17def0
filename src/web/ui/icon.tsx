import type { IconNode } from 'lucide';
import { createElement, type SVGProps } from 'react';

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'of'> {
  of: IconNode;
  size: number;
  /** Only icons that have no text next to them and aren't in a labelled button need a label. */
  label?: string;
}

/** Renders a Lucide icon. Lucide's React package would add four times as much code to every page. */
export function Icon({ of, size, label, ...rest }: IconProps) {
  return createElement(
    'svg',
    {
      ...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }),
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      ...rest,
    },
    ...of.map(([element, attributes]) => createElement(element, attributes)),
  );
}
