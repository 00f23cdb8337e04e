export { readerRequests } from '../../../web/decide/reader-requests';
export { bytesByKind, spansOf } from '../../../workers/model/byte-map';
export { FormatlabError } from '../../../workers/model/errors';
export { parquetNetworkCounts } from '../../../workers/remote/network-counts';
export { fileOfSelection, selectParquet } from '../../../workers/libraries/parquet/select-parquet';
export { readByteMap } from '../../../workers/byte-map/read-byte-map';
export { readsOfKey } from '../../../workers/libraries/tkrzw/network-reads';
export { StoreReader } from '../../../workers/libraries/tkrzw/store-reader';
export { coldLookup } from '../../../workers/formats/treedbm/lookup';
