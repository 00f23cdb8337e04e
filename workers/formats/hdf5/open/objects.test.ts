import { expect, it } from 'vitest';
import { FileBytes } from '../../../byte-map/file-bytes';
import { RangeBytes } from '../../../byte-map/range-bytes';
import { messageTypes } from '../file/object-header';
import { expectRowsOf, rowTexts } from '../../../open-file/testing/rows-of-sample';
import { hdf5File, readTestFile } from '../../../open-file/testing/test-files';
import { told } from '../../../open-file/testing/told';
import { openHdf5 } from './objects';
import { readHdf5Bytes } from './read-hdf5';
import { partsOf } from './parts-of-file';

const removed = 0;
/** In an object header of version 1, a message's type stands so many bytes before the message. */
const typeBytesBefore = 8;

it.each([
  ['layout', [messageTypes.layout], /type\b.*\bshape\b.*\blayout\b.*\bmissing/u],
  ['shape', [messageTypes.dataspace], /type\b.*\bshape\b.*\blayout\b.*\bmissing/u],
  [
    'layout, shape and type',
    [messageTypes.layout, messageTypes.dataspace, messageTypes.datatype],
    /no dataset, group or type/u,
  ],
] as const)('a dataset that lost its %s is listed as unreadable, not left out', async (_, lost, reason) => {
  const bytes = await hdf5File('columns.h5');
  const { objects } = openHdf5(new FileBytes(bytes));
  const small = objects.find(({ name }) => name === 'small')?.dataset;
  if (small === undefined || typeof small === 'string') throw new Error('There is no dataset “small”.');
  for (const { type, at } of small.messages)
    if ((lost as readonly number[]).includes(type)) bytes[at - typeBytesBefore] = removed;
  const found = openHdf5(new FileBytes(bytes)).objects;
  expect(found.map(({ name }) => name)).toEqual(objects.map(({ name }) => name));
  expect(found.find(({ name }) => name === 'small')?.dataset).toMatch(reason);
  expect(partsOf(found).map(({ kind }) => kind)).toEqual(['columns', 'refused']);
});

it.each<{ name: string; part?: number; targetBytes: number; leftOut?: number[] }>([
  { name: 'user-block.h5', targetBytes: 1_200 },
  { name: 'plain-chunks.h5', targetBytes: 600 },
  { name: 'plain-chunks-latest.h5', targetBytes: 240 },
  { name: 'extensible.h5', targetBytes: 120 },
  { name: 'tree.h5', targetBytes: 1_200 },
  { name: 'checksums.h5', targetBytes: 2_000 },
  { name: 'lzf.h5', targetBytes: 1_200 },
  { name: 'columns.h5', targetBytes: 100 },
  { name: 'several.h5', part: 3, targetBytes: 20 },
  { name: 'pytables.h5', targetBytes: 200 },
  { name: 'vectors.h5', part: 1, targetBytes: 60 },
  { name: 'pandas-table.h5', targetBytes: 60 },
  { name: 'pandas-data-columns.h5', targetBytes: 60 },
  { name: 'pandas-series.h5', targetBytes: 10 },
  { name: 'pandas-categories.h5', targetBytes: 20 },
  { name: 'pandas-levels-table.h5', targetBytes: 20 },
  { name: 'anndata.h5ad', targetBytes: 100 },
  { name: 'nullable-texts.h5ad', targetBytes: 60 },
  { name: 'early.h5ad', targetBytes: 20, leftOut: [2] },
])(
  'a sample of $name has the rows that are read there of the whole',
  async ({ name, part = 0, targetBytes, leftOut }) => {
    const file = await hdf5File(name);
    const reading = { part, ...(leftOut === undefined ? {} : { leftOutColumns: leftOut }) };
    const whole = await readTestFile(file, name, { reading });
    const { dataset, sample } = await readTestFile(file, name, { reading, sample: { seed: 5, targetBytes } });
    if (sample === null) throw new Error('It was not cut.');
    expect(sample.info).toMatchObject({ unitKind: 'rows', isTotalEstimated: false, isFirstPart: false });
    expect(sample.info.totalItems).toBe(whole.report.itemCount);
    expect(rowTexts(dataset).length).toBeLessThan(rowTexts(whole.dataset).length);
    expectRowsOf(whole.dataset, dataset, sample.info.unitItems);
    const bytes = file.slice();
    let readBytes = 0;
    const ranges = new RangeBytes(
      bytes.length,
      (from, to) => {
        readBytes += to - from;
        return bytes.slice(from, to);
      },
      256,
    );
    const byRanges = await readHdf5Bytes(ranges, { reading, sample: { seed: 5, targetBytes } });
    expect(rowTexts(byRanges.dataset)).toEqual(rowTexts(dataset));
    expect(readBytes).toBeGreaterThan(0);
  },
);

it('texts that pandas pickled as one object are read whole before rows are taken, and a note says so', async () => {
  const file = await hdf5File('pandas-fixed.h5');
  const whole = await readTestFile(file, 'fixed.h5');
  const { dataset, sample, report } = await readTestFile(file, 'fixed.h5', { sample: { seed: 5, targetBytes: 1 } });
  expect(sample).toMatchObject({ info: { unitKind: 'rows', unitItems: [1], totalItems: 3 }, file: null });
  expect(rowTexts(whole.dataset)).toEqual(expect.arrayContaining(rowTexts(dataset)));
  expect(report.notes.filter((note) => !whole.report.notes.includes(note))).toEqual([told('pickled', '“table”')]);
});
