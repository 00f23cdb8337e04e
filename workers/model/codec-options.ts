import type { CodecImplementationMeta, Granularity } from './entry';
import { completeOptions, type OptionDescriptor, type OptionValues } from './options';

/**
 * The options of a codec that wraps a file: those of its implementation, and, where small blocks are compressed by one that has dictionaries, the dictionary's size.
 * The engine trains the dictionary and keeps the option from the implementation, which gets the dictionary itself.
 */

export const dictionaryOptionId = 'dictionaryKiB';

/** Zstandard's own tool makes 110 KiB unless told; LZ4 looks no further back than 64 KiB. */
const dictionaryOption: OptionDescriptor = {
  type: 'integer',
  id: dictionaryOptionId,
  label: 'Dictionary',
  help: 'Trained here from the blocks themselves, before the clock starts, and stored once in the file, where its bytes count. 0 is none; 16 to 110 KiB is usual.',
  unit: 'KiB',
  min: 0,
  max: 256,
  default: 0,
};

/** Empty where there are none, and then a candidate's codec has no `options` either. */
export function codecOptions(
  implementation: CodecImplementationMeta,
  granularity: Granularity,
): readonly OptionDescriptor[] {
  const own = implementation.options ?? [];
  return implementation.dictionaries === true && granularity !== 'file' ? [...own, dictionaryOption] : own;
}

/** The values with every default filled in; undefined where the codec has no options. Throws `invalidPlan` like `completeOptions`. */
export function completeCodecOptions(
  implementation: CodecImplementationMeta,
  granularity: Granularity,
  given: OptionValues | undefined,
  owner: string,
): OptionValues | undefined {
  const values = completeOptions(codecOptions(implementation, granularity), given ?? {}, owner);
  return Object.keys(values).length === 0 ? undefined : values;
}

/** What the implementation is opened with, and how large a dictionary the engine has to train first (0: none). */
export function splitCodecOptions(options: OptionValues | undefined): {
  readonly own: OptionValues;
  readonly dictionaryBytes: number;
} {
  const { [dictionaryOptionId]: dictionaryKiB, ...own } = options ?? {};
  return { own, dictionaryBytes: typeof dictionaryKiB === 'number' ? dictionaryKiB * 1_024 : 0 };
}

/** zdict.h recommends samples of about a hundred times the dictionary's size. */
const samplesPerDictionary = 100;
/** More has never made a better dictionary here, and training time grows with it. */
const samplesMaxBytes = 8 * 1_048_576;

/** How many bytes of samples a dictionary of this size is trained from, where there are so many. */
export function trainingBytes(dictionaryBytes: number): number {
  return Math.min(samplesPerDictionary * dictionaryBytes, samplesMaxBytes);
}
