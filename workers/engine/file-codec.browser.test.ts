import { describe, expect, it } from 'vitest';
import { type Dataset, schemaOf } from '../model/dataset';
import { FormatlabError } from '../model/errors';
import type { Candidate, CandidateCodec } from '../model/plan';
import { telling } from '../model/testing/telling';
import { checkCandidate } from '../registry/check-plan';
import { codecs } from '../registry/metadata';
import { openCandidate } from './candidate-session';
import { performanceClock } from './clock';
import { builtInRegistry } from './registry';
import { verifyBySecondDecoders } from './verification';

/** Rows of JSON, each about 120 bytes. */
function records(count: number): Dataset {
  const rows = Array.from({ length: count }, (_, row) => ({
    id: row,
    name: `item ${(row * 7_919) % 1_000}`,
    tags: ['new', 'cheap', `shelf ${row % 97}`],
    price: (row % 997) / 4,
    note: 'delivered within three working days',
  }));
  return { kind: 'bytes', bytes: new TextEncoder().encode(rows.map((row) => JSON.stringify(row)).join('\n')) };
}

async function write(codec: CandidateCodec, dataset: Dataset) {
  const candidate: Candidate = checkCandidate({ format: 'raw', implementation: 'formatlab', options: {}, codec });
  const schema = schemaOf(dataset);
  const dataBytes = dataset.kind === 'bytes' ? dataset.bytes.length : 0;
  const open = () => openCandidate(builtInRegistry, candidate, schema, dataBytes, performanceClock);
  const session = await open();
  const file = await session.encode(dataset);
  const verify = async () =>
    (
      await verifyBySecondDecoders(
        builtInRegistry,
        session,
        file,
        { dataset, sha256: '', dataBytes },
        { heartbeat: () => {}, bounded: true },
      )
    ).verification;
  return { session, file, open, verify };
}

const zstd = (changes: Partial<CandidateCodec>): CandidateCodec => ({
  id: 'zstd',
  level: 3,
  implementation: 'native',
  granularity: 'record',
  ...changes,
});

