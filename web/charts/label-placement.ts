/**
 * Places a label beside every point of a chart so that labels overlap neither each other nor a point. Each label tries
 * positions around its point, in rings of growing radius. Passes over all labels are repeated until none improves. The
 * result is deterministic. All lengths are in pixels.
 */

/** A point that needs a label, and the size of that label. */
export interface LabelAnchor {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  /** Half the size of the point's mark, which labels must not cover. */
  readonly radius: number;
  readonly width: number;
  readonly height: number;
}

/** A rectangle. `x` and `y` are its left upper corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PlacedLabel extends Box {
  readonly id: string;
  /** A line from the mark's edge to the label's edge. Null if the label is so near that it needs none. */
  readonly leader: { readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number } | null;
  /** The area that other labels or marks share with the label. 0 unless the chart is too full. */
  readonly overlap: number;
}

interface Place extends Box {
  readonly cost: number;
  readonly distance: number;
}

const gap = 3;
const maxPasses = 14;
const rings = [0, 9, 20, 33, 48, 66, 88, 114, 145];
/**
 * Sixteen directions, clockwise from the right. A smaller `preference` is better: first right, then left, above, below.
 */
const directions = Array.from({ length: 16 }, (_, index) => {
  const angle = (index / 16) * 2 * Math.PI;
  return {
    dx: Math.cos(angle),
    dy: Math.sin(angle),
    preference: [0, 3, 2, 5, 6, 5, 4, 3, 1, 3, 4, 5, 6, 5, 2, 3][index] ?? 6,
  };
});

/**
 * Returns the position of each label, inside `bounds`. Labels avoid the `obstacles`, but may cover them if they must.
 */
export function placeLabels(
  anchors: readonly LabelAnchor[],
  bounds: Box,
  obstacles: readonly Box[] = [],
): PlacedLabel[] {
  const marks = anchors.map(
    (anchor): Box => ({
      x: anchor.x - anchor.radius,
      y: anchor.y - anchor.radius,
      width: anchor.radius * 2,
      height: anchor.radius * 2,
    }),
  );
  const places = anchors.map((anchor, index) => placesOf(anchor, bounds, marks, index, obstacles));
  const chosen: (Place | undefined)[] = anchors.map(() => undefined);
  const crowding = anchors.map(
    (anchor) => anchors.filter((other) => Math.hypot(anchor.x - other.x, (anchor.y - other.y) * 2) < 90).length,
  );
  const order = anchors.map((_, index) => index).sort((a, b) => (crowding[b] ?? 0) - (crowding[a] ?? 0) || a - b);
  for (let pass = 0; pass < maxPasses; pass += 1) {
    let changed = false;
    for (const index of order) {
      const anchor = anchors[index];
      const options = places[index];
      if (anchor === undefined || options === undefined) continue;
      let best: Place | undefined;
      let bestCost = Number.POSITIVE_INFINITY;
      for (const place of options) {
        if (place.cost >= bestCost) continue;
        const cost = place.cost + conflicts(place, anchor, index, chosen, anchors, bestCost - place.cost);
        if (cost < bestCost) {
          bestCost = cost;
          best = place;
        }
      }
      if (best !== undefined && best !== chosen[index]) {
        chosen[index] = best;
        changed = true;
      }
    }
    if (!changed) break;
  }
  return anchors.map((anchor, index) => {
    const place = chosen[index] ?? {
      x: anchor.x + anchor.radius + gap,
      y: anchor.y - anchor.height / 2,
      width: anchor.width,
      height: anchor.height,
      cost: 0,
      distance: 0,
    };
    const others = chosen.filter((other, at): other is Place => at !== index && other !== undefined);
    const overlap = [...others, ...marks.filter((_, at) => at !== index)].reduce(
      (sum, box) => sum + sharedArea(place, box),
      0,
    );
    return {
      id: anchor.id,
      x: place.x,
      y: place.y,
      width: place.width,
      height: place.height,
      leader: place.distance > 8 ? leaderOf(anchor, place) : null,
      overlap,
    };
  });
}

/**
 * The possible places of one label, by rising cost. The cost counts the distance, the direction, and the marks and
 * obstacles that the label covers, but not the other labels: see {@link conflicts}.
 */
