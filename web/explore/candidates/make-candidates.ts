import { codecOptions } from '../../../workers/model/codec-options';
import type { DatasetSchema } from '../../../workers/model/dataset';
import type {
  CodecImplementationMeta,
  CodecMeta,
  FormatImplementationMeta,
  FormatMeta,
  InnerCodecMeta,
  LevelRange,
} from '../../../workers/model/entry';
import { unsupportedReason } from '../../../workers/model/unsupported-reason';
import { completeOptions, type OptionDescriptor, type OptionValues } from '../../../workers/model/options';
import { type Candidate, type CandidateCodec, innerCodec, wrappingCodec } from '../../../workers/model/plan';
import { codecs, findCodecImplementation, findFormatImplementation, formats } from '../../../workers/registry/metadata';
import { granularityWords } from '../../figures/candidate-names';

/** A codec that can be combined with a format: one inside the format, or one that wraps the file. */
export interface CodecChoice {
  /** Unique among the codec choices of one format implementation. */
  readonly key: string;
  readonly label: string;
  readonly family: string;
  readonly levels: LevelRange | null;
  /** The granularities at which the codec can be applied, the default first. */
  readonly granularities: readonly [CandidateCodec['granularity'], ...CandidateCodec['granularity'][]];
  /** The codec's options besides the level, at a granularity. */
  readonly optionsAt: (granularity: CandidateCodec['granularity']) => readonly OptionDescriptor[];
  readonly id: string;
  readonly implementation: string | null;
  readonly warning: string | undefined;
  /** False if other implementations are known to reject the codec's output. */
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

/**
 * A candidate's codec with the given level, granularity and options, or else with the defaults of the choice.
 *
 * @throws {FormatlabError} with the tag `invalidPlan` for an option that the codec does not have
 */
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

/** Why a candidate can't encode datasets of this schema, as a sentence. Null if it can, or if the schema is not known yet. */
export function whyUnsupported(candidate: Candidate, schema: DatasetSchema | null): string | null {
  if (schema === null) return null;
  const found = findFormatImplementation(candidate.format, candidate.implementation);
  if (found === null)
    return `This version of Formatlab has no format “${candidate.format}” by “${candidate.implementation}”.`;
  return unsupportedReason(found.implementation, 'encode', schema, {
    options: candidate.options,
    innerCodec: innerCodec(candidate)?.id ?? null,
  });
}

/** The formats no implementation of which holds such data, with the reason that the first one gives. */
export const formatsNotOffered = (
  schema: DatasetSchema | null,
): { readonly label: string; readonly reason: string }[] =>
  [...formats.values()].flatMap((format) => {
    const reasons = format.implementations.map((each) => whyUnsupported(makeCandidate(format, each, null), schema));
    const [reason] = reasons;
    return reason == null || reasons.includes(null) ? [] : [{ label: format.label, reason }];
  });

/** The warnings of the registry about the format implementations of these candidates, each once. */
export function formatWarnings(candidates: readonly Candidate[]): string[] {
  const warnings = candidates.map(
    ({ format, implementation }) => findFormatImplementation(format, implementation)?.implementation.warning,
  );
  return [...new Set(warnings)].filter((warning) => warning !== undefined);
}

/** The warning of the registry about the implementation of the codec that wraps the candidate's file. Null if there is none. */
export function codecWarning(candidate: Candidate): string | null {
  const codec = wrappingCodec(candidate);
  if (codec === null) return null;
  return findCodecImplementation(codec.id, codec.implementation)?.implementation.warning ?? null;
}
