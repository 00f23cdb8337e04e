import type { Adjacency } from './adjacency';

/** Finds the bonds of any graph that are in no ring, with one iterative depth-first search (Tarjan 1974). */
export function bridgesOf({ atomCount, bondCount, offsets, neighbours, bonds }: Adjacency): Uint8Array {
  const bridges = new Uint8Array(bondCount);
  const found = new Int32Array(atomCount).fill(-1);
  const lowest = new Int32Array(atomCount);
  const next = offsets.slice(0, atomCount);
  const cameBy = new Int32Array(atomCount).fill(-1);
  const path = new Int32Array(atomCount);
  let count = 0;
  for (let root = 0; root < atomCount; root += 1) {
    if (found[root] !== -1) continue;
    let depth = 0;
    path[0] = root;
    found[root] = count;
    lowest[root] = count;
    count += 1;
    while (depth >= 0) {
      const atom = path[depth] as number;
      const slot = next[atom] as number;
      if (slot < (offsets[atom + 1] as number)) {
        next[atom] = slot + 1;
        const bond = bonds[slot] as number;
        const to = neighbours[slot] as number;
        if (bond === cameBy[atom]) continue;
        if (found[to] === -1) {
          cameBy[to] = bond;
          found[to] = count;
          lowest[to] = count;
          count += 1;
          depth += 1;
          path[depth] = to;
        } else if ((found[to] as number) < (lowest[atom] as number)) lowest[atom] = found[to] as number;
        continue;
      }
      depth -= 1;
      if (depth < 0) break;
      const parent = path[depth] as number;
      if ((lowest[atom] as number) < (lowest[parent] as number)) lowest[parent] = lowest[atom] as number;
      if ((lowest[atom] as number) > (found[parent] as number)) bridges[cameBy[atom] as number] = 1;
    }
  }
  return bridges;
}
