import { expect, test } from 'vitest';
import { regionName } from './regions.ts';

test.each([
  [48, -30, 'North Atlantic'],
  [-30, -10, 'South Atlantic'],
  [40, -170, 'North Pacific'],
  [40, 190, 'North Pacific'],
  [-20, -120, 'South Pacific'],
  [-20, 75, 'Indian Ocean'],
  [-25, 134, 'Australia'],
  [48, 2.3, 'Europe'],
  [40, -100, 'United States'],
  [60, 100, 'Siberia'],
  [-58, 20, 'Southern Ocean'],
  [80, 20, 'Arctic Ocean'],
  [64.1, -21.9, 'Iceland'],
])('%d, %d is %s', (latitude, longitude, name) => {
  expect(regionName({ latitude, longitude })).toBe(name);
});

test('every position on earth has a name, also on both sides of the date line', () => {
  for (let latitude = -90; latitude <= 90; latitude += 2.5)
    for (let longitude = -360; longitude <= 360; longitude += 2.5)
      expect(regionName({ latitude, longitude })).not.toBe('somewhere');
});
