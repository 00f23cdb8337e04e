import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NativeModule, nativeErrors } from './native-module';

const load = (name: string) =>
  NativeModule.load(
    `data:application/wasm;base64,${readFileSync(`workers/wasm/built/${name}.wasm`).toString('base64')}`,
  );
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

const data = [
  new Uint8Array(new BigInt64Array(sizeBytes / 8).map((_, index) => BigInt(index)).buffer),
  uniform(),
  json(),
];
const ample = 64 * 1_048_576;

/**
 * The first 12 hexadecimal digits of the SHA-256 of what counting, uniform and JSON data become under the parameters of each glue file's open(), by the same
 * sources without our patches, compiled by zig cc -O3 for x86_64-linux-gnu (c-blosc with its AVX2 shuffles). Unequal bytes mean that a patch changes what is written.
 */
const native = {
  brotli: [
    { parameters: [0, 22, 0], sha256: ['5b13dc1ac6d1', '240cd6bbbea8', 'd69ae78fbcb0'] },
    { parameters: [1, 22, 0], sha256: ['10cb43432702', '422f18c5829a', 'fec6875d22b1'] },
    { parameters: [2, 22, 0], sha256: ['d422e64f3065', '16710dd6f934', '6ff5d3a5c229'] },
    { parameters: [3, 22, 0], sha256: ['87c9fc8a647f', '8399829b59f0', '4eb58e75d4cc'] },
    { parameters: [4, 22, 0], sha256: ['12ad3246395d', 'f27cf1ced9fb', '92f77c0f29f3'] },
    { parameters: [5, 22, 0], sha256: ['d88622f62dde', '996f6e66366d', '4072376e5f9a'] },
    { parameters: [6, 22, 0], sha256: ['7d76b9e31463', '996f6e66366d', '83404686c1bd'] },
    { parameters: [7, 22, 0], sha256: ['7d76b9e31463', '996f6e66366d', '09cf9a362d84'] },
    { parameters: [8, 22, 0], sha256: ['7d76b9e31463', '996f6e66366d', '094a294d69ef'] },
    { parameters: [9, 22, 0], sha256: ['beb94fcfc6c4', 'f27cf1ced9fb', 'a9c13e6c3a7c'] },
    { parameters: [10, 22, 0], sha256: ['ea3fdb7c8e38', '8ea18f9750c2', '96ec25f8c069'] },
    { parameters: [11, 22, 0], sha256: ['d461435dac8c', 'b4657e3856f9', '477c6b0abfcb'] },
    { parameters: [5, 10, 1], sha256: ['16bc97289fa8', '76c680f6c6ae', 'c2feaa1b0b7f'] },
    { parameters: [9, 24, 2], sha256: ['8fe750b6bc12', '2ff55584bf4c', '5122bcf5018e'] },
  ],
  liblzma: [
    { parameters: [0, 0, 0, 4], sha256: ['49954d46f64b', 'ff82d9468e98', '8ee6b23fd52a'] },
    { parameters: [0, 1, 0, 4], sha256: ['c271a1b15016', 'e27ff1334dc2', 'ed50636a70a9'] },
    { parameters: [0, 2, 0, 4], sha256: ['bd49b2aaaea2', '99ff095287b0', 'ecdf8c14c47f'] },
    { parameters: [0, 3, 0, 4], sha256: ['8f0130ea147f', '1939f7281d14', '89d60b052bb6'] },
    { parameters: [0, 4, 0, 4], sha256: ['4d13f70e30f1', 'b1c4a88cc65d', '766344866b19'] },
    { parameters: [0, 5, 0, 4], sha256: ['b627bf09035f', '6ae1b3b978f1', '61a4c4aac004'] },
    { parameters: [0, 6, 0, 4], sha256: ['b627bf09035f', '6ae1b3b978f1', '05c0d67c8948'] },
    { parameters: [0, 7, 0, 4], sha256: ['3a257d7d7adf', '72a0b598c1a1', '415c0dafe945'] },
    { parameters: [0, 8, 0, 4], sha256: ['dae818232f0f', '24d30ec88e23', '989131699e7d'] },
    { parameters: [0, 9, 0, 4], sha256: ['2fecaeaa66e2', 'ba3942fb2a0b', '62a98034a45a'] },
    { parameters: [0, 6, 1, 10], sha256: ['b5ff5b06667b', '5f13f42b4785', '17fc5961db23'] },
    { parameters: [0, 3, 0, 0], sha256: ['32c139ccf7f7', '4b898ec9e8ed', '6011715f17f3'] },
    { parameters: [0, 0, 0, 1], sha256: ['2fa3ac873d67', '7518a32b602e', '3509bc6d95f4'] },
    { parameters: [1, 0, 0, 0], sha256: ['56683cbed3ed', '613aa43387f2', '16b3597baab5'] },
    { parameters: [1, 6, 0, 0], sha256: ['604f628ad0c7', '594dd96d36eb', 'c8d843daf415'] },
    { parameters: [1, 9, 1, 0], sha256: ['01300867b193', '26f55747ba81', 'b3e224028506'] },
  ],
  bzip2: [
    { parameters: [1], sha256: ['50e886a554da', '0199d4d5aae5', '6635dee269c4'] },
    { parameters: [5], sha256: ['8da74a4744ca', '31a7595428df', '50c691d0a25c'] },
    { parameters: [9], sha256: ['be69bd4a3405', 'ac5a597cb576', 'f18c68c9f0d7'] },
  ],
  blosc: [
    { parameters: [5, 1, 0, 0, 0], sha256: ['a75aac39a89b', 'f55f04c444a3', 'f77dd259bd94'] },
    { parameters: [5, 2, 1, 0, 0], sha256: ['03b2f39e7e62', '461696384807', '3d35b1cdbb91'] },
    { parameters: [5, 4, 2, 0, 0], sha256: ['b57665b26d73', '264a1c46fa5a', '469d12807980'] },
    { parameters: [5, 8, 1, 0, 0], sha256: ['ab8470fdd7cc', '5da6181b6ccd', 'c6400b94acc9'] },
    { parameters: [5, 8, 2, 0, 0], sha256: ['819d4d53856d', '13b745001d95', '806407e54299'] },
    { parameters: [5, 12, 1, 0, 0], sha256: ['ade254f2debe', '996a2611f76a', '31cd504f4479'] },
    { parameters: [5, 16, 1, 0, 0], sha256: ['05c778c8c173', '914777806a75', '74a3c30b36dc'] },
    { parameters: [5, 16, 2, 0, 0], sha256: ['ef11e4f2b323', '57c6170b9adb', 'b976b634621d'] },
    { parameters: [5, 3, 2, 0, 0], sha256: ['f6ecec549e4c', '90cda5794ee1', 'b3a5276d0ff4'] },
    { parameters: [5, 1, 0, 1, 0], sha256: ['6da2c0fead65', 'bda4e90ff070', 'e8ebf761e3a0'] },
    { parameters: [5, 2, 1, 1, 0], sha256: ['3b84a11301ac', '1cfc24e7be40', 'e02f6fcc2fe8'] },
    { parameters: [5, 4, 2, 1, 0], sha256: ['87ced9ec3990', 'b4ac72062d4b', '085cc8c3943c'] },
    { parameters: [5, 8, 1, 1, 0], sha256: ['44b3cd4410ba', '67107fb79bd6', 'de38c712c9a5'] },
    { parameters: [5, 8, 2, 1, 0], sha256: ['f13e2b6bc535', 'fce165cb3799', 'c26444b00e6f'] },
    { parameters: [5, 12, 1, 1, 0], sha256: ['87abc70b591e', 'feaa0c3646c3', '74c75aa34b5a'] },
    { parameters: [5, 16, 1, 1, 0], sha256: ['f7ad5cea7e3d', '551395cbd4ad', '2b5f2ef45856'] },
    { parameters: [5, 16, 2, 1, 0], sha256: ['c5f80217ba74', '1e23c1ad3ca9', '72889461fd6e'] },
    { parameters: [5, 3, 2, 1, 0], sha256: ['9d898bdfc052', 'eb2bf4f2a5f3', '297ac1052218'] },
    { parameters: [5, 1, 0, 2, 0], sha256: ['5c4228402657', 'bda4e90ff070', '962f15ea3757'] },
    { parameters: [5, 2, 1, 2, 0], sha256: ['3b84a11301ac', '1cfc24e7be40', '2c37da74348d'] },
    { parameters: [5, 4, 2, 2, 0], sha256: ['bd2408cd5a28', 'aeebfc31b648', 'f1f165ee9c38'] },
    { parameters: [5, 8, 1, 2, 0], sha256: ['44b3cd4410ba', '67107fb79bd6', '32da944d0a77'] },
    { parameters: [5, 8, 2, 2, 0], sha256: ['27e9c8bf5aee', '849e0d3709f4', '7c666bf57012'] },
    { parameters: [5, 12, 1, 2, 0], sha256: ['87abc70b591e', '4f2c65c99618', 'd7135a97b104'] },
    { parameters: [5, 16, 1, 2, 0], sha256: ['ca44189e89e4', '551395cbd4ad', '0e4c991b00a5'] },
    { parameters: [5, 16, 2, 2, 0], sha256: ['587db91c8ece', 'cd814b51e0e0', '1f4c46c44e5a'] },
    { parameters: [5, 3, 2, 2, 0], sha256: ['77d0e3718ef6', 'eb2bf4f2a5f3', '13ce1d3f171a'] },
    { parameters: [5, 1, 0, 4, 0], sha256: ['97f80a8b132b', '0fbec30c2415', '75a752dc1e55'] },
    { parameters: [5, 2, 1, 4, 0], sha256: ['cde1ea394625', 'e260ba36b39b', '409b6e541fd1'] },
    { parameters: [5, 4, 2, 4, 0], sha256: ['4e6172ddec0c', '21fe409ac7b4', 'dcfd9ea151f1'] },
    { parameters: [5, 8, 1, 4, 0], sha256: ['14122c163510', 'eddd0137b8a4', '5613f200d8b7'] },
    { parameters: [5, 8, 2, 4, 0], sha256: ['9dd82f0ce10e', '7081faa1db2c', '03cfb6ab3586'] },
    { parameters: [5, 12, 1, 4, 0], sha256: ['bb7966dce3b0', '57c26789a3cb', '18dc88df46f3'] },
    { parameters: [5, 16, 1, 4, 0], sha256: ['03282b187ab0', '0863b1b2f0fb', 'acf5a78b7efe'] },
    { parameters: [5, 16, 2, 4, 0], sha256: ['b693286b720f', '20dda13ce842', '517b963268fd'] },
    { parameters: [5, 3, 2, 4, 0], sha256: ['3d7c4475e1af', 'b5c4d1853353', 'ae91431b78bc'] },
    { parameters: [5, 1, 0, 5, 0], sha256: ['0642bbd97a1e', 'fb684ba52e31', 'c3c9c07631df'] },
    { parameters: [5, 2, 1, 5, 0], sha256: ['af1c17301889', '9f88461af560', 'f7cf52edb927'] },
    { parameters: [5, 4, 2, 5, 0], sha256: ['e362368c1e99', '513947b58b0b', '44aa2505ca0f'] },
    { parameters: [5, 8, 1, 5, 0], sha256: ['97a8a7d4ddbd', 'ac3ef7fce4d9', 'af04159a2ad1'] },
    { parameters: [5, 8, 2, 5, 0], sha256: ['9a39ad4419d5', 'f13e8c0c4666', '94e2b72c3e59'] },
    { parameters: [5, 12, 1, 5, 0], sha256: ['bd79fefe7e50', '3085848c1c5c', '37debeef9659'] },
    { parameters: [5, 16, 1, 5, 0], sha256: ['f7bb2252258b', '455bff4d262b', 'fb72636bab10'] },
    { parameters: [5, 16, 2, 5, 0], sha256: ['4fa1741ef624', '568faec0df36', '7cdb0497cecb'] },
    { parameters: [5, 3, 2, 5, 0], sha256: ['08f3ea4ec38f', '0ba99aa05578', '0c0e6885c265'] },
    { parameters: [0, 8, 1, 0, 0], sha256: ['fb91bc0d9125', 'd8915c2a5dda', '62ba3b5a24eb'] },
    { parameters: [1, 8, 1, 0, 0], sha256: ['ab8470fdd7cc', '5da6181b6ccd', '2567a4eac518'] },
    { parameters: [9, 8, 1, 0, 0], sha256: ['ab8470fdd7cc', '5da6181b6ccd', '53ecf3ef5cf7'] },
    { parameters: [9, 8, 2, 5, 4096], sha256: ['e857076e4f38', '39ead4c307da', '8441a64594e8'] },
  ],
};

