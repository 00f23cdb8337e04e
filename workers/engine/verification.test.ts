import { describe, expect, it } from 'vitest';
import type { Dataset } from '../model/dataset';
import { schemaOf } from '../model/dataset';
import { telling } from '../model/testing/telling';
import type { FormatModule } from '../model/entry';
import { FormatlabError } from '../model/errors';
import { MoleculesBuilder } from '../model/molecules/builder';
import type { Candidate } from '../model/plan';
import { canonicalFile, type FakeCodec, type FakeFormat } from './testing/fake-registry';
import { accepted, bare, failing, list, sourceOf, verify, wrapped } from './testing/verify';
import { findDifference } from './verification';

const open = () => Promise.reject(new Error('It is not opened.'));
const plain: FormatModule = { open };
/** A module that forgets of a list what `kept` leaves out. */
const forgetting = (kept: (values: readonly number[]) => number[]): FormatModule => ({
  open,
  forget: (dataset) =>
    dataset.kind === 'list' && dataset.elementType === 'float64' ? list(...kept(dataset.values)) : dataset,
});
const sorting = forgetting((values) => [...values].sort((a, b) => a - b));
const rounding = forgetting((values) => values.map(Math.round));
const reordering: FormatModule = { open, reorders: true };

/** Where the first byte that differs is, what was found there, and what was written. */
const differingAt = (byte: number, buffer: number, found: number, written: number) =>
  telling(`byte ${byte}`, `buffer ${buffer}`, found, written);
/** A sentence that tells no number. */
const noNumber = /^\D+$/u;

