import { namedSituations } from '../view/named-situations';
import type { View } from '../view/view';

/**
 * The defaults that links of version 1 omit. These values are frozen: a link contains only the differences from them,
 * so they must never change, even if the page starts with other defaults.
 */
export const defaultsV1: View = {
  page: 'explore',
  source: null,
  plan: {
    datasets: [
      {
        source: 'workload',
        workload: 'keyedVectors',
        knobs: {
          dimension: 1_280,
          elementType: 'float64',
          zeroShare: 0,
          duplicateShare: 0,
          distinctValues: 256,
          decimals: 'full',
          // These two were added later. An old link without them means these values.
          distribution: 'uniform',
          significantBits: 53,
        },
        size: 800,
        seed: 1,
      },
    ],
    candidates: [
      { format: 'raw', implementation: 'formatlab', options: {}, codec: null },
      {
        format: 'pickle',
        implementation: 'formatlab',
        options: {
          protocol: '5',
          numpy: '2',
        },
        codec: null,
      },
      {
        format: 'hdf5',
        implementation: 'h5wasm',
        options: {
          layout: 'each',
          shuffle: false,
          chunkRows: 0,
        },
        codec: null,
      },
      {
        format: 'hdf5',
        implementation: 'h5wasm',
        options: {
          layout: 'bulk',
          shuffle: false,
          chunkRows: 0,
        },
        codec: null,
      },
      {
        format: 'hdf5',
        implementation: 'h5wasm',
        options: { layout: 'bulk', shuffle: false, chunkRows: 0 },
        codec: { id: 'gzip', level: 4, implementation: null, granularity: 'chunk' },
      },
      {
        format: 'pickle',
        implementation: 'formatlab',
        options: { protocol: '5', numpy: '2' },
        codec: { id: 'gzip', level: null, implementation: 'compression-stream', granularity: 'file' },
      },
      {
        format: 'pickle',
        implementation: 'formatlab',
        options: { protocol: '5', numpy: '2' },
        codec: { id: 'lz4', level: null, implementation: 'lz4js', granularity: 'file' },
      },
      {
        format: 'pickle',
        implementation: 'formatlab',
        options: { protocol: '5', numpy: '2' },
        codec: { id: 'zstd', level: 3, implementation: 'bokuweb', granularity: 'file' },
      },
      {
        format: 'parquet',
        implementation: 'parquet-wasm',
        options: { encoding: 'DICTIONARY', rowGroupRows: 1_048_576, pageVersion: '1' },
        codec: { id: 'zstd', level: 1, implementation: null, granularity: 'page' },
      },
      {
        format: 'arrow',
        implementation: 'apache-arrow',
        options: {
          container: 'file',
          batchRows: '65536',
        },
        codec: null,
      },
    ],
    operations: ['encode', 'decode'],
    effort: 'quick',
    seed: 1,
  },
  situation: namedSituations.download.situation,
  results: {
    dataset: 0,
    operation: 'encode',
    xField: 'throughput',
    yField: 'ratio',
    colorField: 'codec',
    facetField: 'none',
    joinLevels: false,
    throughputScale: 'log',
    ratioScale: 'log',
    timeScale: 'log',
    hiddenFormats: [],
    hiddenCodecs: [],
    hiddenLevels: [],
    baseline: null,
    showPublished: true,
    sort: { column: 'ratio', descending: true },
  },
  tab: 'answer',
  drawer: null,
};
