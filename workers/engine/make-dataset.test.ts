import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { unpackTexts } from '../model/canonical';
import type { DatasetSpec } from '../model/plan';
import { efforts } from '../model/plan';
import type { UserData } from '../model/user-data';
import { createMoleculeReader, makeDataset } from './make-dataset';
import { readerTrial } from './reader-trial';
import { performanceClock } from './clock';
import { sha256Of } from './sha256';
import { telling } from '../model/testing/telling';

const text = 'C one\nCC two\nCCC three\nCCCC four\n';
const specOf = (sha256: string | null): Extract<DatasetSpec, { source: 'ownFile' }> => ({
  source: 'ownFile',
  fileName: 'four.smi',
  fileSizeBytes: text.length,
  type: 'smiles',
  sha256,
  columnTypes: null,
});

/** A file that counts how often it is opened. */
class CountedFile extends File {
  opened = 0;
  override stream() {
    this.opened += 1;
    return super.stream();
  }
  override arrayBuffer() {
    this.opened += 1;
    return super.arrayBuffer();
  }
  override text() {
    this.opened += 1;
    return super.text();
  }
  override slice(...range: Parameters<File['slice']>) {
    this.opened += 1;
    return super.slice(...range);
  }
}

const fileOf = (content: string, lastModified = 0) => new CountedFile([content], 'four.smi', { lastModified });
const titles = async (molecules: ReturnType<ReturnType<typeof createMoleculeReader>>) =>
  unpackTexts((await molecules).titles);

it('reads a file once for all its slices, and again where it is read otherwise or is another', async () => {
  const moleculesOf = createMoleculeReader();
  const file = fileOf(text);
  expect(await titles(moleculesOf(specOf('a'), file, 0, 2))).toEqual(['one', 'two']);
  const { opened } = file;
  expect(opened).toBeGreaterThan(0);
  expect(await titles(moleculesOf(specOf('a'), file, 2, 9))).toEqual(['three', 'four']);
  expect(await titles(moleculesOf(specOf('a'), file, 1, 2))).toEqual(['two']);
  expect(file.opened).toBe(opened);
  await moleculesOf(specOf('b'), file, 0, 1);
  expect(file.opened).toBe(2 * opened);
  expect(await titles(moleculesOf(specOf('b'), fileOf('CCO other\n', 5), 0, 1))).toEqual(['other']);
});

it('asks again for what could not be read', async () => {
  const moleculesOf = createMoleculeReader();
  await expect(moleculesOf(specOf('a'), fileOf('C(', 1), 0, 1)).rejects.toThrow(
    telling('Line 1', 'four.smi', 'SMILES'),
  );
  await expect(moleculesOf(specOf('a'), null, 0, 1)).rejects.toMatchObject({
    record: { tag: 'malformedInput', stage: 'import', message: expect.not.stringContaining('four.smi') },
  });
  expect(await titles(moleculesOf(specOf('a'), fileOf(text), 3, 4))).toEqual(['four']);
});

it('makes of a workload the molecules asked for, the same as in the whole, and none of other data', async () => {
  const moleculesOf = createMoleculeReader();
  const spec: DatasetSpec = { source: 'workload', workload: 'molecules', knobs: {}, size: 30, seed: 3 };
  const whole = await titles(moleculesOf(spec, null, 0, 30));
  expect(whole).toHaveLength(30);
  expect(await titles(moleculesOf(spec, null, 28, 40))).toEqual(whole.slice(28));
  await expect(moleculesOf({ ...spec, workload: 'keyedVectors' }, null, 0, 1)).rejects.toThrow(
    'There are no molecules',
  );
});

it('messages on a file whose name is not in the plan keep the extension only, by which Brotli is known', async () => {
  const made = makeDataset({ ...specOf(null), fileName: null }, new File([], 'secret.smi.br'), () => undefined);
  await expect(made).rejects.toThrow(/^file\.br is empty/u);
});

it('hashes parts alike, whether they are joined for the hash or streamed', async () => {
  for (const lengths of [[], [0], [1, 0, 99], [2 ** 20], [2 ** 26, 5]]) {
    const parts = lengths.map((length, part) => new Uint8Array(length).fill(part + 1));
    const hash = createHash('sha256');
    for (const part of parts) hash.update(part);
    expect(await sha256Of(parts)).toBe(hash.digest('hex'));
  }
});

it('says how much of a workload is made, and the hash, the size and the number of items of what was made', async () => {
  const fractions: number[] = [];
  const spec: DatasetSpec = { source: 'workload', workload: 'table', knobs: {}, size: 50_000, seed: 3 };
  const { blob, info, fileReaders } = await makeDataset(spec, null, (fraction) => fractions.push(fraction));
  expect(fractions.length).toBeGreaterThan(1);
  expect(fractions.toSorted((a, b) => a - b)).toEqual(fractions);
  expect([Math.min(...fractions) > 0, Math.max(...fractions)]).toEqual([true, 1]);
  expect(fileReaders).toEqual([]);
  const hash = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer());
  expect(info).toMatchObject({ itemCount: 50_000, sha256: Buffer.from(hash).toString('hex') });
  expect(info.dataBytes).toBeLessThan(blob.size);
  expect(info.notes).toBeUndefined();
});

