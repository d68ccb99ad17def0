import { pathOf } from '../../../drawing/path.ts';
import type { EarthMap } from '../../../drawing/projection.ts';
import { Lines } from './svg.tsx';

/** Sea, lines of latitude and longitude, land. */
export function Earth({ earth, isFilled = true }: { earth: EarthMap; isFilled?: boolean }) {
  return (
    <>
      {isFilled && <path className="drawn-sea" d={pathOf(earth.outline, { decimals: 0, close: true })} />}
      <path className="drawn-grid" d={pathOf(earth.graticule, { decimals: 0 })} />
      <path
        className={isFilled ? 'drawn-land' : 'drawn-coast'}
        d={pathOf(earth.coast, { decimals: 0, close: true })}
      />
      <Lines className="drawn-edge" of={earth.outline} />
    </>
  );
}
