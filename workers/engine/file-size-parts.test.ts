import { describe, expect, it } from 'vitest';
import { blockFileFrontBytes } from '../model/block-file';
import { toCanonical } from '../model/canonical';
import type { Dataset } from '../model/dataset';
import { type Candidate, efforts } from '../model/plan';
import { compressBlocksView } from './blocks';
import { sha256Of } from './sha256';
import { fakeClock } from './testing/fake-clock';
import { fakeRegistry } from './testing/fake-registry';
import { runTrial } from './trial';

const blockBytes = 700;
const blocks = 40;
const bytes = Uint8Array.from({ length: blockBytes * blocks - 1 }, (_, index) => (index * 31) % 251);
/** What a codec adds to each block that it compresses. */
const prefixBytes = 1;
const headerBytes = blockFileFrontBytes(0, 0);
/** Each part of a block file: header, dictionary, the size of each block, and the blocks themselves. */
const blockFileBytes = (dictionaryBytes: number, dataBytes: number) => {
  const count = Math.ceil(dataBytes / blockBytes);
  return headerBytes + dictionaryBytes + 4 * count + dataBytes + prefixBytes * count;
};

describe('the size of a file', () => {
  it.each([0, 1, 5, 16_384])(
    'of blocks has a header, a dictionary of %i bytes, sizes and blocks',
    async (dictionary) => {
      const made = await compressBlocksView(
        {
          compress: (input) => Uint8Array.of(0xc0, ...input),
          decompress: (input) => input.slice(1) as Uint8Array<ArrayBuffer>,
        },
        null,
        bytes,
        blockBytes,
        new Uint8Array(dictionary).fill(7),
      );
      expect(headerBytes).toBeGreaterThan(0);
      expect(made).toHaveLength(blockFileBytes(dictionary, bytes.length));
      expect(made.subarray(0, headerBytes + dictionary).filter((byte) => byte === 7).length).toBeGreaterThanOrEqual(
        dictionary,
      );
    },
  );

  /** The size that a trial tells. The format writes the canonical form, which is longer than the data. */
  async function sizeOf(codec: Candidate['codec']) {
    const dataset: Dataset = { kind: 'bytes', bytes };
    const { parts, sizeBytes } = toCanonical(dataset);
    const clock = fakeClock();
    const trial = await runTrial(
      {
        dataset: new Blob(parts as Uint8Array<ArrayBuffer>[]),
        sha256: await sha256Of(parts),
        dataBytes: bytes.length,
        candidate: { format: 'fake', implementation: 'own', options: {}, codec },
        operations: [],
        round: 0,
        verifiedSha256: null,
        secondDecoders: false,
        effort: efforts.sizes,
        timerStepMs: 0.005,
        seed: 1,
        scratchName: 'scratch',
      },
      {
        registry: fakeRegistry(
          { own: {} },
          {
            prefix: {
              meta: { dictionaries: true },
              codec: () => ({
                dictionary: { train: (_samples, wanted) => new Uint8Array(wanted).fill(7), use: () => undefined },
              }),
            },
          },
        ),
        clock,
        onStage: () => undefined,
      },
    );
    if (trial.status !== 'measured') throw new Error('It was measured.');
    return { canonicalBytes: sizeBytes, told: trial.sizeBytes };
  }

  it('that a trial tells is that of the file, without a codec and with one', async () => {
    const plain = await sizeOf(null);
    expect(plain.told).toBe(plain.canonicalBytes);
    const whole = await sizeOf({ id: 'prefix', level: null, implementation: 'prefix', granularity: 'file' });
    expect(whole.told).toBe(whole.canonicalBytes + prefixBytes);
  });

  it.each([0, 1, 4])(
    'that a trial tells includes a dictionary of %i KiB and the container’s header',
    async (dictionaryKiB) => {
      const { canonicalBytes, told } = await sizeOf({
        id: 'prefix',
        level: null,
        implementation: 'prefix',
        granularity: 'record',
        options: { dictionaryKiB },
      });
      expect(told).toBe(blockFileBytes(dictionaryKiB * 1_024, canonicalBytes));
    },
  );
});
