import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json';
import { codecOptions } from '../model/codec-options';
import type { Codec } from '../model/entry';
import { extremeOptions } from './testing/contract-cases';
import {
  codecEntries,
  isConforming,
  defaultLevel,
  extremeLevels,
  caughtError,
  firstDifference,
  isSlowCase,
  lowestLevel,
  pseudoRandomBytes,
  openCodec,
  patternBytes,
  testPatterns,
  caughtErrorTag,
  describeCodecs,
  quickIfDefault,
  sampleText,
  roundDownToElements,
  compressingEntries,
} from './testing/codec-cases';
import { codecs } from './metadata';
import manifest from '../wasm/built/manifest.json';

/** Holds for every implementation of every codec, found through the registry: a new one is tested by being there. */

const sizes = [0, 1, 11, 12, 13, 14, 15, 16, 17, 63, 64, 65, 651, 4_096, 65_535, 65_536, 65_537];
/** For levels that are slow: so few, and none that is large. */
const fewSizes = [0, 1, 17, 651, 4_096];
const largeSizes = [131_070, 1_048_576];
/** Blocks of 64, 100 or 128 KiB: whole ones and the rest. */
const severalBlocks = [131_070, 262_147];
const lendsNothing = 'It has no memory of its own that it could lend.';
/** Room for every size above. */
const ample = 8 * 1_048_576;

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}

it('finds codecs to test', () => {
  expect([...codecs.keys()]).toEqual(expect.arrayContaining(['gzip', 'lz4', 'zstd']));
});

describe.each(codecEntries)('$name', ({ codec, implementation }) => {
  it('names the version that package.json pins, or that the module was built from', async () => {
    const { package: name, version, contains } = implementation.library;
    const pinned: Readonly<Record<string, string>> = packageJson.dependencies;
    if (name !== 'browser' && name !== 'formatlab') expect(pinned[name]).toBe(version);
    else expect(version).toBe('');
    if (name === 'formatlab' && implementation.wasm === true)
      expect(manifest.modules.map((module) => `${module.upstream} ${module.version}`)).toContain(contains);
  });

  it('compresses or decompresses, and its default level is in its range', () => {
    expect(implementation.compresses || implementation.decompresses).toBe(true);
    expect(codec.implementations.filter(({ id }) => id === implementation.id)).toHaveLength(1);
    const { levels } = implementation;
    if (levels === null) return;
    expect(levels.min).toBeLessThanOrEqual(levels.default);
    expect(levels.default).toBeLessThanOrEqual(levels.max);
  });

  it('has options of different names, dictionaries where it says so, and a memory where it is WASM', async () => {
    const ids = codecOptions(implementation, 'record').map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const instance = await openCodec(codec, implementation);
    expect(instance.dictionary !== undefined).toBe(implementation.dictionaries === true);
    if (implementation.wasm === true) expect(instance.wasmMemoryBytes?.()).toBeGreaterThan(0);
    if (implementation.conforms === false) expect(implementation.warning).toBeDefined();
  });
});

