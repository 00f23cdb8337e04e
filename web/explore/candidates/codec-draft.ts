import type { CodecMeta, FormatImplementationMeta, LevelRange } from '../../../workers/model/entry';
import type { OptionDescriptor, OptionValues } from '../../../workers/model/options';
import type { CandidateCodec } from '../../../workers/model/plan';
import { codecs } from '../../../workers/registry/metadata';
import { sortByFamily } from '../../styles/codec-colors';
import { type CodecChoice, candidateCodec, innerCodecChoices, outerCodecChoices } from './make-candidates';

/** What has been chosen of a codec so far, and what that leaves to choose. */

/** `codec`: `noCodec`, the key of a codec inside the format, or the id of one over the file. What does not fit the rest is left out, never an error. */
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

export interface CodecEntry {
  readonly value: string;
  readonly label: string;
  /** Every implementation that can write it, the preferred one first. */
  readonly choices: readonly [CodecChoice, ...CodecChoice[]];
}

/** Codecs to choose from: those inside the format, and those that wrap its file, by family. */
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

/** What others can read comes before what they refuse; else the metadata's order. */
const preferredFirst = (choices: readonly CodecChoice[]) =>
  [...choices].sort((a, b) => Number(b.conforms) - Number(a.conforms));

export interface ResolvedCodec {
  readonly entry: CodecEntry;
  readonly choice: CodecChoice;
  readonly levels: LevelRange | null;
  readonly level: number | null;
  readonly granularity: CandidateCodec['granularity'];
  /** Options of the implementation itself. */
  readonly own: readonly OptionDescriptor[];
  /** Options that it has only when applied to blocks: the dictionary. */
  readonly ofBlocks: readonly OptionDescriptor[];
  readonly options: OptionValues;
  readonly codec: CandidateCodec;
}

/** The draft with defaults for all that was not chosen, or that no longer can be; null for no codec. */
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
  const own = choice.optionsAt('file').filter(({ id }) => descriptors.some((other) => other.id === id));
  const ofBlocks = descriptors.filter(({ id }) => !own.some((other) => other.id === id));
  const known = Object.fromEntries(
    Object.entries(draft.options).filter(([id]) => descriptors.some((descriptor) => descriptor.id === id)),
  );
  const codec = candidateCodec(choice, level, granularity, known);
  return { entry, choice, levels, level, granularity, own, ofBlocks, options: codec.options ?? {}, codec };
}

/** Labels of a codec's implementations, as the registry has them. */
export function implementationLabel({ id, implementation, conforms }: CodecChoice): string {
  const label =
    codecs.get(id)?.implementations.find((each) => each.id === implementation)?.label ?? implementation ?? id;
  return conforms ? label : `${label} (not conforming)`;
}
