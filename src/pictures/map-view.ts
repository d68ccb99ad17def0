import type { Coordinates } from '../api/data-api.ts';
import { type EarthMap, earthMap, fitGlobe, frameOf, type Size } from './earth-map.ts';
import { boundsOf, type Frame, type Point } from './geometry.ts';
import { globe, naturalEarth } from './projections.ts';
import { clamp, degrees, interpolate, radians } from './sounding/math.ts';

/** The part of the earth in the picture: its centre, and how many times it is enlarged. */
export interface MapView extends Coordinates {
  zoom: number;
}

/** A map that can be moved and enlarged. */
export interface ViewedMap {
  earth: EarthMap;
  view: MapView;
  minZoom: number;
  /** The edges of the earth, which a move keeps out of the picture; a globe can be turned without an end. */
  bounds: Frame | undefined;
}

/** The coasts have a point every quarter of a degree, so a larger map would show only corners. */
export const maxZoom = 16;

const worldGraticule = (zoom: number) => (zoom < 3 ? 30 : 10);

/** The whole earth, or a part of it, in the Natural Earth projection. */
export function viewWorld(size: Size, wanted?: MapView): ViewedMap {
  const zoom = clamp(wanted?.zoom ?? 1, 1, maxZoom);
  const middle = { x: size.width / 2, y: size.height / 2 };
  const centred = enlarge(frameOf(size), middle, zoom);
  const atCentre = (wanted && naturalEarth(centred).project(wanted)) ?? middle;
  const frame = shift(centred, { x: middle.x - atCentre.x, y: middle.y - atCentre.y });
  const limited = shift(frame, movesInside(boundsOf(naturalEarth(frame).outline), size));
  const projection = naturalEarth(limited);
  const { latitude, longitude } = wanted ?? { latitude: 0, longitude: 0 };
  return {
    earth: earthMap(projection, size, worldGraticule(zoom)),
    view: { latitude, longitude, zoom },
    minZoom: 1,
    bounds: boundsOf(projection.outline),
  };
}

/** A globe that fills the picture. It is centred on the positions unless another view is wanted. */
export function viewGlobe(size: Size, places: readonly Coordinates[], wanted?: MapView): ViewedMap {
  const { centre, reach } = fitGlobe(places);
  // At this zoom, half of the earth is in the picture.
  const minZoom = Math.sin(radians(reach));
  const zoom = clamp(wanted?.zoom ?? 1, minZoom, maxZoom);
  const { left, top, right, bottom } = frameOf(size);
  const radius = (Math.min(right - left, bottom - top) / 2) * (zoom / minZoom);
  const rim = Math.min(radius, Math.hypot(size.width, size.height) / 2);
  const seen = degrees(Math.asin(Math.min(1, rim / radius)));
  const [x, y] = [size.width / 2, size.height / 2];
  const frame = { left: x - rim, top: y - rim, right: x + rim, bottom: y + rim };
  const { latitude, longitude } = wanted ?? centre;
  const projection = globe({ latitude, longitude }, seen, frame);
  const earth = earthMap(projection, size, seen > 50 ? 20 : 10);
  return { earth, view: { latitude, longitude, zoom }, minZoom, bounds: undefined };
}

/** How a gesture has changed the picture so far: every point is scaled, then moved. */
export interface Gesture extends Point {
  scale: number;
}

export const noGesture: Gesture = { scale: 1, x: 0, y: 0 };

/** Enlarges around a point of the picture, as far as the map allows. */
export function zoomAround(
  gesture: Gesture,
  { view, minZoom }: Pick<ViewedMap, 'view' | 'minZoom'>,
  { x, y }: Point,
  factor: number,
): Gesture {
  const scale = clamp(gesture.scale * factor, minZoom / view.zoom, maxZoom / view.zoom);
  const change = scale / gesture.scale;
  return { scale, x: x - (x - gesture.x) * change, y: y - (y - gesture.y) * change };
}

/** Keeps the points under one or two fingers under them. */
export function moveFingers(
  gesture: Gesture,
  map: Pick<ViewedMap, 'view' | 'minZoom'>,
  before: readonly Point[],
  after: readonly Point[],
): Gesture {
  const [from, to] = [middleOf(before), middleOf(after)];
  const moved = { ...gesture, x: gesture.x + to.x - from.x, y: gesture.y + to.y - from.y };
  const [apart, nowApart] = [distanceIn(before), distanceIn(after)];
  return apart === 0 ? moved : zoomAround(moved, map, to, nowApart / apart);
}

const middleOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});

function distanceIn([one, other]: readonly Point[]): number {
  return one && other ? Math.hypot(other.x - one.x, other.y - one.y) : 0;
}

/** No empty edge comes into the picture while there is more of the earth to show. */
export function limitGesture(gesture: Gesture, { earth, bounds }: ViewedMap): Gesture {
  if (!bounds) return gesture;
  const { scale } = gesture;
  const move = movesInside(
    {
      left: bounds.left * scale + gesture.x,
      right: bounds.right * scale + gesture.x,
      top: bounds.top * scale + gesture.y,
      bottom: bounds.bottom * scale + gesture.y,
    },
    earth,
  );
  return { scale, x: gesture.x + move.x, y: gesture.y + move.y };
}

/** The view after a gesture. */
export function viewAfter(map: ViewedMap, { scale, x, y }: Gesture): MapView {
  const { earth, view } = map;
  const centre = { x: (earth.width / 2 - x) / scale, y: (earth.height / 2 - y) / scale };
  return { ...positionNear(map, centre), zoom: view.zoom * scale };
}

const maxTries = 40;

/** The position at a point of the picture, or the first one on the way from there to the centre of the earth. */
function positionNear({ earth, bounds, view }: ViewedMap, { x, y }: Point): Coordinates {
  const { left, top, right, bottom } = bounds ?? earth.frame;
  for (let tried = 0; tried < maxTries; tried++) {
    const part = tried / maxTries;
    const point = {
      x: interpolate(x, (left + right) / 2, part),
      y: interpolate(y, (top + bottom) / 2, part),
    };
    const found = earth.unproject(point);
    // A point beside the flat map has the coordinates of its other side, where it is not.
    const drawn = found && earth.project(found);
    if (drawn && Math.hypot(drawn.x - point.x, drawn.y - point.y) < 1) return found;
  }
  return view;
}

const movesInside = ({ left, top, right, bottom }: Frame, { width, height }: Size): Point => ({
  x: moveInside(left, right, width),
  y: moveInside(top, bottom, height),
});

/** A range that is smaller than the picture is centred. */
function moveInside(from: number, to: number, size: number): number {
  if (to - from <= size) return (size - from - to) / 2;
  return from > 0 ? -from : Math.max(0, size - to);
}

const enlarge = ({ left, top, right, bottom }: Frame, { x, y }: Point, zoom: number): Frame => ({
  left: x + (left - x) * zoom,
  top: y + (top - y) * zoom,
  right: x + (right - x) * zoom,
  bottom: y + (bottom - y) * zoom,
});

const shift = ({ left, top, right, bottom }: Frame, { x, y }: Point): Frame => ({
  left: left + x,
  top: top + y,
  right: right + x,
  bottom: bottom + y,
});