function open(module: NativeModule, parameters: readonly number[]): number {
  const context = module.open(parameters);
  if (context === 0) throw new Error(module.message());
  return context;
}

function taken(module: NativeModule, result: number): Uint8Array<ArrayBuffer> {
  if (result < 0) throw new Error(`${result}: ${module.message()}`);
  return module.take(result);
}

/** brotli's levels 10 and 11 take a second each on a busy machine. */
const timeout = 180_000;

describe.each(Object.entries(native))('%s', { timeout }, (name, cases) => {
  it('writes the native library’s bytes, reads them back, and does so again with the same context', {
    tags: ['full'],
  }, async () => {
    const module = await load(name);
    for (const { parameters, sha256 } of cases) {
      const context = open(module, parameters);
      // The first data again, at last: a context that was used before must write what a new one does.
      const inputs = [...data, ...data.slice(0, 1)];
      const files = inputs.map((bytes) => taken(module, module.compress(context, bytes)));
      expect(
        files.map((file) => createHash('sha256').update(file).digest('hex').slice(0, 12)),
        `${parameters}`,
      ).toEqual([...sha256, sha256[0]]);
      files.forEach((file, index) => {
        expect(
          Buffer.compare(taken(module, module.decompress(context, file, sizeBytes)), inputs[index] ?? new Uint8Array()),
          `${parameters}`,
        ).toBe(0);
      });
      module.close(context);
    }
  });
});

