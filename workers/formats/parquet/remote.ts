import type { RemoteParts } from '../../model/remote/remote-parts';
import { parquetParts } from './remote/dictionary-facts';
import { columnPartsOf, parquetNetworkCounts } from './remote/network-counts';

export const remote: RemoteParts = {
  readTable: async (...given) => (await import('./remote/remote-parquet')).readRemoteTable(...given),
  fetchPart: async (...given) => (await import('./remote/remote-parquet')).fetchPart(...given),
  networkCounts: parquetNetworkCounts,
  columnParts: columnPartsOf,
  dictionaryParts: parquetParts,
};
