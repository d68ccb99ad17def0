import type { IconNode } from 'lucide';
import { createElement, type SVGProps } from 'react';

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'of'> {
  of: IconNode;
  size: number;
  /** What it means, where neither words beside it nor the name of its button say so. */
  label?: string;
}

/** One of Lucide's drawings. Its own component for React carries four times as much into every page. */
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