function placesOf(
  anchor: LabelAnchor,
  bounds: Box,
  marks: readonly Box[],
  own: number,
  obstacles: readonly Box[],
): Place[] {
  const places: Place[] = [];
  for (const distance of rings) {
    for (const { dx, dy, preference } of directions) {
      const reach = anchor.radius + gap + distance;
      const x = anchor.x + dx * reach + ((dx - 1) / 2) * anchor.width;
      const y = anchor.y + dy * reach + ((dy - 1) / 2) * anchor.height;
      if (
        x < bounds.x ||
        y < bounds.y ||
        x + anchor.width > bounds.x + bounds.width ||
        y + anchor.height > bounds.y + bounds.height
      )
        continue;
      const box = { x, y, width: anchor.width, height: anchor.height };
      let cost = distance * 1.5 + preference;
      marks.forEach((mark, index) => {
        const area = sharedArea(box, mark);
        if (area > 0) cost += (index === own ? 400 : 600) + area * 4;
      });
      for (const obstacle of obstacles) {
        const area = sharedArea(box, obstacle);
        if (area > 0) cost += 20 + area * 0.5;
      }
      places.push({ ...box, cost, distance });
    }
  }
  return places.sort((a, b) => a.cost - b.cost);
}

/** The cost of a place due to the places chosen for other labels. Stops counting at `limit`. */
function conflicts(
  place: Place,
  anchor: LabelAnchor,
  own: number,
  chosen: readonly (Place | undefined)[],
  anchors: readonly LabelAnchor[],
  limit: number,
): number {
  let cost = 0;
  const leader = place.distance > 8 ? leaderOf(anchor, place) : null;
  for (let index = 0; index < chosen.length; index += 1) {
    if (index === own) continue;
    const other = chosen[index];
    const otherAnchor = anchors[index];
    if (otherAnchor === undefined) continue;
    if (leader !== null && distanceToSegment(otherAnchor.x, otherAnchor.y, leader) < otherAnchor.radius) cost += 120;
    if (other === undefined) continue;
    const area = sharedArea(place, other);
    if (area > 0) cost += 800 + area * 6;
    if (leader !== null && crosses(leader, other)) cost += 90;
    if (other.distance > 8) {
      const otherLeader = leaderOf(otherAnchor, other);
      if (crosses(otherLeader, place)) cost += 90;
      if (leader !== null && segmentsCross(leader, otherLeader)) cost += 60;
    }
    if (cost >= limit) return cost;
  }
  return cost;
}

type Segment = { readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number };

function leaderOf(anchor: LabelAnchor, box: Box): Segment {
  const x2 = Math.min(Math.max(anchor.x, box.x), box.x + box.width);
  const y2 = Math.min(Math.max(anchor.y, box.y), box.y + box.height);
  const length = Math.hypot(x2 - anchor.x, y2 - anchor.y) || 1;
  return {
    x1: anchor.x + ((x2 - anchor.x) / length) * anchor.radius,
    y1: anchor.y + ((y2 - anchor.y) / length) * anchor.radius,
    x2,
    y2,
  };
}

/** The area of overlap of two boxes. Boxes that are less than one pixel apart count as overlapping. */
export function sharedArea(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) + 1;
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) + 1;
  return width > 0 && height > 0 ? width * height : 0;
}

function distanceToSegment(x: number, y: number, { x1, y1, x2, y2 }: Segment): number {
  const lengthSquared = (x2 - x1) ** 2 + (y2 - y1) ** 2;
  const t =
    lengthSquared === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / lengthSquared));
  return Math.hypot(x - x1 - t * (x2 - x1), y - y1 - t * (y2 - y1));
}

function segmentsCross(a: Segment, b: Segment): boolean {
  const side = (s: Segment, x: number, y: number) => Math.sign((s.x2 - s.x1) * (y - s.y1) - (s.y2 - s.y1) * (x - s.x1));
  return side(a, b.x1, b.y1) !== side(a, b.x2, b.y2) && side(b, a.x1, a.y1) !== side(b, a.x2, a.y2);
}

function crosses(segment: Segment, box: Box): boolean {
  const { x1, y1, x2, y2 } = segment;
  if (
    Math.max(x1, x2) < box.x ||
    Math.min(x1, x2) > box.x + box.width ||
    Math.max(y1, y2) < box.y ||
    Math.min(y1, y2) > box.y + box.height
  )
    return false;
  const [left, right, top, bottom] = [box.x, box.x + box.width, box.y, box.y + box.height];
  return (
    segmentsCross(segment, { x1: left, y1: top, x2: right, y2: bottom }) ||
    segmentsCross(segment, { x1: left, y1: bottom, x2: right, y2: top })
  );
}
