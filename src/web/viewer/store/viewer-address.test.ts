import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAddress, settingChoices, writeAddress } from './viewer-address.ts';

const setting = <Name extends keyof typeof settingChoices>(name: Name) =>
  fc.constantFrom(...settingChoices[name]);

const selections = fc.record({
  mission: fc.option(fc.stringMatching(/^[\w-]{1,64}$/), { nil: undefined }),
  leg: fc.option(fc.integer({ min: 1, max: 10_000 }), { nil: undefined }),
  timeSeconds: fc.option(fc.integer({ min: 0, max: 4_000_000_000 }), { nil: undefined }),
  compare: fc.option(fc.stringMatching(/^[\w-]{1,64}$/), { nil: undefined }),
});
const allSettings = fc.record({
  parcel: setting('parcel'),
  wind: setting('wind'),
  heights: setting('heights'),
  temperature: setting('temperature'),
  hodograph: setting('hodograph'),
  model: setting('model'),
  lead: setting('lead'),
  map: setting('map'),
  profile: setting('profile'),
  wind300: setting('wind300'),
  rain: setting('rain'),
  pressure: setting('pressure'),
  cyclones: setting('cyclones'),
  diagram: setting('diagram'),
});
const hundredths = (limit: number, least = -limit) =>
  fc.integer({ min: least * 100, max: limit * 100 }).map((count) => count / 100);
const mapViews = fc.option(
  fc.record({ latitude: hundredths(90), longitude: hundredths(180), zoom: hundredths(16, 0) }),
  { nil: undefined },
);

const rewrite = (search: string) => {
  const { selection, settings, mapView } = readAddress(search);
  return writeAddress(selection, settings, mapView);
};

describe('an address', () => {
  test('restores the same selection, settings and part of the map', () => {
    fc.assert(
      fc.property(selections, allSettings, mapViews, (selection, settings, mapView) => {
        const read = readAddress(writeAddress(selection, settings, mapView));
        expect(read).toEqual({ selection, settings, mapView, ignored: [] });
      }),
    );
  });

  test('is short and readable', () => {
    const search =
      '?mission=W-7345&leg=3&time=2026-11-15T04:20:10Z&compare=before&wind=kt&lead=48&rain=on&view=48.2,-12.5,4';
    expect(rewrite(search)).toBe(search);
  });

  test('is empty for the defaults', () => {
    expect(rewrite('')).toBe('');
  });

  test('lists the parameters that are not valid, and uses defaults for them', () => {
    const { selection, settings, ignored } = readAddress(
      '?mission=<b>&compare=&leg=0&time=yesterday&parcel=toString&wind=mph&constructor=1&timeSeconds=1&heights=km&view=91,0,4',
    );
    expect(ignored).toEqual([
      'mission',
      'compare',
      'leg',
      'time',
      'parcel',
      'wind',
      'constructor',
      'timeSeconds',
      'view',
    ]);
    expect(settings).toMatchObject({ parcel: 'mixed', wind: 'ms', heights: 'km' });
    expect(selection.mission).toBeUndefined();
  });

  test('can be any text', () => {
    fc.assert(
      fc.property(fc.string(), (search) => {
        const { selection, settings, mapView } = readAddress(`?${search}`);
        const read = readAddress(writeAddress(selection, settings, mapView));
        expect(read).toMatchObject({ selection, settings });
      }),
    );
  });
});
