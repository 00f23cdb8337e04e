import { connect } from '../model/protocol/connect';
import type { CoordinatorCalls } from '../model/protocol/coordinator';
import { answerCalls } from '../model/protocol/serve';
import type { DataCalls } from '../model/protocol/data';
import type { MeasureCalls } from '../model/protocol/measure';
import type { SearchCalls } from '../model/protocol/search';
import { coordinatorHandlers } from './coordinator-handlers';

answerCalls<CoordinatorCalls>(
  self,
  coordinatorHandlers({
    spawnMeasure: () =>
      connect<MeasureCalls>(
        new Worker(new URL('./measure.worker.ts', import.meta.url), { type: 'module', name: 'formatlab-measure' }),
        'measuring',
      ),
    spawnSearch: () =>
      connect<SearchCalls>(
        new Worker(new URL('./search.worker.ts', import.meta.url), { type: 'module', name: 'formatlab-search' }),
        'search',
      ),
    spawnData: () =>
      connect<DataCalls>(
        new Worker(new URL('./data.worker.ts', import.meta.url), { type: 'module', name: 'formatlab-data' }),
        'data',
      ),
  }),
);
