import type { DatasetSchema } from '../../../workers/model/dataset';
import type { CodecImplementationMeta, CodecMeta, FormatImplementationMeta, FormatMeta, InnerCodecMeta, LevelRange } from '../../../workers/model/entry';
import { completeOptions, type OptionValues } from '../../../workers/model/options';
import type { Candidate, CandidateCodec } from '../../../workers/model/plan';
import { codecs, findCodecImplementation, findFormatImplementation } from '../../../workers/registry/metadata';
import { granularityWords } from '../../results/candidate-names';

/** Candidates made from the registry's metadata. */

/** A codec that a format's implementation can be given: its own, or one over the whole file. */
export interface CodecChoice {
  /** Unique among the choices of one implementation. */
  readonly key: string;
  readonly label: string;
  readonly family: string;
  readonly levels: LevelRange | null;
  readonly granularity: CandidateCodec['granularity'];
  readonly id: string;
  readonly implementation: string | null;
  readonly warning: string | undefined;
}

const innerChoice = ({ id, label, family, levels, granularity }: InnerCodecMeta): CodecChoice => ({
  key: `${id}:${granularity}`,
  label: `${label}, ${granularityWords[granularity]}`,
  family,
  levels,
  granularity,
  id,
  implementation: null,
  warning: undefined,
});

const outerChoice = (codec: CodecMeta, implementation: CodecImplementationMeta): CodecChoice => ({
  key: `${codec.id}:file/${implementation.id}`,
  label: `${codec.label}, whole file (${implementation.label})`,
  family: codec.family,
  levels: implementation.levels,
  granularity: 'file',
  id: codec.id,
  implementation: implementation.id,
  warning: implementation.warning,
});

export function innerCodecChoices(implementation: FormatImplementationMeta): CodecChoice[] {
  return implementation.innerCodecs.map(innerChoice);
}

export function outerCodecChoices(): CodecChoice[] {
  return [...codecs.values()].flatMap((codec) =>
    codec.implementations.filter(({ compresses }) => compresses).map((implementation) => outerChoice(codec, implementation)),
  );
}

export function candidateCodec(choice: CodecChoice, level: number | null = choice.levels?.default ?? null): CandidateCodec {
  return { id: choice.id, level, implementation: choice.implementation, granularity: choice.granularity };
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
  const innerCodec = candidate.codec === null || candidate.codec.granularity === 'file' ? null : candidate.codec.id;
  return found.implementation.unsupported('encode', schema, { options: candidate.options, innerCodec });
}

/** What a reader of the figures must know of a format as these candidates write it. */
export function formatWarnings(candidates: readonly Candidate[]): string[] {
  const warnings = candidates.map(({ format, implementation }) => findFormatImplementation(format, implementation)?.implementation.warning);
  return [...new Set(warnings)].filter((warning) => warning !== undefined);
}

/** The same of the codec over the whole file; null where there is nothing to know. */
export function codecWarning({ codec }: Candidate): string | null {
  if (codec?.granularity !== 'file' || codec.implementation === null) return null;
  return findCodecImplementation(codec.id, codec.implementation)?.implementation.warning ?? null;
}
