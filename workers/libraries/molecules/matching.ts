const none = -1;

/**
 * A graph with a matching (a set of edges without common vertices), and Edmonds' search for alternating paths. Edmonds' algorithm contracts odd cycles, which rings of five and seven atoms
 * are. The object is reused for each molecule, so that a hundred thousand small molecules allocate nothing.
 */
export class MatchedGraph {
  vertexCount = 0;
  /** The neighbours of vertex v: `targets` from `offsets[v]` to `offsets[v + 1]`. */
  offsets = new Int32Array(64);
  targets = new Int32Array(128);
  /** The partner of each vertex in the matching; -1 if it has none. */
  mates = new Int32Array(64);
  /** 1 if a search must not use the vertex. */
  closed = new Uint8Array(64);
  /** The vertex before this one on a path that was found, over an edge outside the matching. */
  #parents = new Int32Array(64);
  #bases = new Int32Array(64);
  /** 1 if an even number of edges leads from the root to the vertex. */
  #outer = new Uint8Array(64);
  #inBlossom = new Uint8Array(64);
  #stamps = new Int32Array(64);
  #stamp = 0;
  #queue = new Int32Array(64);
  #touched = new Int32Array(64);
  #touchedCount = 0;

  /** Sets the graph's edges, given as pairs of vertices, with an empty matching. */
  reset(vertexCount: number, edges: ArrayLike<number>, edgeCount: number): void {
    this.vertexCount = vertexCount;
    if (vertexCount + 1 > this.offsets.length) this.#grow(2 * vertexCount);
    if (2 * edgeCount > this.targets.length) this.targets = new Int32Array(4 * edgeCount);
    const { offsets, targets } = this;
    offsets.fill(0, 0, vertexCount + 1);
    for (let end = 0; end < 2 * edgeCount; end += 1)
      offsets[edges[end] as number] = (offsets[edges[end] as number] as number) + 1;
    let sum = 0;
    for (let vertex = 0; vertex <= vertexCount; vertex += 1) {
      sum += vertex < vertexCount ? (offsets[vertex] as number) : 0;
      offsets[vertex] = sum;
    }
    for (let edge = edgeCount - 1; edge >= 0; edge -= 1) {
      const from = edges[2 * edge] as number;
      const to = edges[2 * edge + 1] as number;
      const atFrom = (offsets[from] as number) - 1;
      offsets[from] = atFrom;
      targets[atFrom] = to;
      const atTo = (offsets[to] as number) - 1;
      offsets[to] = atTo;
      targets[atTo] = from;
    }
    this.mates.fill(none, 0, vertexCount);
    this.closed.fill(0, 0, vertexCount);
    for (let vertex = 0; vertex < vertexCount; vertex += 1) this.#bases[vertex] = vertex;
    this.#parents.fill(none, 0, vertexCount);
    this.#outer.fill(0, 0, vertexCount);
    this.#touchedCount = 0;
  }

  match(from: number, to: number): void {
    this.mates[from] = to;
    this.mates[to] = from;
  }

  /**
   * Matches an unmatched vertex over an alternating path. All matched vertices stay matched, except perhaps one of those with 1 in `dispensable`. False if there is no such path.
   */
  cover(root: number, dispensable: Uint8Array): boolean {
    const { mates } = this;
    let end = this.#search(root, dispensable);
    if (end === none) return false;
    if (mates[end] !== none) {
      // On a path of even length, the last vertex loses its partner.
      const mate = mates[end] as number;
      mates[end] = none;
      end = mate;
    }
    for (let vertex = end; vertex !== none; ) {
      const before = this.#parents[vertex] as number;
      const next = mates[before] as number;
      this.match(vertex, before);
      vertex = next;
    }
    return true;
  }

  /** The vertices of an alternating path from `root` to another unmatched vertex, that vertex first; empty if there is none. */
  pathFrom(root: number): number[] {
    const path: number[] = [];
    for (let vertex = this.#search(root, null); vertex !== none; ) {
      const before = this.#parents[vertex] as number;
      path.push(vertex, before);
      vertex = this.mates[before] as number;
    }
    return path;
  }