describe('differenceOf', () => {
  it('finds none where everything came back', async () => {
    expect(await findDifference(await sourceOf(list(1, 2)), list(1, 2), [])).toBeNull();
    expect(await findDifference(await sourceOf(list(1, 2)), list(1, 2), [plain, plain])).toBeNull();
  });

  it('tells the first byte that differs, by its buffer', async () => {
    expect(await findDifference(await sourceOf(list(1, 2)), list(1, 3), [plain])).toMatch(differingAt(14, 1, 8, 0));
    expect(
      await findDifference(
        await sourceOf({ kind: 'stringArray', values: ['ab', 'c'] }),
        { kind: 'stringArray', values: ['ab', 'd'] },
        [plain],
      ),
    ).toMatch(differingAt(2, 3, 100, 99));
    // The very first byte of a buffer.
    expect(
      await findDifference(
        await sourceOf({ kind: 'bytes', bytes: Uint8Array.of(7, 8) }),
        { kind: 'bytes', bytes: Uint8Array.of(9, 8) },
        [],
      ),
    ).toMatch(differingAt(0, 1, 9, 7));
  });

  it('says so where the values are the same but the SHA-256 is another', async () => {
    const source = { ...(await sourceOf(list(1))), sha256: '0'.repeat(64) };
    expect(await findDifference(source, list(1), [plain])).toMatch(noNumber);
    expect(await findDifference(source, list(1), [sorting])).toBeNull();
  });

  it('tells another type, number of items or size', async () => {
    const listHeader = (elementType: string, items: number) =>
      `{"schema":{"kind":"list","elementType":"${elementType}"},"itemCount":${items},"buffers":[${items * 8}]}`;
    expect(await findDifference(await sourceOf(list(1, 2)), list(1), [])).toMatch(
      telling(listHeader('float64', 1), listHeader('float64', 2)),
    );
    expect(
      await findDifference(await sourceOf(list(1)), { kind: 'list', elementType: 'int64', values: [1n] }, [reordering]),
    ).toMatch(telling(listHeader('int64', 1), listHeader('float64', 1)));
  });

  it('cuts what it tells of a header after 300 characters', async () => {
    const wide = (name: string): Dataset => ({
      kind: 'table',
      rowCount: 0,
      columns: [{ name: name.repeat(150), type: 'int32', validity: null, values: new Int32Array(0) }],
    });
    const header = (name: string) =>
      `{"schema":{"kind":"table","columns":[{"name":"${name.repeat(150)}","type":"int32","nullable":false}]},"itemCount":0,"buffers":[0]}`;
    expect(header('a').length).toBeLessThan(300);
    const long = (name: string): Dataset => ({
      kind: 'table',
      rowCount: 0,
      columns: ['x', 'y'].map((end) => ({
        name: `${name.repeat(150)}${end}`,
        type: 'int32',
        validity: null,
        values: new Int32Array(0),
      })),
    });
    expect(await findDifference(await sourceOf(wide('a')), wide('b'), [])).toMatch(telling(header('b'), header('a')));
    const found = await findDifference(await sourceOf(long('a')), long('b'), []);
    for (const name of ['a', 'b']) {
      const whole = JSON.stringify({ schema: schemaOf(long(name)), itemCount: 0, buffers: [0, 0] });
      expect(found).toContain(whole.slice(0, 300));
      expect(found).not.toContain(whole.slice(0, 301));
    }
  });

  it('leaves out what a module forgets, of both', async () => {
    const source = await sourceOf(list(2.25, 1));
    expect(await findDifference(source, list(1, 2.25), [sorting])).toBeNull();
    expect(await findDifference(source, list(1, 2.25), [plain, sorting])).toBeNull();
    expect(await findDifference(source, list(1, 2), [sorting, rounding])).toBeNull();
    expect(await findDifference(source, list(1, 2), [sorting])).toMatch(differingAt(14, 1, 0, 2));
    expect(await findDifference(source, list(1), [rounding])).toMatch(telling('"itemCount":1'));
  });

  const ethanol = (reversed: boolean, carbonHydrogens = 3) => {
    const builder = new MoleculesBuilder({ coordinates: false });
    const atoms = [
      [6, carbonHydrogens],
      [6, 2],
      [8, 1],
    ] as const;
    for (const [element, hydrogens] of reversed ? [...atoms].reverse() : atoms) builder.addAtom(element, hydrogens);
    builder.addBond(0, 1, 1);
    builder.addBond(1, 2, 1);
    builder.endMolecule('ethanol');
    return builder.finish();
  };

  it('compares molecules as graphs only where a module reorders', async () => {
    const source = await sourceOf(ethanol(false));
    expect(await findDifference(source, ethanol(true), [plain, reordering])).toBeNull();
    expect(await findDifference(source, ethanol(true), [plain])).toMatch(differingAt(0, 4, 8, 6));
    expect(await findDifference(source, ethanol(true, 2), [reordering])).toMatch(
      telling(1, 'ethanol', 'atoms', 'bonds'),
    );
  });

  it('compares molecules as graphs without what a module forgets', async () => {
    const untitled: FormatModule = {
      open,
      forget: (dataset) =>
        dataset.kind === 'molecules'
          ? { ...dataset, titles: { offsets: Int32Array.of(0, 0), data: new Uint8Array() } }
          : dataset,
    };
    const found = { ...ethanol(true), titles: { offsets: Int32Array.of(0, 1), data: Uint8Array.of(65) } };
    expect(await findDifference(await sourceOf(ethanol(false)), found, [untitled, reordering])).toBeNull();
    expect(await findDifference(await sourceOf(ethanol(false)), found, [reordering])).toMatch(
      telling('title', '“A”', 1, '“ethanol”'),
    );
  });

  it('compares what is no molecules by value even where a module reorders', async () => {
    expect(await findDifference(await sourceOf(list(1)), list(1), [reordering])).toBeNull();
    expect(await findDifference(await sourceOf(list(1)), list(2), [reordering])).toMatch(differingAt(6, 1, 0, 240));
    expect(await findDifference(await sourceOf(ethanol(false)), list(1), [reordering])).toMatch(
      /"kind":"list".*"kind":"molecules"/u,
    );
    expect(await findDifference(await sourceOf(list(1)), ethanol(false), [reordering])).toMatch(
      /"kind":"molecules".*"kind":"list"/u,
    );
  });
});

