import { parquetReadObjects } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { FormatlabError } from '../../model/errors';
import type { OwnFileType } from '../../model/plan';
import type { CutSample } from './cut';
import { cutSample } from './cut-sample';
import { sampleInfo } from './sample-info';

const numbered = Array.from({ length: 2_000 }, (_, row) => row);
/** Rows whose values tell their place, in row groups of 100. */
const parquet = (rowGroupSize = 100) =>
  new Blob([
    parquetWriteBuffer({
      columnData: [
        { name: 'row', data: numbered.map(BigInt), type: 'INT64' },
        { name: 'text', data: numbered.map((row) => `row ${row}`), type: 'STRING' },
      ],
      rowGroupSize,
      codec: 'SNAPPY',
    }),
  ]);

async function cutOf(file: Blob, type: OwnFileType, targetBytes: number, seed = 1): Promise<CutSample> {
  const cut = await cutSample(file, type, { seed, targetBytes });
  if (cut === null) throw new Error('The file was not cut.');
  return cut;
}

const rowsOf = async (file: Blob) => parquetReadObjects({ file: await file.arrayBuffer() });

/** The error of a promise that must reject. */
const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (thrown: unknown) => (thrown instanceof FormatlabError ? thrown.record : thrown),
  );

describe('a sample of Parquet', () => {
  it('holds row groups from all over the file, in their order', async () => {
    const cut = await cutOf(parquet(), 'parquet', 8_000);
    expect(cut).toMatchObject({
      unitKind: 'rowGroups',
      unitCount: 20,
      totalItems: 2_000,
      isTotalEstimated: false,
      isFirstPart: false,
    });
    const starts = (await rowsOf(cut.file)).map(({ row }) => Number(row)).filter((_, index) => index % 100 === 0);
    expect(starts).toHaveLength(cut.unitItems.length);
    expect(starts.length).toBeGreaterThan(2);
    starts.forEach((start, stratum) => {
      expect(start).toBeGreaterThanOrEqual(Math.floor((20 * stratum) / starts.length) * 100);
      expect(start).toBeLessThan(Math.floor((20 * (stratum + 1)) / starts.length) * 100);
    });
  });

  it('has the rows that the file has there', async () => {
    const rows = await rowsOf((await cutOf(parquet(), 'parquet', 8_000)).file);
    expect(rows.length % 100).toBe(0);
    for (const { row, text } of rows) expect(text).toBe(`row ${row}`);
  });

  it('follows from its seed', async () => {
    const bytesOf = async (seed: number) =>
      new Uint8Array(await (await cutOf(parquet(), 'parquet', 8_000, seed)).file.arrayBuffer());
    expect(await bytesOf(3)).toEqual(await bytesOf(3));
    expect(await bytesOf(3)).not.toEqual(await bytesOf(4));
  });

  it('is not taken of a file that is hardly larger', async () => {
    expect(await cutSample(parquet(), 'parquet', { seed: 1, targetBytes: 40_000 })).toBe(null);
  });

  it.each([
    ['its end is missing', (file: Blob) => file.slice(0, -20)],
    [
      'its footer claims too much',
      (file: Blob) => new Blob([file.slice(0, -8), Uint8Array.of(255, 255, 255, 0), file.slice(-4)]),
    ],
    [
      'its footer is damaged',
      (file: Blob) => new Blob([file.slice(0, -300), new Uint8Array(292).fill(0x9c), file.slice(-8)]),
    ],
  ])('is refused if %s', async (_, damage) => {
    const refusal = refusalOf(cutSample(damage(parquet()), 'parquet', { seed: 1, targetBytes: 8_000 }));
    expect(await refusal).toMatchObject({ tag: 'malformedInput', format: 'parquet' });
  });
});

describe('what a result says of a sample', () => {
  const cut: CutSample = {
    file: new Blob(['12345']),
    unitKind: 'blocks',
    unitItems: [10, 30],
    unitCount: 9,
    totalItems: 400,
    isTotalEstimated: true,
    isFirstPart: false,
  };

  it('shares the items that were read among the units', () => {
    expect(sampleInfo(cut, 40, false)).toMatchObject({ unitItems: [10, 30], totalItems: 400, fileBytes: 5 });
    expect(sampleInfo(cut, 20, false)).toMatchObject({ unitItems: [5, 15], totalItems: 200 });
    expect(sampleInfo({ ...cut, isTotalEstimated: false }, 80, false)).toMatchObject({
      unitItems: [20, 60],
      totalItems: 800,
      isTotalEstimated: false,
    });
    expect(sampleInfo({ ...cut, isTotalEstimated: false }, 39, false).isTotalEstimated).toBe(true);
  });

  it('ends at the last of the first rows that the user chose', () => {
    expect(sampleInfo(cut, 15, true)).toMatchObject({ unitItems: [10, 5], totalItems: 400 });
    expect(sampleInfo(cut, 7, true).unitItems).toEqual([7]);
    expect(sampleInfo(cut, 0, true).unitItems).toEqual([0]);
  });
});
