import { blockBytesOf } from '../model/block-file';
import { completeCodecOptions } from '../model/codec-options';
import { FormatlabError } from '../model/errors';
import { completeOptions } from '../model/options';
import { parseWithSchema } from '../model/parse';
import {
  type Candidate,
  type CandidateCodec,
  type DatasetSpec,
  type Plan,
  planSchema,
  type WrappingCodec,
  wrappingCodec,
} from '../model/plan';
import { codecs, findCodecImplementation, findFormatImplementation, formats, workloads } from './metadata';

/**
 * Checks a plan from outside against the registry and fills in defaults. Nothing is clamped.
 * @throws `invalidPlan` if an id, level or option is unknown or out of range.
 */
export function checkPlan(value: unknown): Plan {
  const plan = parseWithSchema(planSchema, value, 'plan', { tag: 'invalidPlan', stage: 'parse' });
  return { ...plan, datasets: plan.datasets.map(checkDataset), candidates: plan.candidates.map(checkCandidate) };
}

function invalid(message: string): FormatlabError {
  return new FormatlabError({ tag: 'invalidPlan', stage: 'parse', message });
}

const names = (map: ReadonlyMap<string, unknown>) => [...map.keys()].join(', ');

/**
 * Checks one dataset of a plan and fills in its defaults.
 * @throws `invalidPlan`, as {@link checkPlan}.
 */
export function checkDataset(spec: DatasetSpec): DatasetSpec {
  // What only a type of file allows, `checkRunnablePlan` checks.
  if (spec.source === 'ownFile') return spec;
  const workload = workloads.get(spec.workload);
  if (workload === undefined) throw invalid(`There is no workload “${spec.workload}”. There are: ${names(workloads)}.`);
  if (spec.size < workload.size.min || spec.size > workload.size.max) {
    throw invalid(
      `${workload.label}: ${spec.size} ${workload.sizeUnit} is out of range; it must be from ${workload.size.min} to ${workload.size.max}.`,
    );
  }
  return { ...spec, knobs: completeOptions(workload.parameters, spec.knobs, workload.label) };
}

/**
 * Checks one candidate of a plan and fills in its defaults.
 * @throws `invalidPlan`, as {@link checkPlan}.
 */
export function checkCandidate(candidate: Candidate): Candidate {
  const found = findFormatImplementation(candidate.format, candidate.implementation);
  if (found === null) {
    const format = formats.get(candidate.format);
    throw invalid(
      format === undefined
        ? `There is no format “${candidate.format}”. There are: ${names(formats)}.`
        : `${format.label} has no implementation “${candidate.implementation}”. It has: ${format.implementations.map(({ id }) => id).join(', ')}.`,
    );
  }
  const { format, implementation } = found;
  const options = completeOptions(
    implementation.options,
    candidate.options,
    `${format.label} (${implementation.label})`,
  );
  const wrapping = wrappingCodec(candidate);
  if (wrapping !== null) return { ...candidate, options, codec: checkWrappingCodec(wrapping) };
  if (candidate.codec !== null) checkInnerCodec(candidate.codec, candidate);
  return { ...candidate, options };
}

/**
 * Checks a codec that compresses the whole file or its blocks, and fills in its options. An implementation without options gets no field
 * `options`.
 */
function checkWrappingCodec({
  id,
  implementation: implementationId,
  level,
  granularity,
  options,
}: WrappingCodec): CandidateCodec {
  const meta = codecs.get(id);
  if (meta === undefined) throw invalid(`There is no codec “${id}”. There are: ${names(codecs)}.`);
  const implementation = findCodecImplementation(id, implementationId)?.implementation;
  if (!implementation?.compresses) {
    throw invalid(
      `${meta.label} has no compressing implementation “${implementationId}”. It has: ${
        meta.implementations
          .filter(({ compresses }) => compresses)
          .map((known) => known.id)
          .join(', ') || 'none'
      }.`,
    );
  }
  const owner = `${meta.label} (${implementation.label})`;
  if (granularity !== 'file' && blockBytesOf(granularity) === null)
    throw invalid(
      `${owner} compresses a whole file, its pages or its records; only a format’s own codec works by ${granularity}.`,
    );
  checkLevel(level, implementation.levels, owner);
  const complete = completeCodecOptions(implementation, granularity, options, owner);
  return {
    id,
    level,
    implementation: implementationId,
    granularity,
    ...(complete === undefined ? {} : { options: complete }),
  };
}

function checkInnerCodec(codec: CandidateCodec, candidate: Candidate): void {
  if (codec.granularity === 'file') {
    const meta = codecs.get(codec.id);
    if (meta === undefined) throw invalid(`There is no codec “${codec.id}”. There are: ${names(codecs)}.`);
    throw invalid(
      `The codec ${meta.label} over a whole file needs an implementation: ${meta.implementations.map(({ id }) => id).join(', ')}.`,
    );
  }
  const format = findFormatImplementation(candidate.format, candidate.implementation);
  const inner = format?.implementation.innerCodecs.find(
    ({ id, granularity }) => id === codec.id && granularity === codec.granularity,
  );
  if (!inner)
    throw invalid(
      `${format?.format.label ?? candidate.format} has no codec “${codec.id}” by ${codec.granularity}. It has: ${format?.implementation.innerCodecs.map(({ id, granularity }) => `${id} by ${granularity}`).join(', ') || 'none'}.`,
    );
  checkLevel(codec.level, inner.levels, `${inner.label} in ${format?.format.label}`);
  if (codec.options !== undefined) completeOptions([], codec.options, `${inner.label} in ${format?.format.label}`);
}

function checkLevel(level: number | null, levels: { min: number; max: number } | null, owner: string): void {
  if (levels === null) {
    if (level !== null) throw invalid(`${owner} has no levels, but level ${level} was requested.`);
    return;
  }
  if (level === null || level < levels.min || level > levels.max)
    throw invalid(
      `${owner}: level ${level ?? 'none'} is out of range; it must be from ${levels.min} to ${levels.max}.`,
    );
}