describe('verifyBySecondDecoders', () => {
  it('says that nobody else reads the format', async () => {
    const result = await verify({});
    expect(result).toEqual({
      verification: accepted('self', expect.stringMatching(telling('Fake'))),
      unchecked: result.verification.reason,
      asked: [],
      readers: [],
      heartbeats: 0,
    });
  });

  it('asks every other implementation, the fastest first, and tells what those before said', async () => {
    const result = await verify({
      formats: {
        slow: { meta: { estimateMBps: { encode: 1, decode: 10 } } },
        quick: { meta: { estimateMBps: { encode: 1, decode: 1_000 } } },
        medium: { meta: { estimateMBps: { encode: 1, decode: 100 } } },
      },
    });
    expect(result).toEqual({
      verification: accepted('quick, medium, slow'),
      unchecked: null,
      asked: [
        ['Format by quick', accepted('self')],
        ['Format by medium', accepted('quick')],
        ['Format by slow', accepted('quick, medium')],
      ],
      readers: ['Format by quick', 'Format by medium', 'Format by slow'],
      heartbeats: 9,
    });
  });

  it('takes the speed for objects where the dataset consists of them', async () => {
    const formats: Record<string, FakeFormat> = {
      a: { meta: { estimateMBps: { encode: 1, decode: 10, objects: { encode: 1, decode: 5_000 } } } },
      b: { meta: { estimateMBps: { encode: 1, decode: 100, objects: { encode: 1, decode: 1 } } } },
    };
    expect((await verify({ formats })).readers).toEqual(['Format by a', 'Format by b']);
    const source = await sourceOf({ kind: 'bytes', bytes: Uint8Array.of(1) });
    expect((await verify({ formats, source })).readers).toEqual(['Format by b', 'Format by a']);
  });

  it('says who does not accept the file and why', async () => {
    const other: FakeFormat = { session: () => ({ decode: () => list(1, 3) }) };
    const rejectedBy = [
      {
        implementation: 'other',
        message: expect.stringMatching(differingAt(14, 1, 8, 0)),
      },
      { implementation: 'broken', message: 'No.' },
    ];
    const result = await verify({ formats: { other, broken: failing('malformedInput', 'No.') } });
    const reason = expect.stringMatching(telling('Fake', 'other, broken'));
    expect(result.verification).toEqual({ verifiedBy: 'self', reason, loss: [], rejectedBy });
    expect(result.unchecked).toBe(result.verification.reason);
    const withThird = await verify({ formats: { other, broken: failing('malformedInput', 'No.'), third: {} } });
    expect(withThird.verification).toEqual({ verifiedBy: 'third', reason: null, loss: [], rejectedBy });
    expect(withThird.unchecked).toBeNull();
  });

  it('says who had no memory, and nothing beside a reader’s own note', async () => {
    const noMemory = await verify({ formats: { other: failing('outOfMemory', 'Full.') } });
    expect(noMemory.verification).toEqual(accepted('self', expect.stringMatching(telling('memory', 'other'))));
    expect(noMemory.unchecked).toBe(noMemory.verification.reason);
    const limited = await verify({ formats: { other: failing('unsupported', 'At most one.') } });
    const note = expect.stringMatching(telling('Format by other', '“At most one.”'));
    expect([limited.verification, limited.unchecked]).toEqual([accepted('self', note), '']);
  });

  it('counts what the format’s modules forget as no difference, and tells the loss', async () => {
    const result = await verify({
      formats: {
        own: {
          meta: { loss: ({ kind }, options) => [`${kind}: order`, JSON.stringify(options)] },
          module: sorting,
        },
        other: { module: rounding, session: () => ({ decode: () => list(2.25, 1) }) },
      },
      candidate: { ...bare, options: { width: 1 } },
    });
    expect(result.verification).toEqual({
      verifiedBy: 'other',
      reason: null,
      loss: ['list: order', '{"width":1}'],
      rejectedBy: [],
    });
  });

  it('rejects a reader without a decoder, and closes what it opened', async () => {
    const closed: string[] = [];
    const closing = (name: string, decodes: boolean): FakeFormat => ({
      session: () => ({
        ...(decodes ? {} : { decode: undefined }),
        close: () => void closed.push(name),
      }),
    });
    const result = await verify({ formats: { a: closing('a', true), b: closing('b', false) } });
    expect(result.verification).toEqual({
      verifiedBy: 'a',
      reason: null,
      loss: [],
      rejectedBy: [{ implementation: 'b', message: expect.stringMatching(telling('decoder')) }],
    });
    expect(closed).toEqual(['a', 'b']);
    expect(result.heartbeats).toBe(5);
  });

  it('opens a reader with the options that it knows, and its own defaults', async () => {
    const contexts: unknown[] = [];
    const candidate: Candidate = {
      ...bare,
      options: { width: 4, own: true },
      codec: { id: 'inside', level: 3, implementation: null, granularity: 'page' },
    };
    const width = { type: 'integer', id: 'width', label: 'Width', min: 1, max: 8, default: 2 } as const;
    const reads: unknown[] = [];
    const result = await verify({
      candidate,
      formats: {
        other: {
          meta: {
            options: [width, { type: 'boolean', id: 'strict', label: 'Strict', default: true }],
            unsupported: (...given) => {
              reads.push(given);
              return null;
            },
          },
          module: {
            forget: (dataset, options) => {
              contexts.push(options);
              return dataset;
            },
          },
          // Other values, since equal ones need no `forget`.
          session: (context) => {
            contexts.push(context);
            return { decode: () => list(1, 3) };
          },
        },
        narrow: { meta: { options: [{ ...width, max: 3 }] } },
      },
    });
    const options = { width: 4, strict: true };
    const schema = schemaOf(list());
    expect(reads).toEqual([['decode', schema, { options, innerCodec: 'inside' }]]);
    expect(contexts).toEqual([{ options, innerCodec: { id: 'inside', level: 3 }, schema }, options, options]);
    // It does not know this width, and is not asked.
    expect(result.readers).toEqual(['Format by other']);
  });

  it('asks nobody that says it does not read such data', async () => {
    const codecsTold: (string | null)[] = [];
    const result = await verify({
      formats: {
        other: {
          meta: {
            unsupported: (operation, _, { innerCodec }) => {
              codecsTold.push(innerCodec);
              return operation === 'decode' ? 'No.' : null;
            },
          },
        },
        third: { meta: { unsupported: (operation) => (operation === 'encode' ? 'No.' : null) } },
      },
    });
    expect(result.verification).toEqual(accepted('third'));
    expect(codecsTold).toEqual([null]);
  });

  it('cuts who accepted after 100 characters and the reason after 1,000', async () => {
    const names = Array.from({ length: 30 }, (_, at) => `reader${at}`);
    const many = await verify({ formats: Object.fromEntries(names.map((name) => [name, {}])) });
    expect(many.verification.verifiedBy).toBe(names.join(', ').slice(0, 100));
    const limited = await verify({
      formats: Object.fromEntries(names.map((name) => [name, failing('unsupported', 'At most one.')])),
    });
    const { reason } = limited.verification;
    expect(reason).toHaveLength(1_000);
    // The last name may be cut.
    const told = reason?.match(/reader\d+/gu)?.slice(0, -1) ?? [];
    expect(told.length).toBeGreaterThan(1);
    expect(told).toEqual(names.slice(0, told.length));
  });
});

