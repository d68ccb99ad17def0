import { z } from 'zod';
import type { Convection } from '../../pictures/sounding/convection.ts';
import type { Level, NamedLevel } from '../../pictures/sounding/levels.ts';
import type { Sounding } from '../../pictures/sounding/sounding.ts';
import {
  isUnavailable,
  kilometres,
  type OrUnavailable,
  type Quantity,
} from '../../pictures/sounding/unavailable.ts';
import { latitude, longitude } from '../toolkit/parameters.ts';
import { compassPoint, windOf } from '../toolkit/wind.ts';

/** A number with its unit in words, or the sentence why there is none. */
export const index = z.object({ name: z.string(), value: z.string() });

export const level = z.object({
  pressure: z.number().describe('hPa'),
  altitude: z.number().describe('m above sea level'),
  latitude: latitude.optional(),
  longitude: longitude.optional(),
  temperature: z.number().optional().describe('°C'),
  dew_point: z.number().optional().describe('°C'),
  wind_speed: z.number().optional().describe('m/s'),
  wind_direction: z.number().optional().describe('degrees clockwise from north, from which the wind blows'),
});
type ShownLevel = z.infer<typeof level>;

export function indicesOf({ parcels, indices }: Sounding): z.infer<typeof index>[] {
  const { lowest, mixed, mostUnstable } = parcels;
  const parcel = (name: string, convection: OrUnavailable<Convection>) =>
    isUnavailable(convection)
      ? [{ name: `${name} parcel`, value: convection.unavailable }]
      : [
          { name: `CAPE, ${name} parcel`, value: amount(convection.cape) },
          { name: `CIN, ${name} parcel`, value: amount(convection.cin) },
        ];
  const shear = indices.shear6km;
  return [
    ...parcel('lowest', lowest),
    ...parcel('mixed', mixed),
    ...parcel('most unstable', mostUnstable),
    { name: 'Precipitable water', value: amount(indices.precipitableWater) },
    { name: 'Freezing level', value: height(indices.freezingLevel) },
    { name: 'Tropopause', value: height(indices.tropopause) },
    {
      name: 'Wind shear from 0 to 6 km',
      value: isUnavailable(shear) ? shear.unavailable : `${Math.hypot(shear.u, shear.v).toFixed(1)} m/s`,
    },
    { name: 'Helicity from 0 to 3 km', value: amount(indices.helicity3km) },
  ];
}

function amount(quantity: OrUnavailable<Quantity>): string {
  if (isUnavailable(quantity)) return quantity.unavailable;
  const { value, unit, isLowerBound } = quantity;
  return `${isLowerBound ? 'at least ' : ''}${value.toFixed(unit === 'mm' ? 1 : 0)} ${unit}`;
}

const height = (named: OrUnavailable<NamedLevel>) =>
  isUnavailable(named)
    ? named.unavailable
    : `${kilometres(named.altitudeMetres)}, ${named.pressureHpa.toFixed(0)} hPa, ${named.celsius.toFixed(1)} °C`;

const standardHpa = [1000, 925, 850, 700, 600, 500, 400, 300, 250, 200, 150, 100, 70, 50];
/** A level may lie this far from a standard one, as a part of its pressure. */
const tolerance = 0.03;

/** The measured levels nearest to the standard ones; those that the balloon did not reach are left out. */
export function standardLevels(levels: readonly Level[]): ShownLevel[] {
  const near = standardHpa.flatMap((hpa) => {
    const off = ({ pressureHpa }: Level) => Math.abs(Math.log(pressureHpa / hpa));
    const nearest = levels.reduce((best, each) => (off(each) < off(best) ? each : best));
    return off(nearest) <= tolerance ? [nearest] : [];
  });
  return [...new Set(near)].map(shown);
}

function shown({ pressureHpa, altitudeMetres, place, celsius, dewPointCelsius, wind }: Level): ShownLevel {
  const tenths = (value: number) => Math.round(value * 10) / 10;
  const blowing = wind && windOf(wind.u, wind.v);
  return {
    pressure: tenths(pressureHpa),
    altitude: Math.round(altitudeMetres),
    ...(place
      ? { latitude: Number(place.latitude.toFixed(3)), longitude: Number(place.longitude.toFixed(3)) }
      : {}),
    ...(celsius === null ? {} : { temperature: tenths(celsius) }),
    ...(dewPointCelsius === null ? {} : { dew_point: tenths(dewPointCelsius) }),
    ...(blowing ? { wind_speed: tenths(blowing.speed), wind_direction: blowing.direction } : {}),
  };
}

export const levelHeading = 'pressure hPa | altitude m | temperature °C | dew point °C | wind m/s, from';

export function levelLine({
  pressure,
  altitude,
  temperature,
  dew_point,
  wind_speed,
  wind_direction,
}: ShownLevel) {
  const wind =
    wind_direction === undefined ? '' : `${wind_speed}, ${wind_direction}° ${compassPoint(wind_direction)}`;
  return [pressure, altitude, temperature ?? '', dew_point ?? '', wind].join(' | ');
}
