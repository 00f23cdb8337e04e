import { fromCanonical } from '../model/read-canonical';
import { schemaOf } from '../model/dataset';
import { unsupportedReason } from '../model/unsupported-reason';
import { FormatlabError, type Stage } from '../model/errors';
import type { Handlers } from '../model/protocol/calls';
import type { MeasureCalls } from '../model/protocol/measure';
import { runAtStage, openCandidate } from './candidate-session';
import { searchColumns } from './column-search';
import { performanceClock } from './clock';
import type { MeasuringRegistry } from './registry';
import { rewriteTable } from './rewrite-table';
import { runTrial } from './trial';

/** The interval, between calls, at which the worker tells the coordinator that it is still working. */
const beatMs = 500;

/** Implements the calls of a measuring worker, with the codecs and formats of a registry. */
export function measureHandlers(registry: MeasuringRegistry): Handlers<MeasureCalls> {
  return {
    async trial(request, { onProgress }) {
      let toldStage: Stage | null = null;
      let toldAt = 0;
      const onStage = (stage: Stage) => {
        const now = performanceClock.now();
        if (stage === toldStage && now - toldAt < beatMs) return;
        toldStage = stage;
        toldAt = now;
        onProgress({ stage });
      };
      return runTrial(request, {
        registry,
        clock: performanceClock,
        onStage,
        onAsking: (asking) => onProgress({ stage: 'verify', asking }),
      });
    },
    async searchColumns({ dataset, budgetMs, permissions }, { onProgress }) {
      return searchColumns(fromCanonical(await dataset.arrayBuffer()), {
        budgetMs,
        permissions,
        registry,
        clock: performanceClock,
        onEvent: onProgress,
      });
    },
    async rewriteTable({ dataset, recipe }) {
      return rewriteTable(fromCanonical(await dataset.arrayBuffer()), recipe, { registry, clock: performanceClock });
    },
    async encode({ dataset: blob, candidate }) {
      const dataset = fromCanonical(await blob.arrayBuffer());
      const schema = schemaOf(dataset);
      const session = await runAtStage('setUp', candidate, () =>
        openCandidate(registry, candidate, schema, blob.size, performanceClock),
      );
      try {
        const innerCodec = session.context.innerCodec?.id ?? null;
        const reason = unsupportedReason(session.format.implementation, 'encode', schema, {
          options: candidate.options,
          innerCodec,
        });
        const { conversion } = session.format.implementation;
        if (conversion)
          throw new FormatlabError({
            tag: 'unsupported',
            stage: 'encode',
            message: `${session.format.format.label} makes no file.`,
            format: candidate.format,
          });
        if (reason !== null)
          throw new FormatlabError({ tag: 'unsupported', stage: 'encode', message: reason, format: candidate.format });
        return { file: new Blob([await runAtStage('encode', candidate, () => session.encode(dataset))]) };
      } finally {
        session.close();
      }
    },
  };
}
