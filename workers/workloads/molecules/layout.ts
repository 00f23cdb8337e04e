import { type Configurations, firstEndNeighbour } from './configurations';
import { maxNeighbours, type MoleculeGraph } from './graph';
import type { MoleculePart } from './parts';

/**
 * Computes where atoms are drawn. Each part keeps its own drawing, rotated so that its bond points away from its neighbour. Of the mirror
 * images and sides, the one with the largest distance to other atoms is used. It uses only sums, products, quotients and square roots,
 * which give the same result on every machine.
 */

const bondLength = 1.5;
/** Unit vectors 30° apart. */
const half = 0.5;
const high = Math.sqrt(0.75);
const compass = [
  [1, 0],
  [high, half],
  [half, high],
  [0, 1],
  [-half, high],
  [-high, half],
  [-1, 0],
  [-high, -half],
  [-half, -high],
  [0, -1],
  [half, -high],
  [high, -half],
] as const;
/** Distance between components, in ångström. */
const gap = 2.5;

/** Adds a part without a bond, to the right of the existing atoms, and returns its first atom. */
export function addDetachedPart(graph: MoleculeGraph, part: MoleculePart, coordinates: boolean): number {
  graph.startComponent();
  const first = graph.add(part);
  if (!coordinates) return first;
  let shift = 0;
  if (first > 0) {
    let right = Number.NEGATIVE_INFINITY;
    for (let atom = 0; atom < first; atom += 1) right = Math.max(right, graph.x[atom] as number);
    let left = Number.POSITIVE_INFINITY;
    for (let atom = 0; atom < part.atomCount; atom += 1) left = Math.min(left, placeX(part, atom));
    shift = right + gap - left;
  }
  for (let atom = 0; atom < part.atomCount; atom += 1) {
    graph.x[first + atom] = placeX(part, atom) + shift;
    graph.y[first + atom] = placeY(part, atom);
  }
  return first;
}

/** Adds a part, binds its atom `head` to the atom `to`, and returns its first atom. */
export function addBoundPart(
  graph: MoleculeGraph,
  part: MoleculePart,
  head: number,
  to: number,
  coordinates: boolean,
): number {
  const first = graph.add(part);
  if (coordinates) place(graph, part, first, head, to);
  graph.bind(to, first + head);
  return first;
}

const placeX = (part: MoleculePart, atom: number): number => (part.places[2 * atom] as number) / 10_000;
const placeY = (part: MoleculePart, atom: number): number => (part.places[2 * atom + 1] as number) / 10_000;

/**
 * The unit vector in which a further bond of an atom would point, given its bonds so far. `side` decides between two equally good
 * directions.
 */
const direction = { x: 0, y: 0 };
function findDirection(
  graph: MoleculeGraph,
  atom: number,
  side: 1 | -1,
  toX: (atom: number) => number,
  toY: (atom: number) => number,
): void {
  const { degrees, neighbours, bondsOf, orders } = graph;
  const degree = degrees[atom] as number;
  const x0 = toX(atom);
  const y0 = toY(atom);
  direction.x = side;
  direction.y = 0;
  if (degree === 0) return;
  let sumX = 0;
  let sumY = 0;
  let [firstX, firstY] = [0, 0];
  for (let slot = 0; slot < degree; slot += 1) {
    const neighbour = neighbours[atom * maxNeighbours + slot] as number;
    const dx = toX(neighbour) - x0;
    const dy = toY(neighbour) - y0;
    const length = Math.sqrt(dx * dx + dy * dy);
    if (slot === 0) [firstX, firstY] = [dx / length, dy / length];
    sumX += dx / length;
    sumY += dy / length;
  }
  if (degree === 1) {
    const straight = orders[bondsOf[atom * maxNeighbours] as number] === 3;
    direction.x = straight ? -firstX : -half * firstX - side * high * firstY;
    direction.y = straight ? -firstY : -half * firstY + side * high * firstX;
    return;
  }
  const length = Math.sqrt(sumX * sumX + sumY * sumY);
  if (degree === 2 && length > 0.1) {
    direction.x = -sumX / length;
    direction.y = -sumY / length;
    return;
  }
  // Search the widest gap in steps of 30°, starting at the first bond.
  let best = Number.POSITIVE_INFINITY;
  for (let step = 1; step < compass.length; step += 1) {
    const [turnX, turnY] = compass[step] as readonly [number, number];
    const x = firstX * turnX - side * firstY * turnY;
    const y = side * firstX * turnY + firstY * turnX;
    let nearest = Number.NEGATIVE_INFINITY;
    for (let slot = 0; slot < degree; slot += 1) {
      const neighbour = neighbours[atom * maxNeighbours + slot] as number;
      const dx = toX(neighbour) - x0;
      const dy = toY(neighbour) - y0;
      nearest = Math.max(nearest, (x * dx + y * dy) / Math.sqrt(dx * dx + dy * dy));
    }
    if (nearest >= best - 1e-9) continue;
    best = nearest;
    direction.x = x;
    direction.y = y;
  }
}