describeCodecs(compressingEntries, ' writes', ({ codec, implementation }) => {
  const sources = codec.implementations.filter(({ decompresses }) => decompresses);

  async function checkRead(
    source: (typeof sources)[number],
    decoder: Codec,
    file: Uint8Array,
    data: Uint8Array,
    place: string,
  ) {
    let decoded: Uint8Array;
    try {
      decoded = await decoder.decompress(file, data.length);
    } catch (thrown) {
      // A writer that is declared not to conform may be refused, but never by its own reader.
      expect(
        !isConforming(implementation) && source.id !== implementation.id,
        `${place}, read by ${source.id}: ${thrown}`,
      ).toBe(true);
      return;
    }
    expect(firstDifference(decoded, data), `${place}, read by ${source.id}`).toBe(-1);
  }

  interface Sizes {
    readonly level: number | null;
    readonly sizes: readonly number[];
    readonly readByAll: boolean;
  }
  async function checkSizes(pattern: string, asked: readonly Sizes[]) {
    const decoders = await Promise.all(
      sources.map(async (source) => ({ source, decoder: await openCodec(codec, source) })),
    );
    const own = decoders.filter(({ source }) => source.id === implementation.id);
    for (const { level, sizes: wanted, readByAll } of asked) {
      const writer = await openCodec(codec, implementation);
      const readers = readByAll || own.length === 0 ? decoders : own;
      for (const size of wanted) {
        const data = patternBytes(pattern, roundDownToElements(implementation, size));
        const file = await writer.compress(data, level);
        for (const { source, decoder } of readers)
          await checkRead(source, decoder, file, data, `${data.length} bytes, level ${level}`);
      }
    }
  }

  const [usual, lowest] = [defaultLevel(implementation), lowestLevel(implementation)];
  /** The levels that are fast with this pattern: if there are none, the lowest. Large inputs get no others. */
  const fastLevels = (pattern: string) => {
    const fast = extremeLevels(implementation).filter((level) => !isSlowCase(codec, level, pattern));
    return fast.length > 0 ? fast : [lowest];
  };
  const largeOf = (pattern: string, level: number | null, large: readonly number[]) =>
    isSlowCase(codec, level, pattern) ? large.slice(0, 1) : large;

  /** The quick suite has data that do not compress and data that do; the others have every pattern. */
  const tagsOf = (pattern: string): 'full'[] => {
    if (pattern === 'noise') return [];
    return pattern === 'JSON text' ? quickIfDefault(codec, implementation) : ['full'];
  };
  for (const pattern of Object.keys(testPatterns))
    it(`${pattern} of every size: its own reader gives them back at every level, all others at the default one`, {
      tags: tagsOf(pattern),
    }, async () => {
      const fast = fastLevels(pattern);
      const usualOrFast = fast.includes(usual) ? usual : (fast[0] ?? null);
      await checkSizes(pattern, [
        ...extremeLevels(implementation).map((level) => ({
          level,
          sizes: fast.includes(level) ? sizes : fewSizes,
          readByAll: level === usual,
        })),
        { level: usualOrFast, sizes: largeOf(pattern, usualOrFast, largeSizes), readByAll: true },
      ]);
    });

  const dear = { tags: ['full'] };
  const checkLarge = (pattern: string, large: readonly number[]) =>
    checkSizes(
      pattern,
      fastLevels(pattern).map((level) => ({
        level,
        sizes: largeOf(pattern, level, large),
        readByAll: level === usual,
      })),
    );
  it.each(Object.keys(testPatterns))(
    '%s of large sizes: its own reader gives them back at the edges of its levels, if they are fast',
    dear,
    (pattern) => checkLarge(pattern, severalBlocks),
  );

  it('1 MiB of text: its own reader gives it back at the edges of its levels, if they are fast', dear, () =>
    checkLarge('JSON text', largeSizes),
  );

  const descriptors = implementation.options ?? [];
  it('with every option at its edges so that it gives them back, and refuses what is beyond them', async () => {
    for (const options of extremeOptions(descriptors, implementation.label)) {
      const instance = await openCodec(codec, implementation, options);
      const readers = implementation.decompresses
        ? [instance]
        : await Promise.all(sources.map((source) => openCodec(codec, source)));
      expect(readers.length).toBeGreaterThan(0);
      for (const size of [0, 1, 17, 651, 4_096, 65_537]) {
        for (const pattern of ['counting', 'JSON text']) {
          const data = patternBytes(pattern, roundDownToElements(implementation, size, options));
          const file = await instance.compress(data, defaultLevel(implementation));
          for (const reader of readers)
            expect(
              firstDifference(await reader.decompress(file, data.length), data),
              `${data.length} bytes, ${JSON.stringify(options)}`,
            ).toBe(-1);
        }
      }
    }
    const beyond = descriptors.map((descriptor) => ({
      [descriptor.id]:
        descriptor.type === 'integer' || descriptor.type === 'number' ? descriptor.max + 1 : 'no such value',
    }));
    // Those without any take none, and look at none.
    for (const options of descriptors.length === 0 ? [] : [...beyond, { noSuchOption: 1 }])
      expect(await caughtErrorTag(() => openCodec(codec, implementation, options)), JSON.stringify(options)).toBe(
        'invalidPlan',
      );
  });

  it('leaves its input alone, reads views at any offset, and gives buffers of their own', async () => {
    const writer = await openCodec(codec, implementation);
    const whole = sampleText(5_000);
    for (const offset of [1, 3, 8, 13]) {
      const view = whole.subarray(offset, offset + roundDownToElements(implementation, 4_000));
      const before = whole.slice();
      const first = await writer.compress(view, defaultLevel(implementation));
      const second = await writer.compress(view, defaultLevel(implementation));
      expect(firstDifference(whole, before)).toBe(-1);
      expect(first.buffer).not.toBe(whole.buffer);
      expect(first.buffer).not.toBe(second.buffer);
      expect(firstDifference(first, second), 'equal input gives equal bytes').toBe(-1);
      if (!implementation.decompresses) continue;
      const shifted = new Uint8Array(first.length + 2 * offset);
      shifted.set(first, offset);
      const encoded = shifted.subarray(offset, offset + first.length);
      const decoded = await writer.decompress(encoded, ample);
      expect(firstDifference(decoded, view)).toBe(-1);
      expect(firstDifference(encoded, first)).toBe(-1);
      expect(decoded.buffer).not.toBe(shifted.buffer);
      decoded.fill(0);
      expect(firstDifference(await writer.decompress(encoded, ample), view)).toBe(-1);
    }
  });

  it('lends what it gives otherwise, until its next call, and leaves alone what it gave', async (context) => {
    const instance = await openCodec(codec, implementation);
    const { compressView, decompressView } = instance;
    expect(
      new Set([
        compressView === undefined,
        decompressView === undefined,
        instance.input === undefined,
        instance.blocks === undefined,
      ]).size,
    ).toBe(1);
    // Of what it lends, all or nothing: checked above.
    if (compressView === undefined || decompressView === undefined) return context.skip(lendsNothing);
    const level = defaultLevel(implementation);
    const [data, other] = [sampleText, pseudoRandomBytes].map((make) =>
      make(roundDownToElements(implementation, 4_000)),
    );
    if (data === undefined || other === undefined) throw new Error('There are no data.');
    const [file, otherFile] = [await instance.compress(data, level), await instance.compress(other, level)];
    const owned = await instance.decompress(file, data.length);
    const lentFile = compressView.call(instance, data, level);
    expect(firstDifference(lentFile, file)).toBe(-1);
    expect(lentFile.buffer.byteLength).toBe(instance.wasmMemoryBytes?.());
    const lent = decompressView.call(instance, file, data.length);
    expect(firstDifference(lentFile, file), 'a lent result that is kept across a call').not.toBe(-1);
    expect(firstDifference(lent, data)).toBe(-1);
    expect(lent.buffer.byteLength).toBe(instance.wasmMemoryBytes?.());
    decompressView.call(instance, otherFile, other.length);
    expect(firstDifference(lent, data), 'a lent result that is kept across a call').not.toBe(-1);
    expect(firstDifference(owned, data)).toBe(-1);
    expect(await caughtErrorTag(() => decompressView.call(instance, file, data.length - 1))).toBe('tooLarge');
  });

  it('gives blocks one behind the other as it gives each alone, whatever their sizes, and says so where another call lost them', async (context) => {
    const instance = await openCodec(codec, implementation);
    const { blocks } = instance;
    if (blocks === undefined) return context.skip(lendsNothing);
    const level = defaultLevel(implementation);
    // Some of odd sizes, so that results begin anywhere; so many that the memory grows in between; some empty.
    const inputs = [...sizes, ...sizes, 65_537, 131_070, 651].map((size, index) =>
      (index % 3 === 0 ? pseudoRandomBytes : sampleText)(roundDownToElements(implementation, size)),
    );
    const alone: Uint8Array<ArrayBuffer>[] = [];
    for (const input of inputs) alone.push(await instance.compress(input, level));
    for (const expectedBytes of [0, 1_000_000]) {
      blocks.begin(expectedBytes, 37);
      expect(inputs.map((input) => blocks.compress(input, level))).toEqual(alone.map(({ length }) => length));
      expect(firstDifference(blocks.view().subarray(37), joined(alone))).toBe(-1);
      blocks.begin(expectedBytes);
      expect(alone.map((file, index) => blocks.decompress(file, inputs[index]?.length ?? 0))).toEqual(
        inputs.map(({ length }) => length),
      );
      expect(firstDifference(blocks.view(), joined(inputs))).toBe(-1);
    }
    // A block that is refused leaves those before it.
    const [first, second] = [alone[8], alone[12]];
    if (first === undefined || second === undefined) throw new Error('There are no blocks.');
    blocks.begin(0);
    blocks.decompress(first, ample);
    expect(await caughtErrorTag(() => blocks.decompress(second, (inputs[12]?.length ?? 0) - 1))).toBe('tooLarge');
    expect(firstDifference(blocks.view(), inputs[8] ?? new Uint8Array())).toBe(-1);
    await instance.decompress(second, ample);
    for (const call of [
      () => blocks.view(),
      () => blocks.compress(sampleText(696), level),
      () => blocks.decompress(first, ample),
    ])
      expect(await caughtErrorTag(call)).toBe('internal');
    blocks.begin(0);
    expect(blocks.view()).toHaveLength(0);
  });

  it('reads in place what lies in its input area, which no call changes, wherever the memory has grown to', async (context) => {
    const [instance, other] = await Promise.all([openCodec(codec, implementation), openCodec(codec, implementation)]);
    const { input, blocks, compressView, decompressView } = instance;
    if (input === undefined || blocks === undefined || compressView === undefined || decompressView === undefined)
      return context.skip(lendsNothing);
    const level = defaultLevel(implementation);
    const data = joined([
      sampleText(roundDownToElements(implementation, 4_000)),
      pseudoRandomBytes(roundDownToElements(implementation, 3_000)),
    ]);
    const file = await other.compress(data, level);
    const large = patternBytes('JSON text', roundDownToElements(implementation, 3_000_000));

    input.view(data.length).set(data);
    expect(input.offsetOf(data)).toBe(-1);
    expect(other.input?.offsetOf(input.view(data.length))).toBe(-1);
    expect(firstDifference(compressView.call(instance, input.view(data.length), level), file)).toBe(-1);
    const owned = await instance.compress(input.view(data.length), level);
    // Another's memory is anybody's: copied.
    expect(firstDifference(await other.compress(input.view(data.length), level), file)).toBe(-1);
    const view = input.view(data.length);
    // To make the memory grow, any level does.
    const largeFile = await instance.compress(large, lowestLevel(implementation));
    await instance.decompress(largeFile, large.length);
    expect(view, 'the memory has grown').toHaveLength(0);
    expect(firstDifference(input.view(data.length), data), 'the area across calls').toBe(-1);
    expect(firstDifference(owned, file)).toBe(-1);
    // An input that an earlier call has detached is not taken for an empty one.
    expect(await caughtErrorTag(() => instance.compress(view, level))).toBe('encodeFailed');

    // Parts, at any offset: those of a buffer, and what blocks make of them.
    const shift = 5;
    input.view(file.length + shift).set(file, shift);
    const encoded = () => input.view(file.length + shift).subarray(shift);
    expect(input.offsetOf(encoded())).toBe(shift);
    expect(firstDifference(decompressView.call(instance, encoded(), data.length), data)).toBe(-1);
    expect(firstDifference(await instance.decompress(encoded(), data.length), data)).toBe(-1);
    expect(firstDifference(encoded(), file)).toBe(-1);
    for (const offset of [0, 3]) {
      const parts = [
        roundDownToElements(implementation, 700),
        roundDownToElements(implementation, 4_000),
        roundDownToElements(implementation, 651),
      ];
      input.view(large.length + offset).set(large, offset);
      blocks.begin(0, 11);
      const alone: Uint8Array[] = [];
      let at = offset;
      for (const part of parts) {
        const made = await other.compress(large.subarray(at - offset, at - offset + part), level);
        expect(blocks.compressPart(at, part, level)).toBe(made.length);
        alone.push(made);
        at += part;
      }
      const packed = joined(alone);
      expect(firstDifference(blocks.view().subarray(11), packed)).toBe(-1);
      expect(firstDifference(input.view(large.length + offset).subarray(offset), large)).toBe(-1);
      input.view(packed.length + offset).set(packed, offset);
      blocks.begin(0);
      at = offset;
      parts.forEach((part, index) => {
        expect(blocks.decompressPart(at, alone[index]?.length ?? 0, part)).toBe(part);
        at += alone[index]?.length ?? 0;
      });
      expect(
        firstDifference(
          blocks.view(),
          large.subarray(
            0,
            parts.reduce((sum, part) => sum + part, 0),
          ),
        ),
      ).toBe(-1);
    }
    blocks.begin(0);
    expect(await caughtErrorTag(() => blocks.compressPart(large.length, large.length, level))).toBe('encodeFailed');
    expect(await caughtErrorTag(() => input.view(2 ** 31))).toBe('outOfMemory');
  });

  it('has instances that do not disturb each other', async (context) => {
    const [a, b] = await Promise.all([openCodec(codec, implementation), openCodec(codec, implementation)]);
    const size = roundDownToElements(implementation, 70_000);
    const [textFile, noiseFile] = await Promise.all([
      a.compress(sampleText(size), defaultLevel(implementation)),
      b.compress(pseudoRandomBytes(size), defaultLevel(implementation)),
    ]);
    if (!implementation.decompresses) return context.skip('It reads nothing.');
    const [fromB, fromA] = await Promise.all([b.decompress(textFile, ample), a.decompress(noiseFile, ample)]);
    expect(firstDifference(fromB, sampleText(size))).toBe(-1);
    expect(firstDifference(fromA, pseudoRandomBytes(size))).toBe(-1);
  });

  it('rejects levels out of its range, never clamping them, and works on', async () => {
    const writer = await openCodec(codec, implementation);
    const { levels } = implementation;
    const data = sampleText(roundDownToElements(implementation, 96));
    const impossible =
      levels === null ? [0, 1, -1] : [levels.min - 1, levels.max + 1, levels.min + 0.5, Number.NaN, null];
    for (const level of impossible)
      expect(await caughtErrorTag(() => writer.compress(data, level)), `level ${level}`).toBe('invalidPlan');
    expect((await writer.compress(data, defaultLevel(implementation))).length).toBeGreaterThan(0);
  });

  it.skipIf(implementation.elementBytes === undefined)(
    'whole elements only, where it says that it has any',
    async () => {
      const writer = await openCodec(codec, implementation);
      const elementBytes = 4_096 - roundDownToElements(implementation, 4_095);
      expect(elementBytes, 'by default').toBeGreaterThan(1);
      const record = (await caughtError(() => writer.compress(sampleText(4_095), defaultLevel(implementation)))).record;
      expect(record.message).toContain(String(elementBytes));
    },
  );
});
