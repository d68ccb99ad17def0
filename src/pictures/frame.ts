/** The part of a picture that data are drawn in, between its axes. */
export interface Frame {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Place {
  x: number;
  y: number;
}

const NEAR = 1e-6;

export function isInside({ x, y }: Place, { left, top, right, bottom }: Frame): boolean {
  return x >= left - NEAR && x <= right + NEAR && y >= top - NEAR && y <= bottom + NEAR;
}

/**
 * The pieces of a line that lie inside, cut exactly at the edge: a picture then needs no clip path, whose id would
 * have to be the only one on its page. Places that are no numbers break the line.
 */
export function clipLine(line: readonly Place[], frame: Frame): Place[][] {
  const pieces: Place[][] = [];
  let piece: Place[] | undefined;
  for (let index = 1; index < line.length; index++) {
    const cut = clipSegment(line[index - 1]!, line[index]!, frame);
    if (!cut) {
      piece = undefined;
      continue;
    }
    if (!piece || !isSame(piece.at(-1)!, cut[0])) {
      piece = [cut[0]];
      pieces.push(piece);
    }
    piece.push(cut[1]);
  }
  return pieces;
}

const isSame = (one: Place, other: Place) => one.x === other.x && one.y === other.y;

/** Liang and Barsky: how far along the segment each edge is met. */
function clipSegment(from: Place, to: Place, frame: Frame): [Place, Place] | undefined {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  if (!Number.isFinite(dx) || !Number.isFinite(dy)) return undefined;
  const edges = [
    [-dx, from.x - frame.left],
    [dx, frame.right - from.x],
    [-dy, from.y - frame.top],
    [dy, frame.bottom - from.y],
  ] as const;
  let [enter, leave] = [0, 1];
  for (const [towards, room] of edges) {
    if (towards === 0) {
      if (room < 0) return undefined;
      continue;
    }
    const part = room / towards;
    if (towards < 0) enter = Math.max(enter, part);
    else leave = Math.min(leave, part);
  }
  if (enter > leave) return undefined;
  const along = (part: number): Place => ({ x: from.x + part * dx, y: from.y + part * dy });
  return [enter === 0 ? from : along(enter), leave === 1 ? to : along(leave)];
}
