import { expect, test } from 'vitest';
import { mergeSameReasons } from './sounding-panels.tsx';

test('indices that are missing for the same reason share a row', () => {
  const reason = 'No wind data.';
  const merged = mergeSameReasons([
    { name: 'CAPE', value: '7 J/kg' },
    { name: 'Shear 0–1 km', reason },
    { name: 'EL', reason: 'The parcel never becomes buoyant.' },
    { name: 'Helicity 0–1 km', reason },
  ]);
  expect(merged).toEqual([
    { name: 'CAPE', value: '7 J/kg' },
    { name: 'Shear 0–1 km, helicity 0–1 km', reason },
    { name: 'EL', reason: 'The parcel never becomes buoyant.' },
  ]);
});