const streams: readonly [string, string, readonly number[], boolean][] = [
  ['brotli', 'brotli', [5, 22, 0], false],
  ['xz', 'liblzma', [0, 3, 0, 4], true],
  ['lzma', 'liblzma', [1, 3], false],
  ['bzip2', 'bzip2', [9], true],
];

describe.each(streams)('%s in pieces', { timeout }, (_, name, parameters, mayFollowEachOther) => {
  async function setUp() {
    const module = await load(name);
    const context = open(module, parameters);
    const run = (bytes: Uint8Array, decompressing: boolean, pieceBytes: number): Uint8Array | number => {
      if (module.streamBegin(context, decompressing) < 0) throw new Error(module.message());
      const pieces: Uint8Array[] = [];
      for (let at = 0; at === 0 || at < bytes.length; at += pieceBytes) {
        const result = module.streamStep(
          context,
          bytes.subarray(at, at + pieceBytes),
          at + pieceBytes >= bytes.length,
          ample,
        );
        if (result < 0) return result;
        pieces.push(module.take(result));
      }
      return new Uint8Array(Buffer.concat(pieces));
    };
    const text = data[2] ?? new Uint8Array();
    return { text, run, whole: taken(module, module.compress(context, text)) };
  }

  it('gives back what it took, whatever the pieces', async () => {
    const { text, run, whole } = await setUp();
    for (const pieceBytes of [7, 1_000, 65_536]) {
      const file = run(text, false, pieceBytes);
      if (typeof file === 'number') throw new Error(`${file}`);
      expect(run(file, true, pieceBytes)).toEqual(text);
      expect(run(whole, true, pieceBytes)).toEqual(text);
    }
    const empty = run(new Uint8Array(), false, 1);
    if (typeof empty === 'number') throw new Error(`${empty}`);
    expect(run(empty, true, 1)).toEqual(new Uint8Array());
  });

  it('refuses what is cut or followed by something else', async () => {
    const { text, run, whole } = await setUp();
    expect(run(new Uint8Array(), true, 100)).toBe(nativeErrors.damaged);
    expect(run(whole.subarray(0, whole.length - 3), true, 1_000)).toBe(nativeErrors.damaged);
    expect(run(new Uint8Array([...whole, 1, 2, 3, 4, 5, 6, 7, 8]), true, 1_000)).toBe(nativeErrors.damaged);
    const twice = run(new Uint8Array([...whole, ...whole]), true, 1_000);
    if (mayFollowEachOther) expect(twice).toEqual(new Uint8Array([...text, ...text]));
    else expect(twice).toBe(nativeErrors.damaged);
  });
});

