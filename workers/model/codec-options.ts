import type { CodecImplementationMeta, Granularity } from './entry';
import { completeOptions, type OptionDescriptor, type OptionValues } from './options';

/**
 * The options of a codec that compresses a file: the options of its implementation, and the dictionary's size if the codec compresses small
 * blocks and supports dictionaries. The engine trains the dictionary; the implementation receives the dictionary, not its size.
 */

export const dictionaryOptionId = 'dictionaryKiB';

/** The default is that of Zstandard's own tool, 110 KiB. LZ4 refers back at most 64 KiB. */
const dictionaryOption: OptionDescriptor = {
  type: 'integer',
  id: dictionaryOptionId,
  label: 'Dictionary',
  help: 'The size of a dictionary that all blocks share. It is trained from the blocks before the clock starts, and the file’s size includes it. 0 is none; 16 to 110 KiB is usual.',
  unit: 'KiB',
  min: 0,
  max: 256,
  default: 0,
};

/**
 * The options that a candidate's codec can have at this granularity. If the list is empty, the candidate's codec has no field `options`.
 */
export function codecOptions(
  implementation: CodecImplementationMeta,
  granularity: Granularity,
): readonly OptionDescriptor[] {
  const own = implementation.options ?? [];
  return implementation.dictionaries === true && granularity !== 'file' ? [...own, dictionaryOption] : own;
}

/**
 * The option values with all defaults filled in; undefined if the codec has no options.
 * @throws `invalidPlan` if a value is unknown or out of range.
 */
export function completeCodecOptions(
  implementation: CodecImplementationMeta,
  granularity: Granularity,
  given: OptionValues | undefined,
  owner: string,
): OptionValues | undefined {
  const values = completeOptions(codecOptions(implementation, granularity), given ?? {}, owner);
  return Object.keys(values).length === 0 ? undefined : values;
}

/** Splits the options into those for the implementation and the size of the dictionary that the engine trains first (0 for none). */
export function splitCodecOptions(options: OptionValues | undefined): {
  readonly own: OptionValues;
  readonly dictionaryBytes: number;
} {
  const { [dictionaryOptionId]: dictionaryKiB, ...own } = options ?? {};
  return { own, dictionaryBytes: typeof dictionaryKiB === 'number' ? dictionaryKiB * 1_024 : 0 };
}

/** zdict.h recommends samples of about a hundred times the dictionary's size. */
const samplesPerDictionary = 100;
/** Larger samples did not improve dictionaries in our tests, and training time grows with them. */
const samplesMaxBytes = 8 * 1_048_576;

/** The bytes of samples that train a dictionary of this size, if the data have that many. */
export function trainingSampleBytes(dictionaryBytes: number): number {
  return Math.min(samplesPerDictionary * dictionaryBytes, samplesMaxBytes);
}
