import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAddress, settingChoices, writeAddress } from './viewer-address.ts';

const setting = <Name extends keyof typeof settingChoices>(name: Name) =>
  fc.constantFrom(...(settingChoices[name] as readonly (typeof settingChoices)[Name][number][]));

const addresses = fc.record({
  mission: fc.option(fc.stringMatching(/^[\w-]{1,64}$/), { nil: undefined }),
  leg: fc.option(fc.integer({ min: 1, max: 10_000 }), { nil: undefined }),
  timeSeconds: fc.option(fc.integer({ min: 0, max: 4_000_000_000 }), { nil: undefined }),
  parcel: setting('parcel'),
  wind: setting('wind'),
  heights: setting('heights'),
  map: setting('map'),
  profile: setting('profile'),
  wind300: setting('wind300'),
  rain: setting('rain'),
  pressure: setting('pressure'),
  cyclones: setting('cyclones'),
});

describe('a link to a picture', () => {
  test('leads back to the same picture', () => {
    fc.assert(
      fc.property(addresses, (address) => {
        const { address: read, ignored } = readAddress(writeAddress(address));
        expect({ ...read, mission: read.mission, leg: read.leg, timeSeconds: read.timeSeconds }).toEqual(
          address,
        );
        expect(ignored).toEqual([]);
      }),
    );
  });

  test('is short and can be read', () => {
    const search = '?mission=W-7345&leg=3&time=2026-11-15T04:20:10Z&wind=kt&rain=on';
    expect(writeAddress(readAddress(search).address)).toBe(search);
  });

  test('with nothing to say says nothing', () => {
    expect(writeAddress(readAddress('').address)).toBe('');
  });

  test('says which of its words mean nothing, and falls back', () => {
    const { address, ignored } = readAddress(
      '?mission=<b>&leg=0&time=yesterday&parcel=toString&wind=mph&constructor=1&heights=km',
    );
    expect(ignored).toEqual(['mission', 'leg', 'time', 'parcel', 'wind', 'constructor']);
    expect(address).toMatchObject({ parcel: 'mixed', wind: 'ms', heights: 'km' });
    expect(address.mission).toBeUndefined();
  });

  test('of any text is read without a fault', () => {
    fc.assert(
      fc.property(fc.string(), (search) => {
        const { address } = readAddress(`?${search}`);
        expect(readAddress(writeAddress(address)).address).toEqual(address);
      }),
    );
  });
});