it('refuses a .lzma header that claims a dictionary of 3 GiB without reserving it', async () => {
  const module = await load('liblzma');
  const context = open(module, [1, 6]);
  const header = new Uint8Array(32).fill(0xff, 5, 13);
  header.set([0x5d, 0, 0, 0, 0xc0]);
  expect(module.decompress(context, header, 1_048_576)).toBe(nativeErrors.memory);
  expect(module.message()).toMatch('dictionary');
  expect(module.memoryBytes).toBeLessThan(8 * 1_048_576);
});

it('compresses by liblzma’s level 9, which reserves more than a gigabyte', { tags: ['full'] }, async () => {
  const module = await load('liblzma');
  const context = open(module, [0, 9, 1, 4]);
  const input = data[2] ?? new Uint8Array();
  const file = taken(module, module.compress(context, input));
  expect(taken(module, module.decompress(context, file, sizeBytes))).toEqual(new Uint8Array(input));
});

it.each([
  ['more than the limit', 4, 0x7fff_fff0, nativeErrors.room],
  ['another size of the whole', 12, 0x0fff_ffff, nativeErrors.damaged],
  ['blocks larger than the content', 8, 0x2000_0000, nativeErrors.damaged],
  ['blocks of no bytes', 8, 0, nativeErrors.damaged],
] as const)('refuses a Blosc header that claims %s', async (_, offset, value, error) => {
  const module = await load('blosc');
  const context = open(module, [5, 8, 1, 1, 0]);
  const file = taken(module, module.compress(context, data[0] ?? new Uint8Array()));
  new DataView(file.buffer).setUint32(offset, value, true);
  expect(module.decompress(context, file, 1_048_576)).toBe(error);
  expect(module.memoryBytes).toBeLessThan(16 * 1_048_576);
});

