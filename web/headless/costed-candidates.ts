import { unsupportedReason } from '../../workers/model/unsupported-reason';
import type { DatasetSchema } from '../../workers/model/dataset';
import { type Candidate, candidateKey, planLimits } from '../../workers/model/plan';
import { checkCandidate } from '../../workers/registry/check-plan';
import { preferredCandidates } from '../../workers/registry/default-plan';
import { codecs, formats } from '../../workers/registry/metadata';

/**
 * The candidates that `bench/trial-costs.mjs` measures for a kind of data: the preferred candidates, and each
 * implementation of each format without a codec and with each of its own codecs. With `withCodecs` also every codec on
 * the uncompressed format, at its default level. With `format` only those of that format.
 * They come in groups, each of which fits into one plan.
 */
export function costedCandidates(schema: DatasetSchema, withCodecs: boolean, format: string | null): Candidate[][] {
  const bare = [...formats.values()].flatMap(({ id, implementations }) =>
    implementations.flatMap((implementation): Candidate[] => {
      const candidate: Candidate = { format: id, implementation: implementation.id, options: {}, codec: null };
      const inner = implementation.innerCodecs.map(({ id: codec, levels, granularity }) => ({
        ...candidate,
        codec: { id: codec, level: levels?.default ?? null, implementation: null, granularity },
      }));
      return [candidate, ...inner];
    }),
  );
  const wrapped = [...codecs.values()].flatMap(({ id, implementations }) =>
    implementations
      .filter(({ compresses }) => compresses)
      .map(
        ({ id: implementation, levels }): Candidate => ({
          format: 'raw',
          implementation: 'formatlab',
          options: {},
          codec: { id, level: levels?.default ?? null, implementation, granularity: 'file' },
        }),
      ),
  );
  const able = [...preferredCandidates[schema.kind], ...bare, ...(withCodecs ? wrapped : [])].flatMap((preferred) => {
    const candidate = checkCandidate(preferred);
    const implementation = formats
      .get(candidate.format)
      ?.implementations.find(({ id }) => id === candidate.implementation);
    const context = {
      options: candidate.options,
      innerCodec: candidate.codec?.implementation === null ? candidate.codec.id : null,
    };
    return implementation !== undefined && unsupportedReason(implementation, 'encode', schema, context) === null
      ? [candidate]
      : [];
  });
  const byKey = new Map(able.map((candidate) => [candidateKey(candidate), candidate]));
  const costed = [...byKey.values()].filter((candidate) => format === null || candidate.format === format);
  const groupCount = Math.ceil(costed.length / planLimits.candidates);
  return Array.from({ length: groupCount }, (_, index) =>
    costed.slice(index * planLimits.candidates, (index + 1) * planLimits.candidates),
  );
}