describe('a codec over the blocks of a file', () => {
  const writers = [...codecs.values()].flatMap(({ id, implementations }) =>
    implementations
      .filter(({ compresses }) => compresses)
      .flatMap((implementation) =>
        (['file', 'page', 'record'] as const).map((granularity) => ({
          id,
          implementation: implementation.id,
          level: implementation.levels?.default ?? null,
          granularity,
          meta: implementation,
          others: implementations.filter(({ decompresses }) => decompresses).length - 1,
        })),
      ),
  );

  /** The implementation that the page selects by default; the quick suite has no other. */
  const isDefault = ({ id, implementation }: { readonly id: string; readonly implementation: string }) =>
    codecs.get(id)?.implementations[0]?.id === implementation;
  const comesBack = async ({ meta, others, ...codec }: (typeof writers)[number]) => {
    const dataset = records(200);
    const { session, file, open, verify } = await write(codec, dataset);
    expect(await session.decode(file)).toEqual(dataset);
    expect(await (await open()).decode(file)).toEqual(dataset);
    expect(session.fileCodec?.trained()).toBeNull();
    const { verifiedBy, reason, rejectedBy } = await verify();
    if (meta.conforms !== false) expect(rejectedBy).toEqual([]);
    if (others === 0) expect(reason).toMatch(/^No other implementation/);
    else if (meta.conforms !== false) expect(verifiedBy.split(', ')).toHaveLength(others);
  };
  const comesBackName =
    '$id by $implementation, $granularity: comes back, and the other implementations read all of it';
  it.each(writers.filter(isDefault))(comesBackName, comesBack);
  it.each(writers.filter((each) => !isDefault(each)))(comesBackName, { tags: ['full'] }, comesBack);

  it('shows by the others’ refusals that lz4js writes blocks against the rules', async () => {
    const { verify } = await write(
      { id: 'lz4-block', level: null, implementation: 'lz4js', granularity: 'record' },
      records(2_000),
    );
    const { verifiedBy, rejectedBy } = await verify();
    expect(verifiedBy).toBe('self');
    expect(rejectedBy.map(({ implementation }) => implementation).sort()).toEqual(['native', 'specification']);
  });

  it('shares a dictionary that the file itself holds, which makes it smaller', async () => {
    const dataset = records(4_000);
    const [without, shared] = await Promise.all([
      write(zstd({}), dataset),
      write(zstd({ options: { dictionaryKiB: 16 } }), dataset),
    ]);
    expect(shared.file.length).toBeLessThan(0.8 * without.file.length);
    const trained = shared.session.fileCodec?.trained();
    expect(trained?.bytes.length).toBeLessThanOrEqual(16_384);
    expect(trained?.sampleBytes).toBeGreaterThan(400_000);
    expect(trained?.trainingMs).toBeGreaterThan(0);
    const reader = await shared.open();
    expect(await reader.decode(shared.file)).toEqual(dataset);
    expect(await reader.decode(without.file), 'without a dictionary after one with it').toEqual(dataset);
    expect(await shared.session.encode(dataset), 'the same again').toEqual(shared.file);
    expect(await shared.verify()).toMatchObject({
      rejectedBy: [],
      reason: expect.stringContaining('not support dictionaries'),
    });
    await expect(async () => without.session.decode(damaged(shared.file))).rejects.toThrow(FormatlabError);
  });

  const lending = [...codecs.values()]
    .flatMap(({ id, implementations }) =>
      implementations
        .filter(({ compresses, decompresses }) => compresses && decompresses)
        .map(({ id: implementation, levels }) => ({ id, implementation, level: levels?.default ?? null })),
    )
    .flatMap((codec) => (['file', 'record'] as const).map((granularity) => ({ ...codec, granularity })));

  it.each(lending)(
    '$id by $implementation, $granularity: what is kept across later calls is nobody else’s memory',
    async (codec) => {
      const dataset = records(200);
      const { session, file } = await write(codec, dataset);
      const otherFile = await (await write(codec, { kind: 'bytes', bytes: new Uint8Array(24_000).fill(7) })).file;
      const later = async () => {
        await session.decode(otherFile);
        await session.encode({ kind: 'bytes', bytes: new Uint8Array(20_000).fill(9) });
        await session.encode(dataset);
      };
      const { fileCodec } = session;
      if (fileCodec === null) throw new Error('There is no codec.');
      const kept = await session.unwrap(file);
      const before = kept.slice();
      await later();
      expect(kept).toEqual(before);
      const lentFile = await session.encodeView(dataset);
      expect(lentFile).toEqual(file);
      // What is lent, on the other hand, is not, where the implementation lends.
      const lent = await fileCodec.decompressView(file, before.length);
      expect(lent).toEqual(before);
      const isLent = lent.buffer.byteLength === fileCodec.wasmMemoryBytes();
      expect(isLent).toBe(
        fileCodec.entry.implementation.library.package === 'formatlab' && fileCodec.entry.implementation.wasm === true,
      );
      if (isLent) expect(lentFile).not.toEqual(file);
      await later();
      if (isLent) expect(lent).not.toEqual(before);
    },
  );

  it('keeps its file for as long as a look-up, whatever is decoded meanwhile', async () => {
    const numbers = (at: (row: number) => number): Dataset => ({
      kind: 'table',
      rowCount: 5_000,
      columns: [
        {
          name: 'n',
          type: 'int64',
          validity: null,
          values: BigInt64Array.from({ length: 5_000 }, (_, row) => BigInt(at(row))),
        },
      ],
    });
    const dataset = numbers((row) => row * row);
    const codec: CandidateCodec = { id: 'zstd', level: 3, implementation: 'native', granularity: 'file' };
    for (const format of ['raw', 'arrow']) {
      const implementation = format === 'raw' ? 'formatlab' : 'apache-arrow';
      const candidate = checkCandidate({ format, implementation, options: {}, codec });
      const session = await openCandidate(builtInRegistry, candidate, schemaOf(dataset), 40_000, performanceClock);
      const file = await session.encode(dataset);
      const lookup = await session.openLookup(file, 'none');
      const decoded = await session.decode(file);
      expect(decoded, format).toMatchObject({ kind: 'table', rowCount: 5_000 });
      await session.encode(numbers(() => 1));
      await session.decode(await session.encode(numbers(() => 1)));
      for (const row of [0, 7, 4_999]) expect(await lookup.get(row), format).toEqual([BigInt(row * row)]);
    }
  });

  const lendingRoom = ['raw', 'npy', 'pickle', 'destination', 'json'].map((format) => ({
    format,
    implementation: 'formatlab',
    inPlace: true,
  }));
  const formats = [...lendingRoom, { format: 'messagepack', implementation: 'msgpack', inPlace: false }];
  it.each(
    formats.flatMap((format) => (['file', 'record'] as const).map((granularity) => ({ ...format, granularity }))),
  )(
    '$format, $granularity: is born and read in the codec’s memory where both can, with the same bytes and values',
    async ({ format, implementation, inPlace, granularity }) => {
      const values = Float64Array.from({ length: 4_000 }, (_, index) => Math.sqrt(index));
      const dataset: Dataset = { kind: 'array', elementType: 'float64', shape: [4_000], values };
      const isEqual = (other: Dataset) =>
        other.kind === 'array' &&
        other.values.length === values.length &&
        values.every((value, index) => value === other.values[index]);
      const open = (codec: string | null) =>
        openCandidate(
          builtInRegistry,
          checkCandidate({
            format,
            implementation,
            options: {},
            codec: codec === null ? null : { id: 'zstd', level: 9, implementation: codec, granularity },
          }),
          schemaOf(dataset),
          32_000,
          performanceClock,
        );
      const [session, copying, bare] = await Promise.all([open('native'), open('bokuweb'), open(null)]);
      const file = await session.encode(dataset);
      expect(session.encodedInPlace()).toBe(inPlace);
      expect(await session.unwrap(file)).toEqual(await bare.encode(dataset));
      await copying.encode(dataset);
      expect([copying.fileRoom, copying.encodedInPlace(), bare.fileRoom, bare.encodedInPlace()]).toEqual([
        null,
        false,
        null,
        false,
      ]);
      const room = session.fileRoom ?? expect.unreachable();
      room(file.length).set(file);
      const before = session.wasmMemoryBytes() ?? 0;
      for (let call = 0; call < 3; call += 1) {
        expect(isEqual(await session.decode(room(file.length)))).toBe(true);
        // The memory grows, and the file stays. (Blocks of a file from elsewhere would be put into the room.)
        if (granularity === 'file') await session.fileCodec?.compress(new Uint8Array((call + 1) * 4_000_000));
        expect(room(file.length)).toEqual(file);
      }
      if (granularity === 'file') expect(session.wasmMemoryBytes()).toBeGreaterThan(before);
      expect(await session.encode(dataset)).toEqual(file);
      expect(await session.encodeView(dataset)).toEqual(file);
    },
  );

  it('shares a dictionary over a file that lies in its memory', async () => {
    const dataset = records(4_000);
    const { session, file } = await write(zstd({ options: { dictionaryKiB: 16 } }), dataset);
    expect(session.encodedInPlace()).toBe(true);
    const reader = await (await write(zstd({}), dataset)).open();
    const room = reader.fileRoom ?? expect.unreachable();
    room(file.length).set(file);
    // The dictionary lies in the file, and setting it up makes the memory grow.
    for (let call = 0; call < 2; call += 1) expect(await reader.decode(room(file.length))).toEqual(dataset);
    expect(room(file.length)).toEqual(file);
  });

  it('says so where there is too little to train a dictionary from', async () => {
    await expect(write(zstd({ options: { dictionaryKiB: 16 } }), records(40))).rejects.toThrow(
      telling('16,384 bytes', 6, '700 bytes'),
    );
  });
});

/** With its last block overwritten. */
function damaged(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const copy = file.slice();
  copy.fill(0xff, copy.length - 300);
  return copy;
}
