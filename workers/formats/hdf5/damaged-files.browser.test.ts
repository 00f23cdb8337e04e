import { expect, it } from 'vitest';
import fileUrl from '../../../fixtures/golden/hdf5/index.extensible.v114.h5?url';
import { FormatlabError } from '../../model/errors';
import { format } from './implementations/h5wasm';
import { telling } from '../../model/testing/telling';

/** Of h5py: an index of chunks, and strings in a heap, which libhdf5 reads. */
const original = async () => new Uint8Array(await (await fetch(fileUrl)).arrayBuffer());
const open = () =>
  format.open({
    options: { layout: 'bulk', shuffle: false, chunkRows: 0 },
    innerCodec: null,
    schema: { kind: 'keyedVectors', elementType: 'float32', dimension: 24 },
  });

it('ends for each altered byte of the headers, the index and the heap', async () => {
  const file = await original();
  const session = await open();
  const heapEnd = 4_200;
  let refused = 0;
  // Steps of 11 meet each byte of a field of eight at some object.
  for (let at = 0; at < heapEnd; at += 11) {
    const altered = file.slice();
    altered[at] = (altered[at] ?? 0) ^ 0xff;
    try {
      await session.decode?.(altered);
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(FormatlabError);
      refused += 1;
    }
  }
  expect(refused).toBeGreaterThan(100);
});

it('refuses free room without a size, at which libhdf5 would stay for ever, and reads the next file', async () => {
  const file = await original();
  const session = await open();
  const view = new DataView(file.buffer);
  const heap = new TextDecoder('latin1').decode(file).indexOf('GCOL');
  let at = heap + 16;
  while (view.getUint16(at, true) !== 0) at += 16 + Math.ceil(Number(view.getBigUint64(at + 8, true)) / 8) * 8;
  const damaged = file.slice();
  new DataView(damaged.buffer).setBigUint64(at + 8, 0n, true);
  await expect((async () => session.decode?.(damaged))()).rejects.toMatchObject({
    record: { tag: 'malformedInput', message: expect.stringMatching(telling('object', 'size')) },
  });
  expect(await session.decode?.(file)).toMatchObject({ kind: 'keyedVectors' });
});
