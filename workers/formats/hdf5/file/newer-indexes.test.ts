import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileBytes } from '../../../byte-map/file-bytes';
import { FormatlabError } from '../../../model/errors';
import type { Chunk } from './chunk';
import { readChunkIndex } from './chunk-index';
import { type ChunkedLayout, readLayout } from './data-layout';
import { readDataspace } from './dataspace';
import { Hdf5File } from './hdf5-file';
import { findMessage, messageTypes, readObjectHeader } from './object-header';
import { readSuperblock } from './superblock';

/** The indexes of files that h5py wrote (e2e/interop/make_golden.py). */

const folder = join(import.meta.dirname, '../../../../fixtures/golden/hdf5');
const read = (name: string) => new Uint8Array(readFileSync(join(folder, `index.${name}.h5`)));

const hdf5Of = (file: Uint8Array<ArrayBuffer>, readsValues = true) => {
  const bytes = new FileBytes(file);
  return new Hdf5File(bytes, readSuperblock(bytes), { readsValues });
};

type Header = ChunkedLayout & { readonly maxShape: readonly (number | null)[] };

/** What a header says of filtered chunks; null if it is of another object, or damaged. Its checksum is not verified, so that it can lie. */
function readHeader(file: Uint8Array<ArrayBuffer>, at: number): Header | null {
  try {
    const hdf5 = hdf5Of(file, false);
    const messages = readObjectHeader(hdf5, at);
    const [layoutMessage, space, filters] = [messageTypes.layout, messageTypes.dataspace, messageTypes.filters].map(
      (type) => findMessage(messages, type),
    );
    if (layoutMessage === undefined || space === undefined || filters === undefined) return null;
    const layout = readLayout(hdf5, layoutMessage);
    return layout.kind === 'chunked' ? { ...layout, maxShape: readDataspace(hdf5, space).maxShape } : null;
  } catch (thrown) {
    if (thrown instanceof FormatlabError) return null;
    throw thrown;
  }
}

/** The header of the matrix, which is the dataset whose chunks have two dimensions. */
function matrixHeader(file: Uint8Array<ArrayBuffer>): number {
  const text = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  for (let at = text.indexOf('OHDR'); at >= 0; at = text.indexOf('OHDR', at + 1))
    if (readHeader(file, at)?.chunkShape.length === 2) return at;
  return expect.unreachable('The file has no matrix with filtered chunks.');
}

function chunksOf(file: Uint8Array<ArrayBuffer>, { index, ...header }: Header): Chunk[] {
  const chunks: Chunk[] = [];
  if (index === null || index.kind === 'implicit') return expect.unreachable(`unexpected index ${index?.kind}`);
  readChunkIndex(hdf5Of(file), index, { ...header, isFiltered: true }, (chunk) => chunks.push(chunk));
  return chunks;
}

const files = [
  ['fixed.v110', 'fixedArray', [40, 24], [7, 24]],
  ['fixed-room.latest', 'fixedArray', [40, 24], [7, 5]],
  ['fixed-pages.latest', 'fixedArray', [1_500, 1], [1, 1]],
  ['extensible.v114', 'extensibleArray', [40, 24], [3, 24]],
  ['extensible-columns.latest', 'extensibleArray', [40, 24], [7, 5]],
  ['extensible-many.latest', 'extensibleArray', [1_500, 1], [1, 1]],
  ['tree.v110', 'tree2', [40, 24], [5, 5]],
  ['tree-many.latest', 'tree2', [1_500, 1], [1, 1]],
] as const;

describe.each(files)('%s', (name, kind, shape, chunkShape) => {
  const file = read(name);
  const header = matrixHeader(file);
  const layout = readHeader(file, header) ?? expect.unreachable();
  const chunks = chunksOf(file, layout);

  it('lists each chunk of the dataset once', () => {
    expect(layout.index?.kind).toBe(kind);
    expect(layout.chunkShape).toEqual(chunkShape);
    const expected: string[] = [];
    for (let row = 0; row < shape[0]; row += chunkShape[0])
      for (let column = 0; column < shape[1]; column += chunkShape[1]) expected.push(`${row},${column}`);
    expect(chunks.map(({ offsets }) => offsets.join()).sort()).toEqual(expected.sort());
  });

  function meetDamage(step: number) {
    let [altered, cut] = [0, 0];
    const refused = (bytes: Uint8Array<ArrayBuffer>) => {
      try {
        // An assertion for each byte would take seconds.
        if (chunksOf(bytes, layout).length !== chunks.length) expect.unreachable('Chunks were lost.');
        return 0;
      } catch (thrown) {
        if (!(thrown instanceof FormatlabError)) throw thrown;
        return 1;
      }
    };
    const bytes = file.slice();
    for (let at = 0; at < file.length; at += step) {
      bytes[at] = (file[at] ?? 0) ^ 0xff;
      altered += refused(bytes);
      bytes[at] = file[at] ?? 0;
      cut += refused(file.subarray(0, at));
    }
    // At least the elements of the index are protected, and the last chunk or block ends near the file's end.
    expect(altered).toBeGreaterThan((chunks.length * 16) / step);
    expect(cut).toBeGreaterThan(chunks.length / step);
  }
  const isLarge = file.length > 20_000;

  it('is refused, or lists as many chunks, whatever byte is altered, and wherever the file ends', () =>
    meetDamage(isLarge ? 401 : 13));

  it('so is it at more of its bytes', { tags: ['full'] }, () => meetDamage(isLarge ? 101 : 3));

  it('is refused if its header lies, or ends', () => {
    const bytes = file.slice();
    let most = 0;
    for (let at = header; at < header + 300; at += 1)
      for (const value of [0, 1, 0x7f, 0xff]) {
        bytes[at] = value;
        const lying = readHeader(bytes, header);
        if (lying?.index != null && !['tree', 'single', 'implicit'].includes(lying.index.kind))
          try {
            most = Math.max(most, chunksOf(bytes, lying).length);
          } catch (thrown) {
            if (!(thrown instanceof FormatlabError)) throw thrown;
          }
        bytes[at] = file[at] ?? 0;
      }
    expect(most).toBeLessThanOrEqual(file.length / 13);
  });
});

it('a single chunk is named by the header itself', () => {
  const file = read('single.latest');
  const { index, chunkShape } = readHeader(file, matrixHeader(file)) ?? expect.unreachable();
  expect(chunkShape).toEqual([40, 24]);
  expect(index).toMatchObject({ kind: 'single', filtered: { skippedFilters: 0 } });
});
