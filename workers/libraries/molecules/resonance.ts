import { bondOrderAromatic, type Molecules, stereoKinds } from '../../model/molecules/molecules';
import { kekulise } from './kekulise';
import { withoutAromaticFlags, filterStereoElements } from './losses';
import { MatchedGraph } from './matching';

/**
 * Normalizes aromaticity, so that molecules can be compared independently of the aromaticity model and the Kekulé structure. Bonds that are double in one Kekulé structure and single in
 * another (those on an alternating cycle) get the order {@link bondOrderAromatic}, and all aromatic flags are removed. The configuration of such a bond is removed, because the bond is
 * single in the other structure. Charges and hydrogens stay. @throws the errors of {@link kekulise}
 */
export function withoutResonance(given: Molecules): Molecules {
  const molecules = kekulise(given);
  const orders = molecules.bonds.orders.slice();
  const graph = new AlternatingCycles(molecules, orders);
  for (let molecule = 0; molecule < molecules.moleculeCount; molecule += 1) graph.mark(molecule);
  const { stereo, bondOffsets } = molecules;
  const delocalized = withoutAromaticFlags({ ...molecules, bonds: { ...molecules.bonds, orders } });
  return filterStereoElements(
    delocalized,
    (element, molecule) =>
      stereo.kinds[element] !== stereoKinds.doubleBond ||
      orders[(bondOffsets[molecule] ?? 0) + (stereo.centers[element] ?? 0)] !== bondOrderAromatic,
  );
}

/**
 * Double bonds as a matching. An atom with several double bonds (the sulfur of a sulfone, the middle of an allene) is one vertex per double bond, so that every other Kekulé structure
 * with single and double bonds differs from this one only by cycles.
 */
class AlternatingCycles {
  readonly #molecules: Molecules;
  readonly #orders: Uint8Array;
  readonly #graph = new MatchedGraph();

  constructor(molecules: Molecules, orders: Uint8Array) {
    this.#molecules = molecules;
    this.#orders = orders;
  }

  mark(molecule: number): void {
    const { atomOffsets, bondOffsets, bonds } = this.#molecules;
    const orders = this.#orders;
    const firstBond = bondOffsets[molecule] ?? 0;
    const endBond = bondOffsets[molecule + 1] ?? 0;
    const atomCount = (atomOffsets[molecule + 1] ?? 0) - (atomOffsets[molecule] ?? 0);
    const verticesOf = Array.from({ length: atomCount }, (): number[] => []);
    const pairs: number[] = [];
    let vertexCount = 0;
    for (let bond = firstBond; bond < endBond; bond += 1) {
      if (orders[bond] !== 2) continue;
      for (const atom of [bonds.begins[bond] as number, bonds.ends[bond] as number]) {
        verticesOf[atom]?.push(vertexCount);
        pairs.push(vertexCount);
        vertexCount += 1;
      }
    }
    if (vertexCount < 4) return;
    const edges: number[] = [];
    const bondOfEdge: number[] = [];
    let double = 0;
    for (let bond = firstBond; bond < endBond; bond += 1) {
      if (orders[bond] === 2) {
        edges.push(pairs[double] as number, pairs[double + 1] as number);
        bondOfEdge.push(bond);
        double += 2;
      } else if (orders[bond] === 1) {
        for (const from of verticesOf[bonds.begins[bond] as number] ?? []) {
          for (const to of verticesOf[bonds.ends[bond] as number] ?? []) {
            edges.push(from, to);
            bondOfEdge.push(bond);
          }
        }
      }
    }
    this.#markCycles(vertexCount, edges, bondOfEdge);
  }

  #markCycles(vertexCount: number, edges: readonly number[], bondOfEdge: readonly number[]): void {
    const orders = this.#orders;
    const graph = this.#graph;
    graph.reset(vertexCount, edges, bondOfEdge.length);
    // The two vertices of a double bond are adjacent.
    for (let vertex = 0; vertex < vertexCount; vertex += 2) graph.match(vertex, vertex + 1);
    const { mates, closed } = graph;
    closeEnds(graph);
    const bondBetween = new Map<number, number>();
    bondOfEdge.forEach((bond, edge) => {
      bondBetween.set(pairKey(edges[2 * edge] as number, edges[2 * edge + 1] as number), bond);
    });
    const markEdge = (from: number, to: number) => {
      orders[bondBetween.get(pairKey(from, to)) as number] = bondOrderAromatic;
    };
    bondOfEdge.forEach((bond, edge) => {
      const from = edges[2 * edge] as number;
      const to = edges[2 * edge + 1] as number;
      if (closed[from] === 1 || closed[to] === 1 || mates[from] === to || orders[bond] === bondOrderAromatic) return;
      // A cycle through this edge consists of the edge, the double bonds at its ends, and a path between their other ends that avoids the edge.
      const [start, end] = [mates[from] as number, mates[to] as number];
      closed[from] = 1;
      closed[to] = 1;
      mates[start] = -1;
      mates[end] = -1;
      const path = graph.pathFrom(start);
      graph.match(start, from);
      graph.match(end, to);
      closed[from] = 0;
      closed[to] = 0;
      if (path.length === 0) return;
      [from, to, ...path].forEach((vertex, at, cycle) => {
        markEdge(vertex, cycle[(at + 1) % cycle.length] as number);
      });
    });
  }
}

const pairKey = (from: number, to: number) => Math.min(from, to) * 0x40000 + Math.max(from, to);

/** Excludes vertices that are on no cycle: double bonds with an end without other neighbours, and then those that become so. */
function closeEnds({ vertexCount, offsets, targets, mates, closed }: MatchedGraph): void {
  const degrees = new Int32Array(vertexCount);
  const ends: number[] = [];
  for (let vertex = 0; vertex < vertexCount; vertex += 1) {
    degrees[vertex] = (offsets[vertex + 1] as number) - (offsets[vertex] as number);
    if (degrees[vertex] === 1) ends.push(vertex);
  }
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) {
    if (closed[end] === 1) continue;
    for (const vertex of [end, mates[end] as number]) {
      closed[vertex] = 1;
      for (let edge = offsets[vertex] as number; edge < (offsets[vertex + 1] as number); edge += 1) {
        const to = targets[edge] as number;
        degrees[to] = (degrees[to] as number) - 1;
        if (degrees[to] === 1 && closed[to] === 0) ends.push(to);
      }
    }
  }
}
