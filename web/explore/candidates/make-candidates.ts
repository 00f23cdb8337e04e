import { codecOptions } from '../../../workers/model/codec-options';
import type { DatasetSchema } from '../../../workers/model/dataset';
import {
  type CodecImplementationMeta,
  type CodecMeta,
  type FormatImplementationMeta,
  type FormatMeta,
  type InnerCodecMeta,
  type LevelRange,
  unsupportedReason,
} from '../../../workers/model/entry';
import { completeOptions, type OptionDescriptor, type OptionValues } from '../../../workers/model/options';
import { type Candidate, type CandidateCodec, innerCodec, wrappingCodec } from '../../../workers/model/plan';
import { codecs, findCodecImplementation, findFormatImplementation } from '../../../workers/registry/metadata';
import { granularityWords } from '../../figures/candidate-names';

/** Candidates made from the registry's metadata. */

/** A codec that a format's implementation can be given: its own, or one over its file. */
export interface CodecChoice {
  /** Unique among the choices of one implementation. */
  readonly key: string;
  readonly label: string;
  readonly family: string;
  readonly levels: LevelRange | null;
  /** What it can be applied to, the usual first. */
  readonly granularities: readonly [CandidateCodec['granularity'], ...CandidateCodec['granularity'][]];
  /** Beyond the level, when applied so. */
  readonly optionsAt: (granularity: CandidateCodec['granularity']) => readonly OptionDescriptor[];
  readonly id: string;
  readonly implementation: string | null;
  readonly warning: string | undefined;
  /** False where its output is known to be refused by others. */
  readonly conforms: boolean;
}

const innerChoice = ({ id, label, family, levels, granularity }: InnerCodecMeta): CodecChoice => ({
  key: `${id}:${granularity}`,
  label: `${label}, ${granularityWords[granularity]}`,
  family,
  levels,
  granularities: [granularity],
  optionsAt: () => [],
  id,
  implementation: null,
  warning: undefined,
  conforms: true,
});

const outerChoice = (codec: CodecMeta, implementation: CodecImplementationMeta): CodecChoice => ({
  key: `${codec.id}/${implementation.id}`,
  label: `${codec.label} (${implementation.label})`,
  family: codec.family,
  levels: implementation.levels,
  granularities: ['file', 'page', 'record'],
  optionsAt: (granularity) => codecOptions(implementation, granularity),
  id: codec.id,
  implementation: implementation.id,
  warning: implementation.warning,
  conforms: implementation.conforms !== false,
});

export function innerCodecChoices(implementation: FormatImplementationMeta): CodecChoice[] {
  return implementation.innerCodecs.map(innerChoice);
}

export function outerCodecChoices(): CodecChoice[] {
  return [...codecs.values()].flatMap((codec) =>
    codec.implementations
      .filter(({ compresses }) => compresses)
      .map((implementation) => outerChoice(codec, implementation)),
  );
}

/** At the level, granularity and options that are given, the choice's usual ones where they are not. Throws `invalidPlan` on options that it does not have. */
export function candidateCodec(
  choice: CodecChoice,
  level: number | null = choice.levels?.default ?? null,
  granularity: CandidateCodec['granularity'] = choice.granularities[0],
  given: OptionValues = {},
): CandidateCodec {
  const options = completeOptions(choice.optionsAt(granularity), given, choice.label);
  return {
    id: choice.id,
    level,
    implementation: choice.implementation,
    granularity,
    ...(Object.keys(options).length === 0 ? {} : { options }),
  };
}

export function makeCandidate(
  format: FormatMeta,
  implementation: FormatImplementationMeta,
  codec: CandidateCodec | null,
  options: OptionValues = {},
): Candidate {
  return {
    format: format.id,
    implementation: implementation.id,
    options: completeOptions(implementation.options, options, format.label),
    codec,
  };
}

/** Why a candidate can't encode datasets of this schema, as a sentence; null where it can, or where the schema is not known yet. */
export function whyUnsupported(candidate: Candidate, schema: DatasetSchema | null): string | null {
  if (schema === null) return null;
  const found = findFormatImplementation(candidate.format, candidate.implementation);
  if (found === null) return `There is no format “${candidate.format}” by “${candidate.implementation}” here.`;
  return unsupportedReason(found.implementation, 'encode', schema, {
    options: candidate.options,
    innerCodec: innerCodec(candidate)?.id ?? null,
  });
}

/** What a reader of the figures must know of a format as these candidates write it. */
export function formatWarnings(candidates: readonly Candidate[]): string[] {
  const warnings = candidates.map(
    ({ format, implementation }) => findFormatImplementation(format, implementation)?.implementation.warning,
  );
  return [...new Set(warnings)].filter((warning) => warning !== undefined);
}

/** The same of the codec over its file; null where there is nothing to know. */
export function codecWarning(candidate: Candidate): string | null {
  const codec = wrappingCodec(candidate);
  if (codec === null) return null;
  return findCodecImplementation(codec.id, codec.implementation)?.implementation.warning ?? null;
}
