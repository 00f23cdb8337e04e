import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { crc32, deflateRawSync, deflateSync, gunzipSync, gzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { NativeModule, nativeErrors } from './native-module';

const load = (name: string) =>
  NativeModule.load(
    `data:application/wasm;base64,${readFileSync(`workers/wasm/built/${name}.wasm`).toString('base64')}`,
  );
const zlibDefaults = [0, 15, 8];

function open(module: NativeModule, container: number, level: number): number {
  const context = module.open([container, level, ...zlibDefaults]);
  if (context === 0) throw new Error(module.message());
  return context;
}

function compressed(module: NativeModule, context: number, input: Uint8Array): Uint8Array<ArrayBuffer> {
  const sizeBytes = module.compress(context, input);
  if (sizeBytes < 0) throw new Error(module.message());
  return module.take(sizeBytes);
}

function decompressed(
  module: NativeModule,
  context: number,
  input: Uint8Array,
  limitBytes = 64 * 1_048_576,
): Uint8Array<ArrayBuffer> | number {
  const sizeBytes = module.decompress(context, input, limitBytes);
  return sizeBytes < 0 ? sizeBytes : module.take(sizeBytes);
}

const sizeBytes = 65_536;

/** Unsigned whole numbers below 2^32 (xorshift32). */
function noise(): () => number {
  let state = 2_463_534_242;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

function uniform(): Uint8Array {
  const next = noise();
  return new Uint8Array(Float64Array.from({ length: sizeBytes / 8 }, () => next() / 2 ** 32 + next() / 2 ** 64).buffer);
}

function json(): Uint8Array {
  const next = noise();
  let text = '';
  for (let row = 0; text.length < sizeBytes; row += 1)
    text += `{"id":${row},"name":"item ${next() % 1_000}","price":${(next() % 10_000) / 100},"tags":["${next() % 7}","${next() % 50}"]}\n`;
  return new TextEncoder().encode(text).slice(0, sizeBytes);
}

const data = {
  counting: new Uint8Array(new BigInt64Array(sizeBytes / 8).map((_, index) => BigInt(index)).buffer),
  uniform: uniform(),
  json: json(),
};

/**
 * The first 12 hexadecimal digits of the SHA-256 of the raw stream at each level from 0 on, by the same sources without our patches, compiled by zig cc -O3
 * for x86_64-linux-gnu. Unequal bytes here mean that a patch changes what is written.
 */
const native = {
  libdeflate: {
    counting:
      '1f500d19982e 7e23255b011d 50a932838d6d 50a932838d6d 50a932838d6d 01aa7c855f58 01aa7c855f58 01aa7c855f58 b8cd96ff240b b8cd96ff240b 6faf1203534f 6faf1203534f 49d23ffcdf77',
    uniform:
      '231514fef9fe 4c97632e41c1 375a45b599ad 375a45b599ad 375a45b599ad ba6c024f25d5 ba6c024f25d5 ba6c024f25d5 ba6c024f25d5 ba6c024f25d5 9f6715302fb3 9f6715302fb3 9f6715302fb3',
    json: 'c340569a480e e101a5f06d45 b999ff5dae0c 70aa6baf6cc7 c1cfe3d53b04 412e4fe31c88 6682b83931ac 32cbd53e27a7 9f1a91624f8e 8d947e2e39f0 bd40f8236cac 01dbbbc03593 01dbbbc03593',
  },
  zlib: {
    counting:
      '1f500d19982e 06205f3da179 252f7cc57a16 bb3cf508b245 4c78abd3f8a8 4c78abd3f8a8 4c78abd3f8a8 4c78abd3f8a8 09a37ef7117b 75cc30ed0407',
    uniform:
      '231514fef9fe 0d89dd355f99 dc82b75615da 591560122a4a 9e39ef618cf1 9e39ef618cf1 9e39ef618cf1 9e39ef618cf1 9e39ef618cf1 9e39ef618cf1',
    json: 'c340569a480e dd068ad45e6e 53df9cddccaf d2e94d462b57 bd11a4250236 6242f0ff1a91 8cbc80dca71f 270d10183d32 e13e86254428 bdbea84b7919',
  },
};

const libraries = ['libdeflate', 'zlib'] as const;
const containers = [
  {
    name: 'raw',
    container: 0,
    write: (input: Uint8Array) => deflateRawSync(input),
    read: (input: Uint8Array) => inflateRawSync(input),
  },
  {
    name: 'zlib',
    container: 1,
    write: (input: Uint8Array) => deflateSync(input),
    read: (input: Uint8Array) => inflateSync(input),
  },
  {
    name: 'gzip',
    container: 2,
    write: (input: Uint8Array) => gzipSync(input),
    read: (input: Uint8Array) => gunzipSync(input),
  },
];

/** 64 MiB, twice what a module may take for it. */
const zeros = gzipSync(new Uint8Array(64 * 1_048_576), { level: 1 });

describe.each(libraries)('%s as WASM', (library) => {
  it.each(['counting', 'uniform', 'json'] as const)(
    'writes the bytes of the native library at every level: %s',
    async (name) => {
      const module = await load(library);
      const levels = native[library][name].split(' ');
      const hashes = levels.map((_, level) =>
        createHash('sha256')
          .update(compressed(module, open(module, 0, level), data[name]))
          .digest('hex')
          .slice(0, 12),
      );
      expect(hashes).toEqual(levels);
    },
  );

  // The checksums by vectors change their way at 32, 320, 3,072, 5,536, 9,248 bytes and multiples of 16; Node's zlib knows nothing of them.
  it.each(containers)(
    'agrees with Node’s zlib on $name of every length, both ways',
    async ({ container, write, read }) => {
      const module = await load(library);
      const context = open(module, container, 1);
      // A raw stream has no checksum.
      const thresholds = container === 0 ? [] : [320, 480, 700, 3_072, 5_552, 9_248];
      const lengths = [
        ...Array.from({ length: 200 }, (_, n) => n),
        ...thresholds.flatMap((n) => Array.from({ length: 36 }, (_, k) => n - 18 + k)),
        ...[17_440, 65_534].flatMap((n) => [n - 1, n, n + 1]),
      ];
      for (const length of lengths) {
        // Odd offsets in the data; full bytes make the largest sums.
        for (const input of [data.json.subarray(1, 1 + length), new Uint8Array(length).fill(255)]) {
          expect(Buffer.compare(read(compressed(module, context, input)), input), `${length} bytes written`).toBe(0);
          const back = decompressed(module, context, write(input));
          expect(typeof back !== 'number' && Buffer.compare(back, input), `${length} bytes read`).toBe(0);
        }
      }
    },
  );

  it('reads matches of every length and distance', async () => {
    const module = await load(library);
    const context = open(module, 0, 6);
    const next = noise();
    const period = Uint8Array.from({ length: 300 }, () => next() & 0xff);
    for (let distance = 1; distance <= 40; distance += 1) {
      for (let length = 3; length < 300; length += 7) {
        const input = new Uint8Array(distance + length + 50);
        for (let index = 0; index < distance + length; index += 1) input[index] = period[index % distance] ?? 0;
        for (let index = distance + length; index < input.length; index += 1) input[index] = next() & 0xff;
        const back = decompressed(module, context, deflateRawSync(input, { level: 9 }));
        expect(typeof back !== 'number' && Buffer.compare(back, input), `distance ${distance}, length ${length}`).toBe(
          0,
        );
      }
    }
  });

  it('reads gzip files of several members, whatever their last one claims', async () => {
    const module = await load(library);
    const context = open(module, 2, 6);
    const members = [data.json, new Uint8Array(3_000_000), new Uint8Array(0), data.uniform.subarray(0, 100)];
    const file = Buffer.concat(members.map((member) => gzipSync(member)));
    const expected = Buffer.concat(members);
    const back = decompressed(module, context, file);
    expect(typeof back !== 'number' && Buffer.compare(back, expected)).toBe(0);
    expect(decompressed(module, context, file, expected.length - 1)).toBe(nativeErrors.room);
    expect(decompressed(module, context, Buffer.concat([file, Buffer.from([0x1f])]))).toBe(nativeErrors.damaged);
  });

  it('takes no more memory for a false claim than the limit and its input allow', async () => {
    const module = await load(library);
    const context = open(module, 2, 6);
    const file = gzipSync(data.json);
    file.writeUInt32LE(0xfffffff0, file.length - 4);
    expect(decompressed(module, context, file)).toBe(nativeErrors.damaged);
    expect(decompressed(module, context, zeros, 1_000_000)).toBe(nativeErrors.room);
    expect(module.memoryBytes).toBeLessThan(32 * 1_048_576);
    expect(typeof decompressed(module, context, gzipSync(data.json))).toBe('object');
  });

  it('refuses parameters out of range', async () => {
    const module = await load(library);
    for (const parameters of [
      [-1, 6],
      [3, 6],
      [0, -1],
      [0, 13],
    ])
      expect(module.open([...parameters, ...zlibDefaults])).toBe(0);
    expect(module.message()).toMatch(/must be/);
  });
});

describe('zlib’s streams', () => {
  const pieces = (input: Uint8Array, pieceBytes: number) =>
    Array.from({ length: Math.ceil(input.length / pieceBytes) }, (_, index) =>
      input.subarray(index * pieceBytes, (index + 1) * pieceBytes),
    );

  function run(
    module: NativeModule,
    context: number,
    decompressing: boolean,
    input: Uint8Array,
    pieceBytes: number,
    limitBytes = 1_048_576,
  ): Buffer | number {
    expect(module.streamBegin(context, decompressing)).toBe(0);
    const parts = pieces(input, pieceBytes);
    const results: Uint8Array[] = [];
    for (const [index, part] of parts.entries()) {
      const stepBytes = module.streamStep(context, part, index === parts.length - 1, limitBytes);
      if (stepBytes < 0) return stepBytes;
      results.push(module.take(stepBytes));
    }
    return Buffer.concat(results);
  }

  it.each([1, 13, 1_000, 65_536])('compress and decompress in pieces of %i bytes', async (pieceBytes) => {
    const module = await load('zlib');
    for (const { container, read } of containers) {
      const context = open(module, container, 6);
      const file = run(module, context, false, data.json, pieceBytes);
      if (typeof file === 'number') throw new Error(module.message());
      expect(Buffer.compare(read(file), data.json)).toBe(0);
      const back = run(module, context, true, file, pieceBytes);
      expect(typeof back !== 'number' && Buffer.compare(back, data.json)).toBe(0);
      expect(run(module, context, true, file.subarray(0, -1), pieceBytes)).toBe(nativeErrors.damaged);
      const whole = decompressed(module, context, file);
      expect(typeof whole !== 'number' && Buffer.compare(whole, data.json), 'one-shot calls go on as before').toBe(0);
    }
  });

  it('give no step more than its limit, and want to be begun', async () => {
    const module = await load('zlib');
    const context = open(module, 2, 6);
    expect(module.streamStep(context, data.json, true, 1_000)).toBe(nativeErrors.parameter);
    const bomb = gzipSync(new Uint8Array(1_048_576));
    expect(run(module, context, true, bomb, bomb.length, 1_048_575)).toBe(nativeErrors.room);
    expect(run(module, context, true, bomb, bomb.length, 1_048_576)).toHaveLength(1_048_576);
  });
});

describe('zlib’s options', () => {
  it('all give files that Node’s zlib reads', async () => {
    const module = await load('zlib');
    for (const strategy of [0, 1, 2, 3, 4])
      for (const windowBits of [9, 12, 15])
        for (const memLevel of [1, 9]) {
          const context = module.open([1, 6, strategy, windowBits, memLevel]);
          expect(Buffer.compare(inflateSync(compressed(module, context, data.json)), data.json)).toBe(0);
        }
    expect(module.open([0, 6, 5, 15, 8])).toBe(0);
    expect(module.open([0, 6, 0, 8, 8])).toBe(0);
    expect(module.open([0, 6, 0, 15, 10])).toBe(0);
  });
});

describe('libdeflate takes the CRC-32', () => {
  const data = uniform();
  const lengths = [0, 1, 15, 16, 319, 320, 3_071, 3_072, 3_073, 40_000, data.length];

  it('of bytes outside the module, in one piece or several', async () => {
    const module = await load('libdeflate');
    for (const length of lengths) {
      const bytes = data.subarray(0, length);
      expect(module.crc32(0, bytes), `${length} bytes`).toBe(crc32(bytes));
      const begun = module.crc32(0, bytes.subarray(0, 777)) ?? 0;
      expect(module.crc32(begun, bytes.subarray(777)), `${length} bytes in two pieces`).toBe(crc32(bytes));
    }
  });

  it('of a part of the area, and of the last result', async () => {
    const module = await load('libdeflate');
    module.area(data.length)?.set(data);
    expect(module.crc32OfPart(5, 50_000)).toBe(crc32(data.subarray(5, 50_005)));
    expect(() => module.crc32OfPart(5, data.length)).toThrow(RangeError);
    const context = open(module, 0, 6);
    const first = deflateRawSync(data.subarray(0, 9_000));
    const second = deflateRawSync(data.subarray(0, 30_000));
    module.keep(module.decompress(context, first, 9_000));
    expect(module.decompress(context, second, 30_000)).toBe(30_000);
    expect(module.crc32OfResult(30_000)).toBe(crc32(data.subarray(0, 30_000)));
  });
});
