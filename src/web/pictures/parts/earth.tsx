import { memo } from 'react';
import { pathOf } from '../../../pictures/path.ts';
import type { EarthMap } from '../../../pictures/projection.ts';
import { Lines } from './svg.tsx';

/** Sea, lines of latitude and longitude, land; a step each. */
export function Earth({ earth, isFilled = true }: EarthProps & { isFilled?: boolean }) {
  return (
    <>
      {isFilled && <path className="drawn-sea" d={pathOf(earth.outline, { decimals: 0, close: true })} />}
      <Net earth={earth} />
      <Land earth={earth} className={isFilled ? 'drawn-land' : 'drawn-coast'} />
      <Lines className="drawn-edge" of={earth.outline} />
    </>
  );
}

interface EarthProps {
  earth: EarthMap;
}

const Net = memo(({ earth }: EarthProps) => (
  <path className="drawn-grid" d={pathOf(earth.graticule, { decimals: 0 })} />
));

const Land = memo(({ earth, className }: EarthProps & { className: string }) => (
  <path className={className} fillRule="evenodd" d={pathOf(earth.coast, { decimals: 0, close: true })} />
));