function place(graph: MoleculeGraph, part: MoleculePart, first: number, head: number, to: number): void {
  const { x, y } = graph;
  const headX = placeX(part, head);
  const headY = placeY(part, head);
  findDirection(
    graph,
    first + head,
    1,
    (atom) => placeX(part, atom - first),
    (atom) => placeY(part, atom - first),
  );
  const { x: outX, y: outY } = direction;
  let best = -1;
  let [bestX, bestY, bestTurnX, bestTurnY, bestMirror] = [0, 0, 1, 0, 1];
  for (const side of [1, -1] as const) {
    findDirection(
      graph,
      to,
      side,
      (atom) => x[atom] as number,
      (atom) => y[atom] as number,
    );
    const { x: towardsX, y: towardsY } = direction;
    for (const mirror of [1, -1] as const) {
      // Rotates the direction in which the part extends to the opposite of `towards`.
      const turnX = -(towardsX * outX + towardsY * mirror * outY);
      const turnY = -(towardsY * outX - towardsX * mirror * outY);
      const startX = (x[to] as number) + bondLength * towardsX;
      const startY = (y[to] as number) + bondLength * towardsY;
      const free = distanceOf(graph, part, first, to, best, (atom) => {
        const dx = placeX(part, atom) - headX;
        const dy = mirror * (placeY(part, atom) - headY);
        spot.x = startX + dx * turnX - dy * turnY;
        spot.y = startY + dx * turnY + dy * turnX;
      });
      if (free <= best) continue;
      best = free;
      [bestX, bestY, bestTurnX, bestTurnY, bestMirror] = [startX, startY, turnX, turnY, mirror];
    }
  }
  for (let atom = 0; atom < part.atomCount; atom += 1) {
    const dx = placeX(part, atom) - headX;
    const dy = bestMirror * (placeY(part, atom) - headY);
    x[first + atom] = bestX + dx * bestTurnX - dy * bestTurnY;
    y[first + atom] = bestY + dx * bestTurnY + dy * bestTurnX;
  }
}

const spot = { x: 0, y: 0 };
/** Squared distance in Å² beyond which a larger distance is no improvement. */
const enough = 2;

/**
 * The squared smallest distance between the part, placed by `locate`, and all atoms except the one that it is bound to. It stops early with
 * a smaller value as soon as the result cannot exceed `best`.
 */
function distanceOf(
  { x, y }: MoleculeGraph,
  part: MoleculePart,
  atomCount: number,
  to: number,
  best: number,
  locate: (atom: number) => void,
): number {
  let nearest = enough;
  for (let atom = 0; atom < part.atomCount; atom += 1) {
    locate(atom);
    for (let other = 0; other < atomCount; other += 1) {
      if (other === to) continue;
      const dx = spot.x - (x[other] as number);
      const dy = spot.y - (y[other] as number);
      const square = dx * dx + dy * dy;
      if (square < nearest) nearest = square;
    }
    if (nearest <= best) return nearest;
  }
  return nearest;
}

/** Mirrors one side of each double bond whose drawing contradicts its configuration, which was assigned independently of the drawing. */
export function followConfigurations(graph: MoleculeGraph, { ofBonds }: Configurations): void {
  const { bondCount, begins, ends, x, y } = graph;
  for (let bond = 0; bond < bondCount; bond += 1) {
    if (ofBonds[bond] === 0) continue;
    const begin = begins[bond] as number;
    const end = ends[bond] as number;
    const x0 = x[begin] as number;
    const y0 = y[begin] as number;
    const axisX = (x[end] as number) - x0;
    const axisY = (y[end] as number) - y0;
    const sideOf = (atom: number) => axisX * ((y[atom] as number) - y0) - axisY * ((x[atom] as number) - x0);
    const together =
      sideOf(firstEndNeighbour(graph, begin, end)) > 0 === sideOf(firstEndNeighbour(graph, end, begin)) > 0;
    if (together === (ofBonds[bond] === 2)) continue;
    const square = axisX * axisX + axisY * axisY;
    for (const atom of atomsBehind(graph, end, begin)) {
      const twice = (2 * sideOf(atom)) / square;
      x[atom] = (x[atom] as number) + twice * axisY;
      y[atom] = (y[atom] as number) - twice * axisX;
    }
  }
}

/** The atoms that would be separated with `atom` if its bond to `other`, which is in no ring, were cut. */
function atomsBehind({ degrees, neighbours }: MoleculeGraph, atom: number, other: number): readonly number[] {
  const found = [atom];
  const known = new Set([atom, other]);
  for (const next of found) {
    for (let at = next * maxNeighbours; at < next * maxNeighbours + (degrees[next] as number); at += 1) {
      const neighbour = neighbours[at] as number;
      if (known.has(neighbour)) continue;
      known.add(neighbour);
      found.push(neighbour);
    }
  }
  return found;
}

/** Rounds coordinates to 0.0001 Å. If two atoms coincide, the later one is moved by 0.2 Å until it has its own place. */
export function roundAndSeparateAtoms({ x, y, atomCount }: MoleculeGraph): void {
  for (let atom = 0; atom < atomCount; atom += 1) {
    x[atom] = Math.round((x[atom] as number) * 10_000) / 10_000 + 0;
    y[atom] = Math.round((y[atom] as number) * 10_000) / 10_000 + 0;
    for (let other = 0; other < atom; other += 1) {
      if (x[other] !== x[atom] || y[other] !== y[atom]) continue;
      x[atom] = Math.round(((x[atom] as number) + 0.2) * 10_000) / 10_000;
      other = -1;
    }
  }
}
