import { describe, expect, it } from 'vitest';
import { MatchedGraph } from './matching';

/** Numbers from a seed, for graphs. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Edge = readonly [number, number];

/** Whether all vertices that must be can be covered at once, by trying every matching. */
function coverable(vertexCount: number, edges: readonly Edge[], dispensable: Uint8Array, covered = 0): boolean {
  const open = Array.from({ length: vertexCount }, (_, vertex) => vertex).find(
    (vertex) => dispensable[vertex] === 0 && ((covered >> vertex) & 1) === 0,
  );
  if (open === undefined) return true;
  return edges.some(([from, to]) => {
    const other = from === open ? to : to === open ? from : null;
    return (
      other !== null &&
      ((covered >> other) & 1) === 0 &&
      coverable(vertexCount, edges, dispensable, covered | (1 << open) | (1 << other))
    );
  });
}

describe('MatchedGraph', () => {
  it('covers the vertices that must be wherever any matching does', () => {
    const graph = new MatchedGraph();
    const next = numbers(3);
    let possible = 0;
    for (let round = 0; round < 4_000; round += 1) {
      const vertexCount = 2 + next(9);
      const edges: Edge[] = [];
      const wanted = 1 + next(2 * vertexCount);
      for (let edge = 0; edge < wanted; edge += 1) {
        const [from, to] = [next(vertexCount), next(vertexCount)];
        if (from !== to && !edges.some(([a, b]) => (a === from && b === to) || (a === to && b === from)))
          edges.push([from, to]);
      }
      const dispensable = Uint8Array.from({ length: vertexCount }, () => (next(4) === 0 ? 1 : 0));
      graph.reset(vertexCount, edges.flat(), edges.length);
      let all = true;
      for (let vertex = 0; vertex < vertexCount && all; vertex += 1)
        if (graph.mates[vertex] === -1 && dispensable[vertex] === 0) all = graph.cover(vertex, dispensable);
      expect(all, `round ${round}`).toBe(coverable(vertexCount, edges, dispensable));
      if (!all) continue;
      possible += 1;
      for (let vertex = 0; vertex < vertexCount; vertex += 1) {
        const mate = graph.mates[vertex] as number;
        if (mate === -1) expect(dispensable[vertex]).toBe(1);
        else {
          expect(graph.mates[mate]).toBe(vertex);
          expect(edges.some(([a, b]) => (a === vertex && b === mate) || (b === vertex && a === mate))).toBe(true);
        }
      }
    }
    expect(possible).toBeGreaterThan(500);
  });

  it('finds a path that alternates, through an odd ring too', () => {
    const graph = new MatchedGraph();
    // 0–1, then the ring 1 2 3 4 5 with two matched edges, then 4–6.
    graph.reset(7, [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 1, 4, 6], 7);
    graph.match(2, 3);
    graph.match(4, 5);
    const path = graph.pathFrom(1);
    expect([path[0], path.at(-1)]).toEqual([0, 1]);
    const longer = graph.pathFrom(0);
    expect([longer[0], longer.at(-1)]).toEqual([1, 0]);
    graph.match(0, 1);
    expect(graph.pathFrom(6)).toEqual([]);
  });
});
