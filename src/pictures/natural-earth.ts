import { flatRings } from './flat-rings.ts';
import type { Frame, Place } from './frame.ts';
import {
  alongGreatCircles,
  type Coordinates,
  coordinatesOf,
  degrees,
  type Projection,
  radians,
} from './sphere.ts';

/** How long a parallel is, and how high it lies: the polynomials of Bojan Šavrič, for a radius of 1. */
function widthAt(phi: number): number {
  const square = phi * phi;
  const fourth = square * square;
  return 0.8707 - 0.131979 * square + fourth * (-0.013791 + fourth * (0.003971 * square - 0.001529 * fourth));
}
function heightAt(phi: number): number {
  const square = phi * phi;
  const fourth = square * square;
  return (
    phi * (1.007226 + square * (0.015085 + fourth * (-0.044475 + 0.028874 * square - 0.005916 * fourth)))
  );
}
const steepnessAt = (phi: number) =>
  1.007226 + 0.045255 * phi ** 2 - 0.311325 * phi ** 6 + 0.259866 * phi ** 8 - 0.065076 * phi ** 10;

const NEAR = 1e-9;
const TRIES_MOST = 25;
const OUTLINE_DEGREES = 2.5;

/** The whole earth: parallels are straight, and it ends at the date line. */
export function naturalEarth({ left, top, right, bottom }: Frame): Projection {
  const scale = Math.min(
    (right - left) / (2 * Math.PI * widthAt(0)),
    (bottom - top) / (2 * heightAt(Math.PI / 2)),
  );
  const [middleX, middleY] = [(left + right) / 2, (top + bottom) / 2];
  const place = ({ latitude, longitude }: Coordinates): Place => {
    const phi = radians(latitude);
    return {
      x: middleX + scale * radians(withinADay(longitude)) * widthAt(phi),
      y: middleY - scale * heightAt(phi),
    };
  };
  const upTheEdge = Array.from(
    { length: 180 / OUTLINE_DEGREES + 1 },
    (_, index) => index * OUTLINE_DEGREES - 90,
  );
  const outline = [
    ...upTheEdge.map((latitude) => place({ latitude, longitude: -180 })),
    ...upTheEdge.map((latitude) => place({ latitude: -latitude, longitude: 180 })),
  ];
  return {
    place,
    coordinates: ({ x, y }) => {
      const phi = latitudeAt((middleY - y) / scale);
      const longitude = withinADay(degrees((x - middleX) / scale / widthAt(phi)));
      return Number.isFinite(longitude) ? { latitude: degrees(phi), longitude } : undefined;
    },
    line: (points) => cutAtDateLine(points).map((line) => line.map(place)),
    outline: [...outline, outline[0]!],
    land: (rings) =>
      rings
        .flatMap(flatRings)
        .map((ring) => ring.map(([longitude, latitude]) => place({ latitude, longitude }))),
  };
}

/** Both ends of a day are places of their own on the map. */
const withinADay = (longitude: number) =>
  Math.abs(longitude) > 180 ? longitude - 360 * Math.round(longitude / 360) : longitude;

/** By Newton's method: the height has no inverse that could be written down. */
function latitudeAt(height: number): number {
  let phi = height;
  for (let tried = 0; tried < TRIES_MOST; tried++) {
    const step = (heightAt(phi) - height) / steepnessAt(phi);
    phi -= step;
    if (Math.abs(step) < NEAR) break;
  }
  return phi;
}

function cutAtDateLine(points: readonly Coordinates[]): Coordinates[][] {
  const lines: Coordinates[][] = [[]];
  let last: Coordinates | undefined;
  for (const vector of alongGreatCircles(points)) {
    const { latitude, longitude } = coordinatesOf(vector);
    const from = last ?? { latitude, longitude };
    // Goes on from the point before, beyond the date line if need be.
    const onward = longitude - 360 * Math.round((longitude - from.longitude) / 360);
    const edge = Math.sign(onward) * 180;
    const isAcross = Math.abs(onward) > 180 + NEAR;
    if (isAcross) {
      const part = (edge - from.longitude) / (onward - from.longitude);
      const at = from.latitude + part * (latitude - from.latitude);
      lines.at(-1)!.push({ latitude: at, longitude: edge });
      lines.push([{ latitude: at, longitude: -edge }]);
    }
    last = { latitude, longitude: isAcross ? longitude : Math.abs(onward) > 180 ? edge : onward };
    lines.at(-1)!.push(last);
  }
  return lines.filter((line) => line.length > 1);
}
