/** Copies the part of a chunk that lies in a band of a dataset's rows, either way. Both are in row-major order. */

/** Where a chunk's part lies. All numbers are bytes, except that `counts` are how often each stride is stepped. */
interface ChunkPart {
  readonly chunkAt: number;
  readonly bandAt: number;
  /** Steps of the dimensions above the runs, outermost first. */
  readonly counts: readonly number[];
  readonly chunkStrides: readonly number[];
  readonly bandStrides: readonly number[];
  readonly runBytes: number;
}

/**
 * The part of the chunk at `offsets` that is in rows `from` to `to` of the dataset, of which the band holds all. Edge chunks reach beyond the dataset.
 */
export function partOfChunk(
  shape: readonly number[],
  chunkShape: readonly number[],
  offsets: readonly number[],
  elementBytes: number,
  [from, to]: readonly [number, number],
): ChunkPart {
  const rank = shape.length;
  const first = offsets.map((offset, axis) => (axis === 0 ? Math.max(offset, from) : offset));
  const extents = first.map((start, axis) => {
    const end = (offsets[axis] ?? 0) + (chunkShape[axis] ?? 1);
    return Math.max(0, Math.min(end, axis === 0 ? to : (shape[axis] ?? 1)) - start);
  });
  const chunkStrides = new Array<number>(rank).fill(elementBytes);
  const bandStrides = new Array<number>(rank).fill(elementBytes);
  for (let axis = rank - 2; axis >= 0; axis -= 1) {
    chunkStrides[axis] = (chunkStrides[axis + 1] ?? 1) * (chunkShape[axis + 1] ?? 1);
    bandStrides[axis] = (bandStrides[axis + 1] ?? 1) * (shape[axis + 1] ?? 1);
  }
  const sum = (strides: readonly number[], steps: readonly number[]) =>
    strides.reduce((total, stride, axis) => total + stride * (steps[axis] ?? 0), 0);
  // Dimensions that both sides hold whole are part of the runs.
  let runs = rank - 1;
  let runBytes = (extents[runs] ?? 1) * elementBytes;
  while (runs > 0 && runBytes === chunkStrides[runs - 1] && runBytes === bandStrides[runs - 1]) {
    runs -= 1;
    runBytes *= extents[runs] ?? 1;
  }
  const bandOrigin = first.map((start, axis) => (axis === 0 ? start - from : start));
  return {
    chunkAt: sum(
      chunkStrides,
      first.map((start, axis) => start - (offsets[axis] ?? 0)),
    ),
    bandAt: sum(bandStrides, bandOrigin),
    counts: extents.slice(0, runs),
    chunkStrides: chunkStrides.slice(0, runs),
    bandStrides: bandStrides.slice(0, runs),
    runBytes,
  };
}

/** Calls `copy` with the place of each run in the chunk and in the band. */
function forEachRun(part: ChunkPart, copy: (chunkAt: number, bandAt: number) => void): void {
  const visit = (axis: number, chunkAt: number, bandAt: number) => {
    if (axis === part.counts.length) {
      copy(chunkAt, bandAt);
      return;
    }
    const count = part.counts[axis] ?? 0;
    const [chunkStride = 0, bandStride = 0] = [part.chunkStrides[axis], part.bandStrides[axis]];
    for (let step = 0; step < count; step += 1)
      visit(axis + 1, chunkAt + step * chunkStride, bandAt + step * bandStride);
  };
  if (part.runBytes > 0) visit(0, part.chunkAt, part.bandAt);
}

/** Copies a chunk's part into the band. */
export function scatter(part: ChunkPart, chunk: Uint8Array, band: Uint8Array): void {
  forEachRun(part, (chunkAt, bandAt) => band.set(chunk.subarray(chunkAt, chunkAt + part.runBytes), bandAt));
}

/** Copies a part of the band into the chunk. */
export function gather(part: ChunkPart, band: Uint8Array, chunk: Uint8Array): void {
  forEachRun(part, (chunkAt, bandAt) => chunk.set(band.subarray(bandAt, bandAt + part.runBytes), chunkAt));
}

/** Fills a chunk's part of the band with copies of an element; null means zeros. */
export function fillPart(part: ChunkPart, element: Uint8Array | null, band: Uint8Array): void {
  forEachRun(part, (_, bandAt) => {
    if (element === null) band.fill(0, bandAt, bandAt + part.runBytes);
    else for (let at = bandAt; at < bandAt + part.runBytes; at += element.length) band.set(element, at);
  });
}
