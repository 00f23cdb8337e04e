import { FormatlabError } from '../model/errors';
import { connect } from '../model/protocol/connect';
import type { MeasureCalls } from '../model/protocol/measure';
import type { SearchCalls } from '../model/protocol/search';
import { answerCalls } from '../model/protocol/serve';
import { fromCanonical } from '../model/read-canonical';
import { performanceClock } from './clock';
import { searchColumns } from './column-search';
import { builtInRegistry } from './registry';
import { searchWorkerCount } from './search-workers';

answerCalls<SearchCalls>(self, {
  async searchColumns({ dataset: blob, budgetMs, permissions }, { onProgress }) {
    const connections = Array.from({ length: searchWorkerCount(blob.size, navigator.hardwareConcurrency) }, () =>
      connect<MeasureCalls>(
        new Worker(new URL('./measure.worker.ts', import.meta.url), { type: 'module', name: 'formatlab-measure' }),
        'measuring',
      ),
    );
    try {
      const opened = Promise.all(connections.map(({ remote }) => remote.openTrialTable({ dataset: blob })));
      const [dataset] = await Promise.all([blob.arrayBuffer().then(fromCanonical), opened]);
      if (dataset.kind !== 'table')
        throw new FormatlabError({
          tag: 'unsupported',
          stage: 'setUp',
          message: 'Only a table has settings by column.',
          remedy: 'Choose a table as the data: a generated one, or a file that holds one.',
        });
      return await searchColumns(dataset, {
        budgetMs,
        permissions,
        registry: builtInRegistry,
        clock: performanceClock,
        workers: connections.map(({ remote }) => ({
          placeRows: (rows) => remote.placeRows({ rows }),
          tryColumn: (trial) => remote.tryColumn(trial),
          fileBytes: (trial) => remote.fileBytes(trial),
        })),
        onEvent: onProgress,
      });
    } finally {
      for (const { terminate } of connections) terminate();
    }
  },
});
