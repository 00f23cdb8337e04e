import wasmUrl from '../../../wasm/built/parquet.wasm?url';
import { type Call, compiledModule, type TableCalls, type TableModule } from '../../../wasm/tables/table-module';

/** The exports of `workers/wasm/rust/parquet`, where each is described. Addresses and sizes are in bytes. */
export interface ParquetCalls extends TableCalls {
  readonly properties_new: Call;
  readonly properties_set: Call;
  readonly properties_note: Call;
  readonly properties_drop: Call;
  readonly properties_sorted_by: Call;
  readonly file_new: Call;
  readonly file_write: Call;
  readonly reader_open: Call;
  readonly reader_drop: Call;
  readonly reader_note: Call;
  readonly reader_column: Call;
  readonly reader_row_groups: Call;
  readonly reader_group_rows: Call;
  readonly reader_read: Call;
  readonly reader_touched_bytes: Call;
  readonly set_hash_key: Call;
}

export type ParquetModule = TableModule<ParquetCalls>;

export const compiledParquet = () => compiledModule(wasmUrl, 'arrow-rs');
