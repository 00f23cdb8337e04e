const kibi = 1024;
const chunkBaseBytes = 16 * kibi;
const chunkMinBytes = 8 * kibi;
const chunkMaxBytes = kibi * kibi;

const product = (values: readonly number[]) => values.reduce((left, right) => left * right, 1);

/**
 * The default chunk shape of h5py: `guess_chunk` of h5py/_hl/filters.py (3.16), statement by statement. `itemBytes` is numpy's item size, which is 8 for
 * variable-length strings, because they are object references there.
 */
export function guessChunkShape(shape: readonly number[], itemBytes: number): number[] {
  if (shape.length === 0) throw new RangeError('Chunks are not possible for a single value.');
  const chunks = shape.map((length) => (length === 0 ? 1024 : length));
  const guessBytes = chunkBaseBytes * 2 ** Math.log10((product(chunks) * itemBytes) / chunkMaxBytes);
  const targetBytes = Math.min(Math.max(guessBytes, chunkMinBytes), chunkMaxBytes);
  for (let axis = 0; ; axis = (axis + 1) % chunks.length) {
    const elements = product(chunks);
    const bytes = elements * itemBytes;
    if ((bytes < targetBytes || Math.abs(bytes - targetBytes) / targetBytes < 0.5) && bytes < chunkMaxBytes)
      return chunks;
    if (elements === 1) return chunks;
    chunks[axis] = Math.ceil((chunks[axis] ?? 1) / 2);
  }
}

/** Chunks of `rows` whole rows, at most as many as the dataset has: libhdf5 rejects a chunk larger than a dataset of fixed size. */
export function wholeRowChunks(shape: readonly number[], rows: number): number[] {
  return shape.map((length, axis) => Math.max(1, axis === 0 ? Math.min(rows, length) : length));
}