  #grow(capacity: number): void {
    this.offsets = new Int32Array(capacity + 1);
    this.mates = new Int32Array(capacity);
    this.closed = new Uint8Array(capacity);
    this.#parents = new Int32Array(capacity);
    this.#bases = new Int32Array(capacity);
    this.#outer = new Uint8Array(capacity);
    this.#inBlossom = new Uint8Array(capacity);
    this.#stamps = new Int32Array(capacity);
    this.#stamp = 0;
    this.#queue = new Int32Array(capacity);
    this.#touched = new Int32Array(capacity);
  }

  #touch(vertex: number): void {
    this.#touched[this.#touchedCount] = vertex;
    this.#touchedCount += 1;
  }

  #forgetSearch(): void {
    for (let at = 0; at < this.#touchedCount; at += 1) {
      const vertex = this.#touched[at] as number;
      this.#parents[vertex] = none;
      this.#outer[vertex] = 0;
      this.#bases[vertex] = vertex;
    }
    this.#touchedCount = 0;
  }

  /** The last vertex of an alternating path from `root`: an unmatched one, or a dispensable one at an even distance. `#parents` then leads back to the root. */
  #search(root: number, dispensable: Uint8Array | null): number {
    this.#forgetSearch();
    const { offsets, targets, mates, closed } = this;
    const queue = this.#queue;
    this.#outer[root] = 1;
    this.#touch(root);
    queue[0] = root;
    let queued = 1;
    for (let at = 0; at < queued; at += 1) {
      const vertex = queue[at] as number;
      const end = offsets[vertex + 1] as number;
      for (let edge = offsets[vertex] as number; edge < end; edge += 1) {
        const to = targets[edge] as number;
        if (closed[to] === 1 || this.#bases[vertex] === this.#bases[to] || mates[vertex] === to) continue;
        if (to === root || (mates[to] !== none && this.#parents[mates[to] as number] !== none)) {
          const before = queued;
          queued = this.#contract(vertex, to, queued);
          if (dispensable === null) continue;
          for (let joined = before; joined < queued; joined += 1)
            if (dispensable[queue[joined] as number] === 1) return queue[joined] as number;
        } else if (this.#parents[to] === none) {
          this.#parents[to] = vertex;
          this.#touch(to);
          const mate = mates[to] as number;
          if (mate === none) return to;
          this.#outer[mate] = 1;
          this.#touch(mate);
          if (dispensable?.[mate] === 1) return mate;
          queue[queued] = mate;
          queued += 1;
        }
      }
    }
    return none;
  }

  /** Contracts the odd cycle that an edge between two outer vertices closes. All its vertices become outer. Returns the number of queued vertices. */
  #contract(left: number, right: number, queuedBefore: number): number {
    const base = this.#commonBase(left, right);
    this.#inBlossom.fill(0, 0, this.vertexCount);
    this.#markPath(left, base, right);
    this.#markPath(right, base, left);
    let queued = queuedBefore;
    const touched = this.#touchedCount;
    for (let at = 0; at < touched; at += 1) {
      const vertex = this.#touched[at] as number;
      if (this.#inBlossom[this.#bases[vertex] as number] !== 1) continue;
      this.#bases[vertex] = base;
      if (this.#outer[vertex] === 1) continue;
      this.#outer[vertex] = 1;
      this.#queue[queued] = vertex;
      queued += 1;
    }
    return queued;
  }

  #markPath(from: number, base: number, childOfFrom: number): void {
    let vertex = from;
    let child = childOfFrom;
    while (this.#bases[vertex] !== base) {
      const mate = this.mates[vertex] as number;
      this.#inBlossom[this.#bases[vertex] as number] = 1;
      this.#inBlossom[this.#bases[mate] as number] = 1;
      this.#parents[vertex] = child;
      child = mate;
      vertex = this.#parents[mate] as number;
    }
  }

  #commonBase(left: number, right: number): number {
    this.#stamp += 1;
    for (let vertex = left; ; ) {
      vertex = this.#bases[vertex] as number;
      this.#stamps[vertex] = this.#stamp;
      const mate = this.mates[vertex] as number;
      if (mate === none) break;
      vertex = this.#parents[mate] as number;
    }
    for (let vertex = right; ; ) {
      vertex = this.#bases[vertex] as number;
      if (this.#stamps[vertex] === this.#stamp) return vertex;
      vertex = this.#parents[this.mates[vertex] as number] as number;
    }
  }
}
