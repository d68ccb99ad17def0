const DIRECTIONS = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'];

/** "from the west": where the wind comes from. */
export function directionWords({ u, v }: { u: number; v: number }): string {
  return `from the ${DIRECTIONS[Math.round(directionDegrees({ u, v }) / 45) % 8]}`;
}

/** 0 is north, 90 east. */
export function directionDegrees({ u, v }: { u: number; v: number }): number {
  return ((Math.atan2(-u, -v) * 180) / Math.PI + 360) % 360;
}

/** "48.1° N, 12.3° W". */
export function coordinateWords({ latitude, longitude }: { latitude: number; longitude: number }): string {
  const wrapped = ((((longitude + 180) % 360) + 360) % 360) - 180;
  const north = `${round(Math.abs(latitude))}° ${latitude < 0 ? 'S' : 'N'}`;
  return `${north}, ${round(Math.abs(wrapped))}° ${wrapped < 0 ? 'W' : 'E'}`;
}

const round = (value: number) => Math.round(value * 10) / 10;

/** "3 balloons", "1 balloon". */
export const count = (many: number, what: string) => `${many} ${what}${many === 1 ? '' : 's'}`;

export const speedOf = ({ u, v }: { u: number; v: number }) => Math.hypot(u, v);

/** With a minus sign that is one. */
export const minus = (value: number) => `${value}`.replace('-', '−');

/** Whole degrees. */
export const wholeDegrees = (celsius: number) => minus(Math.round(celsius));

/** 12,345: not by `Intl`, whose first use takes a phone as long as a picture. */
export const wholeWords = (value: number): string =>
  String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');