describe('verifyBySecondDecoders with a codec', () => {
  it('asks the codec’s other implementations after the format’s', async () => {
    const result = await verify({ candidate: wrapped, formats: { other: {} }, codecs: { second: {} } });
    expect(result).toEqual({
      verification: accepted('other, second'),
      unchecked: null,
      asked: [
        ['Format by other', accepted('self')],
        ['Codec by second', accepted('other')],
      ],
      readers: ['Format by other', 'Codec by second'],
      heartbeats: 4,
    });
  });

  it('says of format and codec that nobody read them', async () => {
    const namingOnly = (named: string, other: string) =>
      expect.stringMatching(new RegExp(`^(?!.*${other}).*${named}`, 'u'));
    const none = await verify({ candidate: wrapped });
    expect(none.verification).toEqual(accepted('self', expect.stringMatching(/Fake.*Prefix/u)));
    const codecOnly = await verify({ candidate: wrapped, codecs: { second: {} } });
    expect(codecOnly.verification).toEqual(accepted('second', namingOnly('Fake', 'Prefix')));
    const formatOnly = await verify({ candidate: wrapped, formats: { other: {} } });
    expect(formatOnly.verification).toEqual(accepted('other', namingOnly('Prefix', 'Fake')));
    for (const { verification, unchecked } of [none, codecOnly, formatOnly])
      expect(unchecked).toBe(verification.reason);
  });

  it('tells what a codec gave that it should not have', async () => {
    const result = await verify({
      candidate: wrapped,
      codecs: {
        shorter: { codec: () => ({ decompress: (input) => input.slice(2) as Uint8Array<ArrayBuffer> }) },
        other: { codec: () => ({ decompress: (input) => Uint8Array.of(0, ...input.slice(2)) }) },
      },
    });
    const { length } = canonicalFile(list(1, 2));
    expect(result.verification.rejectedBy).toEqual([
      { implementation: 'shorter', message: expect.stringMatching(telling(length - 1, length)) },
      { implementation: 'other', message: expect.stringMatching(noNumber) },
    ]);
    expect(result.unchecked).toMatch(telling('Fake', 'Prefix', 'shorter, other'));
    expect(result.verification.reason).toBe(result.unchecked);
  });

  it('asks Formatlab’s own decoder first and what is known not to conform last, else the faster first', async () => {
    const decompressing = (decompress: number) => ({ estimateMBps: { compress: 1, decompress } });
    const result = await verify({
      candidate: wrapped,
      codecs: {
        deviating: { meta: { ...decompressing(900), conforms: false } },
        slow: { meta: decompressing(10) },
        quick: { meta: decompressing(100) },
        own2: { meta: { ...decompressing(5), library: { package: 'formatlab', version: '', license: 'MIT' } } },
        writer: { meta: { ...decompressing(1_000), decompresses: false } },
      },
    });
    expect(result.readers).toEqual(['Codec by own2', 'Codec by quick', 'Codec by slow', 'Codec by deviating']);
    expect(result.verification.verifiedBy).toBe('own2, quick, slow, deviating');
  });

  it('leaves out slow decoders once two have accepted', async () => {
    // A file of some 90 bytes takes 250 ms at 0.00036 MB/s; the rate of the estimate is at least 0.001 MB/s.
    const source = await sourceOf({ kind: 'bytes', bytes: new Uint8Array(1_000) });
    const decompressing = (decompress: number) => ({ meta: { estimateMBps: { compress: 1, decompress } } });
    const codecs = { a: decompressing(100), b: decompressing(90), c: decompressing(80), slow: decompressing(0.001) };
    const result = await verify({ candidate: wrapped, source, codecs });
    expect(result.readers).toEqual(['Codec by a', 'Codec by b', 'Codec by c']);
    const { readers } = await verify({ candidate: wrapped, source, codecs: { a: codecs.a, slow: codecs.slow } });
    expect(readers).toEqual(['Codec by a', 'Codec by slow']);
  });

  it('leaves out a decoder that would take a minute, where it is bounded', async () => {
    const source = await sourceOf({ kind: 'bytes', bytes: new Uint8Array(70_000) });
    const codecs: Record<string, FakeCodec> = { slow: { meta: { estimateMBps: { compress: 1, decompress: 0.001 } } } };
    const formats = { other: {} };
    const bounded = await verify({ candidate: wrapped, formats, source, codecs, bounded: true });
    expect([bounded.verification, bounded.unchecked]).toEqual([
      accepted('other', expect.stringMatching(telling('Codec by slow', '70 s'))),
      '',
    ]);
    const unbounded = await verify({ candidate: wrapped, formats, source, codecs });
    expect(unbounded.verification).toEqual(accepted('other, slow'));
  });

  it('tells a codec’s reader the options of the writer that it takes', async () => {
    const given: unknown[] = [];
    const width = { type: 'integer', id: 'width', label: 'Width', min: 1, max: 8, default: 2 } as const;
    await verify({
      candidate: {
        ...bare,
        codec: {
          id: 'prefix',
          level: 5,
          implementation: 'own',
          granularity: 'file',
          options: { width: 4, deep: true },
        },
      },
      codecs: {
        knows: {
          meta: { options: [width] },
          codec: (options) => {
            given.push(options);
            return {};
          },
        },
        narrow: {
          meta: { options: [{ ...width, max: 3 }] },
          codec: (options) => {
            given.push(options);
            return {};
          },
        },
      },
    });
    expect(given).toEqual([{ width: 4 }, {}]);
  });

  it('says how many implementations read no dictionaries', async () => {
    const used: number[] = [];
    const dictionaries: FakeCodec = {
      meta: { dictionaries: true },
      codec: () => ({
        dictionary: {
          train: () => Uint8Array.of(1, 2, 3),
          use: (dictionary) => used.push(dictionary?.length ?? 0),
        },
      }),
    };
    const candidate: Candidate = {
      ...bare,
      codec: {
        id: 'prefix',
        level: null,
        implementation: 'own',
        granularity: 'record',
        options: { dictionaryKiB: 1 },
      },
    };
    const source = await sourceOf({ kind: 'bytes', bytes: new Uint8Array(3_000).fill(1) });
    const own = dictionaries;
    const formats = { other: {} };
    const one = await verify({ candidate, source, formats, codecs: { own, plain: {} } });
    expect(one.unchecked).toMatch(telling('One', 'Prefix', 'dictionaries'));
    const two = await verify({ candidate, source, formats, codecs: { own, plain: {}, simple: {} } });
    expect(two.unchecked).toMatch(telling(2, 'Prefix', 'dictionaries'));
    expect([two.verification, two.readers]).toEqual([accepted('other', two.unchecked), ['Format by other']]);
    used.length = 0;
    const read = await verify({ candidate, source, formats, codecs: { own, second: dictionaries, plain: {} } });
    expect([read.verification, read.unchecked]).toEqual([accepted('other, second'), null]);
    expect(used).toEqual([3, 3]);
  });
});