it('ends at a malformed molecule unless the plan leaves it out, and then counts it in a note', async () => {
  const file = fileOf('C one\nC(\nCCC three\n');
  await expect(makeDataset(specOf(null), file, () => undefined)).rejects.toMatchObject({
    record: { tag: 'malformedInput', stage: 'import' },
  });
  const { info } = await makeDataset({ ...specOf(null), malformed: 'skip' }, file, () => undefined);
  expect(info.itemCount).toBe(2);
  expect(info.notes).toEqual([expect.stringMatching(telling(1, 'molecule'))]);
});

it('names the files of a set by numbers in what it says, and keeps the folders that are columns', async () => {
  const files = ['year=2024/secret-a.json', 'year=2025/secret-b.json'].map((path, index) => ({
    path,
    file: new Blob([JSON.stringify([{ x: index }])]),
  }));
  const set = { name: 'secret', size: 20, files, leftOut: [] };
  const spec: DatasetSpec = { ...specOf(null), type: 'json', fileName: null, fileSizeBytes: set.size };
  const { info } = await makeDataset({ ...spec, reading: { partitionColumns: true } }, set, () => undefined);
  expect(info).toMatchObject({ itemCount: 2, schema: { columns: [{ name: 'x' }, { name: 'year' }] } });
  const other = { path: 'secret-c.json', file: new Blob(['[{"x"']) };
  const refused = makeDataset(spec, { ...set, files: [...files, other] }, () => undefined);
  await expect(refused).rejects.toThrow(telling('1 of 3 files', 'file 3.json'));
  await expect(refused).rejects.not.toThrow(/secret/u);
});

it('makes the sample that a plan names of a file, and says how much of it that is', async () => {
  const header = `${"{'descr': '<f8', 'fortran_order': False, 'shape': (10000,), }".padEnd(117)}\n`;
  const magic = Uint8Array.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length, 0]);
  const file = new File([magic, header, Float64Array.from({ length: 10_000 }, (_, index) => index)], 'a.npy');
  const whole = { ...specOf(null), type: 'npy', fileName: 'a.npy', fileSizeBytes: file.size } as const;
  const made = async (spec: DatasetSpec) => makeDataset(spec, file, () => undefined);
  const sampled = await made({ ...whole, sample: { seed: 2, targetBytes: 16_000 } });
  expect(sampled.info).toMatchObject({ itemCount: 2_000, dataBytes: 16_000 });
  expect(sampled.info.sample).toMatchObject({ unitKind: 'rows', totalItems: 10_000, fileBytes: 16_026 });
  expect(sampled.sampleFile?.size).toBe(16_128);
  const all = await made(whole);
  expect(all.info).toMatchObject({ itemCount: 10_000 });
  expect(all.info.sample).toBeUndefined();
  expect(all.sampleFile).toBeUndefined();
  // The SHA-256 is of the sampled data, by which the same sample is known.
  const again = { ...whole, sha256: sampled.info.sha256, sample: { seed: 2, targetBytes: 16_000 } };
  expect((await made(again)).info.sha256).toBe(sampled.info.sha256);
  await expect(made({ ...again, sample: { seed: 3, targetBytes: 16_000 } })).rejects.toMatchObject({
    record: { tag: 'malformedInput' },
  });
});

it('times the reader that opened the files, of all rows or of a sample, only if it gives the same data', async () => {
  const files = ['year=2024/a.json', 'year=2025/b.json'].map((path, index) => ({
    path,
    file: new Blob([JSON.stringify(Array.from({ length: 900 }, (_, row) => ({ x: row * (index + 1) })))]),
  }));
  const set = { name: 'two', size: files[0]?.file.size ?? 0, files, leftOut: [] };
  const whole = { ...specOf(null), type: 'json', fileName: null, reading: { partitionColumns: true } } as const;
  const trialOf = async (spec: typeof whole & { sample?: { seed: number; targetBytes: number } }, data: UserData) => {
    const { blob, info, sampleFile } = await makeDataset(spec, set, () => undefined);
    return readerTrial(
      {
        dataset: blob,
        sha256: info.sha256,
        dataBytes: info.dataBytes,
        candidate: { format: 'json', implementation: 'x', options: {}, codec: null },
        operations: ['decode', 'project'],
        effort: efforts.sizes,
        timerStepMs: 0.005,
        round: 3,
        seed: 1,
        verifiedSha256: null,
        secondDecoders: false,
        scratchName: 'x',
      },
      { spec, data: sampleFile ?? data, isSampleFile: sampleFile !== undefined },
      { registry: { formats: [], codecs: [] } as never, clock: performanceClock, onStage: () => undefined },
    );
  };
  const read = { status: 'measured', samples: { round: 3 }, clock: ['read', 'decode'] };
  const expected = { operations: { decode: read, project: { status: 'unsupported' } } };
  expect(await trialOf(whole, set)).toMatchObject(expected);
  const sample = { seed: 1, targetBytes: 1_000 };
  expect(await trialOf({ ...whole, sample }, set)).toMatchObject(expected);
  const other = { ...set, files: [...files].reverse() };
  await expect(trialOf(whole, other)).rejects.toMatchObject({ record: { tag: 'verificationFailed' } });
});
