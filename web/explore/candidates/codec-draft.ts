import type { CodecMeta, FormatImplementationMeta, LevelRange } from '../../../workers/model/entry';
import type { OptionDescriptor, OptionValues } from '../../../workers/model/options';
import type { CandidateCodec } from '../../../workers/model/plan';
import { codecs } from '../../../workers/registry/metadata';
import { sortByFamily } from '../../styles/codec-colors';
import { type CodecChoice, candidateCodec, innerCodecChoices, outerCodecChoices } from './make-candidates';

/**
 * What the user has chosen of a codec so far. `codec` is `noCodec`, the key of a codec inside the format, or the id of a codec over the file. A
 * choice that does not fit the others is ignored, and is not an error.
 */
export interface CodecDraft {
  readonly codec: string;
  readonly implementation: string | null;
  readonly level: number | null;
  readonly granularity: CandidateCodec['granularity'] | null;
  readonly options: OptionValues;
}

export const noCodec = 'none';
export const emptyDraft: CodecDraft = {
  codec: noCodec,
  implementation: null,
  level: null,
  granularity: null,
  options: {},
};

const insidePrefix = 'inside:';

/** One codec that the user can choose. */
interface CodecEntry {
  readonly value: string;
  readonly label: string;
  /** The implementations that can compress with the codec, the preferred one first. */
  readonly choices: readonly [CodecChoice, ...CodecChoice[]];
}

/** The codecs that the user can choose for a format: those inside the format, and those that wrap its file, sorted by family. */
export function codecEntries(implementation: FormatImplementationMeta): {
  readonly inside: readonly CodecEntry[];
  readonly over: readonly CodecEntry[];
} {
  const outer = outerCodecChoices();
  return {
    inside: innerCodecChoices(implementation).map((choice) => ({
      value: `${insidePrefix}${choice.key}`,
      label: choice.label,
      choices: [choice],
    })),
    over: sortByFamily(codecs.values()).flatMap(({ id, label }: CodecMeta) => {
      const [first, ...others] = preferredFirst(outer.filter((choice) => choice.id === id));
      return first === undefined ? [] : [{ value: id, label, choices: [first, ...others] as const }];
    }),
  };
}

/** Implementations that conform come first. Otherwise the order is that of the metadata. */
export const preferredFirst = (choices: readonly CodecChoice[]) =>
  [...choices].sort((a, b) => Number(b.conforms) - Number(a.conforms));

/** A codec with all its settings, after defaults have filled what the user has not chosen. */
interface ResolvedCodec {
  readonly entry: CodecEntry;
  readonly choice: CodecChoice;
  readonly levels: LevelRange | null;
  readonly level: number | null;
  readonly granularity: CandidateCodec['granularity'];
  /** Options that apply at every granularity. */
  readonly commonOptions: readonly OptionDescriptor[];
  /** Options that apply only to blocks, such as the dictionary. */
  readonly blockOptions: readonly OptionDescriptor[];
  readonly options: OptionValues;
  readonly codec: CandidateCodec;
}

/** Fills a draft with defaults where the user has chosen nothing, or where the choice is no longer possible. Null if the draft has no codec. */
export function resolveDraft(draft: CodecDraft, implementation: FormatImplementationMeta): ResolvedCodec | null {
  const { inside, over } = codecEntries(implementation);
  const entry = [...inside, ...over].find(({ value }) => value === draft.codec);
  if (entry === undefined) return null;
  const choice = entry.choices.find((each) => each.implementation === draft.implementation) ?? entry.choices[0];
  const { levels } = choice;
  const level =
    levels === null
      ? null
      : draft.level !== null && draft.level >= levels.min && draft.level <= levels.max
        ? draft.level
        : levels.default;
  const granularity = choice.granularities.find((each) => each === draft.granularity) ?? choice.granularities[0];
  const descriptors = choice.optionsAt(granularity);
  const commonOptions = choice.optionsAt('file').filter(({ id }) => descriptors.some((other) => other.id === id));
  const blockOptions = descriptors.filter(({ id }) => !commonOptions.some((other) => other.id === id));
  const known = Object.fromEntries(
    Object.entries(draft.options).filter(([id]) => descriptors.some((descriptor) => descriptor.id === id)),
  );
  const codec = candidateCodec(choice, level, granularity, known);
  return {
    entry,
    choice,
    levels,
    level,
    granularity,
    commonOptions,
    blockOptions,
    options: codec.options ?? {},
    codec,
  };
}

/** The label of an implementation of a codec. It says so if the implementation does not conform. */
export function implementationLabel({ id, implementation, conforms }: CodecChoice): string {
  const label =
    codecs.get(id)?.implementations.find((each) => each.id === implementation)?.label ?? implementation ?? id;
  return conforms ? label : `${label} (not conforming)`;
}
