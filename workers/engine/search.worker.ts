import { connect } from '../model/protocol/connect';
import type { MeasureCalls } from '../model/protocol/measure';
import type { SearchCalls } from '../model/protocol/search';
import { answerCalls } from '../model/protocol/serve';
import { performanceClock } from './clock';
import { searchColumns } from './column-search';
import { searchWorkerCount } from './search-workers';

answerCalls<SearchCalls>(self, {
  async searchColumns({ dataset: blob, budgetMs, permissions }, { onProgress }) {
    const start = performanceClock.now();
    const connections = Array.from({ length: searchWorkerCount(blob.size, navigator.hardwareConcurrency) }, () =>
      connect<MeasureCalls>(
        new Worker(new URL('./measure.worker.ts', import.meta.url), { type: 'module', name: 'formatlab-measure' }),
        'measuring',
      ),
    );
    try {
      await Promise.all(connections.map(({ remote }) => remote.openTrialTable({ dataset: blob })));
      return await searchColumns({
        budgetMs: Math.max(0, budgetMs - (performanceClock.now() - start)),
        permissions,
        clock: performanceClock,
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        workers: connections.map(({ remote }) => ({
          describe: (request) => remote.describeTable(request),
          takeRows: (rows) => remote.takeRows({ rows }),
          sortRows: (order) => remote.sortRows({ order }),
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
