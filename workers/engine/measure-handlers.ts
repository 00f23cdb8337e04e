import { fromCanonical } from '../model/read-canonical';
import { schemaOf } from '../model/dataset';
import { unsupportedReason } from '../model/unsupported-reason';
import { FormatlabError, type Stage } from '../model/errors';
import type { Handlers } from '../model/protocol/calls';
import type { MeasureCalls } from '../model/protocol/measure';
import type { TrialTable } from '../model/trial-table';
import { runAtStage, openCandidate } from './candidate-session';
import { performanceClock } from './clock';
import type { MeasuringRegistry } from './registry';
import { rewriteTable } from './rewrite-table';
import { createTrialTable } from './trial-table';
import { runTrial } from './trial';

/** The interval, between calls, at which the worker tells the coordinator that it is still working. */
const beatMs = 500;

/** Implements the calls of a measuring worker, with the codecs and formats of a registry. */
export function measureHandlers(registry: MeasuringRegistry): Handlers<MeasureCalls> {
  let table: TrialTable | null = null;
  const openedTable = (): TrialTable => {
    if (table !== null) return table;
    throw new FormatlabError({ tag: 'internal', stage: 'setUp', message: 'No table was opened to try its columns.' });
  };
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
        onFile: (sizeBytes) => onProgress({ stage: 'verify', sizeBytes }),
        onMeasured: (measured) => onProgress({ stage: 'encode', measured }),
        onAsking: (asking) => onProgress({ stage: 'verify', asking }),
      });
    },
    async openTrialTable({ dataset: blob }) {
      const dataset = fromCanonical(await blob.arrayBuffer());
      if (dataset.kind !== 'table')
        throw new FormatlabError({
          tag: 'unsupported',
          stage: 'setUp',
          message: 'Only a table has settings by column.',
          remedy: 'Choose a table as the data: a generated one, or a file that holds one.',
        });
      table = createTrialTable(dataset, { registry, clock: performanceClock });
      return null;
    },
    describeTable: (request) => openedTable().describe(request),
    takeRows: ({ rows }) => openedTable().takeRows(rows),
    sortRows: ({ order }) => openedTable().sortRows(order),
    placeRows: ({ rows }) => openedTable().placeRows(rows),
    tryColumn: (trial) => openedTable().tryColumn(trial),
    fileBytes: (trial) => openedTable().fileBytes(trial),
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