it('compresses after a .lzma stream that came to its end before the last piece of input', async () => {
  const module = await load('liblzma');
  const context = open(module, [1, 3]);
  const input = data[2] ?? new Uint8Array();
  const file = taken(module, module.compress(context, input));
  expect(module.streamBegin(context, true)).toBe(0);
  // With its size in the header, the content ends by itself.
  new DataView(file.buffer).setBigUint64(5, BigInt(sizeBytes), true);
  expect(module.streamStep(context, file, false, ample)).toBeGreaterThanOrEqual(0);
  const again = taken(module, module.compress(context, input));
  expect(taken(module, module.decompress(context, again, sizeBytes))).toEqual(new Uint8Array(input));
});

it('makes no room for what a zstd frame declares where its blocks can’t hold so much', async () => {
  const module = await load('zstd');
  const context = open(module, [3]);
  // A content of 1 GB, and an empty last block.
  const file = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0x00, 0x00, 0x00, 0x40, 0x01, 0x00, 0x00);
  expect(module.decompress(context, file, 0x7fff_ffff)).toBe(nativeErrors.damaged);
  expect(module.memoryBytes).toBeLessThan(8 * 1_048_576);
});

it('takes another zstd dictionary in the middle of a stream', async () => {
  const module = await load('zstd');
  const text = data[2] ?? new Uint8Array();
  const samples = Array.from({ length: 90 }, (_, index) => text.subarray(index * 700, (index + 1) * 700));
  const [large, small] = [4_096, 1_024].map((bytes) => taken(module, module.train(samples, bytes)));
  if (large === undefined || small === undefined) throw new Error('No dictionary.');
  const context = open(module, [3]);
  expect(module.dictionary(context, large)).toBe(0);
  const file = taken(module, module.compress(context, text));
  expect(module.streamBegin(context, true)).toBe(0);
  expect(module.streamStep(context, file.subarray(0, 500), false, ample)).toBeGreaterThanOrEqual(0);
  expect(module.dictionary(context, small)).toBe(0);
  // Neither the one that was let go, nor what lies there now.
  expect(module.decompress(context, file, sizeBytes)).toBe(nativeErrors.damaged);
  expect(module.message()).toMatch('Dictionary mismatch');
  expect(taken(module, module.decompress(context, taken(module, module.compress(context, text)), sizeBytes))).toEqual(
    new Uint8Array(text),
  );
});