describe('verifyBySecondDecoders, bounded', () => {
  const texts = (...values: string[]) => ({
    offsets: Int32Array.from([0, ...values.map((_, at) => values.slice(0, at + 1).join('').length)]),
    data: new TextEncoder().encode(values.join('')),
  });
  const records = (count: number): Dataset => {
    const keys = Array.from({ length: count }, (_, at) => String(10_000 + at));
    return { kind: 'records', recordCount: count, keys: texts(...keys), values: texts(...keys) };
  };
  /** The number of items that a reader of 1 MB/s found in its file. */
  const counting = (decodeMBps = 1) => {
    const counts: number[] = [];
    const format: FakeFormat = {
      meta: { estimateMBps: { encode: 1, decode: decodeMBps } },
      session: () => ({
        decode: (file) => {
          const { itemCount } = JSON.parse(new TextDecoder().decode(file).split('\n', 1)[0] ?? '') as {
            itemCount: number;
          };
          counts.push(itemCount);
          throw new FormatlabError({ tag: 'unsupported', stage: 'decode', message: 'Enough.' });
        },
      }),
    };
    return { counts, format };
  };
  const slow: FakeFormat = { meta: { estimateMBps: { encode: 1, decode: 1 } } };

  it('lets a reader read the whole file where that takes at most 5 s', async () => {
    const result = await verify({
      formats: { slow },
      source: await sourceOf(records(100), 5_000_000),
      bounded: true,
    });
    expect(result.verification).toEqual(accepted('slow'));
    expect(result.heartbeats).toBe(3);
  });

  it('lets it read a sample of 2 s where the whole takes longer', async () => {
    const source = await sourceOf(records(2_500), 10_000_000);
    const result = await verify({ formats: { slow }, source, bounded: true });
    const note = expect.stringMatching(telling('Format by slow', 500, '2,500 records', '10 s'));
    expect([result.verification, result.unchecked]).toEqual([accepted('slow', note), null]);
    const { counts, format } = counting();
    const limited = await verify({ formats: { other: format }, source, bounded: true });
    expect(counts).toEqual([500]);
    // The reader's own note goes first.
    expect(limited.verification.reason).toMatch(telling('Format by other', '“Enough.”'));
    const unbounded = counting();
    await verify({ formats: { other: unbounded.format }, source });
    expect(unbounded.counts).toEqual([2_500]);
  });

  it('rounds the sample down, but takes one item at least', async () => {
    const some = counting();
    await verify({
      formats: { other: some.format },
      source: await sourceOf(records(10), 5_000_001),
      bounded: true,
    });
    expect(some.counts).toEqual([3]);
    const one = counting();
    await verify({
      formats: { other: one.format },
      source: await sourceOf(records(4), 1_000_000_000),
      bounded: true,
    });
    expect(one.counts).toEqual([1]);
  });

  it('lets it read what can’t be sampled whole, unless that takes more than a minute', async () => {
    const whole = await verify({ formats: { slow }, source: await sourceOf(list(1), 60_000_000), bounded: true });
    expect(whole.verification).toEqual(accepted('slow'));
    const left = await verify({ formats: { slow }, source: await sourceOf(list(1), 60_000_001), bounded: true });
    const note = expect.stringMatching(telling('Format by slow', '60 s'));
    expect([left.verification, left.unchecked, left.heartbeats]).toEqual([accepted('self', note), '', 1]);
  });

  it('takes no sample where the format has no encoder to write it', async () => {
    const { counts, format } = counting();
    const source = await sourceOf(records(100), 10_000_000);
    await verify({ formats: { other: format }, source, bounded: true, encodes: false });
    expect(counts).toEqual([100]);
    const left = await verify({
      formats: { slow },
      source: await sourceOf(records(100), 61_000_000),
      bounded: true,
      encodes: false,
    });
    expect(left.verification.reason).toMatch(telling('Format by slow', '61 s'));
  });

  it('says why a sample could not be written', async () => {
    let written = 0;
    const own: FakeFormat = {
      session: () => ({
        encode: (dataset) => {
          written += 1;
          if (written > 1) throw new Error('The disc is “full”.');
          return canonicalFile(dataset);
        },
      }),
    };
    const source = await sourceOf(records(100), 10_000_000);
    const result = await verify({ formats: { own, slow }, source, bounded: true });
    const note = expect.stringMatching(telling('Format by slow', '10 s', "“The disc is 'full'.”"));
    expect([result.verification, result.unchecked]).toEqual([accepted('self', note), '']);
  });
});
