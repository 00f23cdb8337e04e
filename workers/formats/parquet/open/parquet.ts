import initialize, { readParquet as readWhole } from 'parquet-wasm';
import wasmUrl from 'parquet-wasm/esm/parquet_wasm_bg.wasm?url';
import { type Column, timestampParameters } from '../../../model/column';
import type { RefusedColumn } from '../../../model/errors';
import { parseArrowTable } from '../../arrow/open/arrow';
import { columnKeysLeftOut, tableFromArrow } from '../../arrow/open/arrow-columns';
import { type ImportResult, importResult, type ReadOptions } from '../../../own-file/imported';
import { readOverflowingTimestamps } from './int96';
import { checkFooterLength } from './parquet-tail';
import { checkClaimedSizes } from './parquet-claims';
import { withFooterOfToday } from './parquet-footer';
import { embeddedSchema, keysLeftOut, logicalTypeNotes, withArrowTimeZones } from './parquet-schema';
import { alignedBatchRows, batchRowsFor, withUnorderedCategories } from './row-group-batches';
import { metadataLeftOutNotes } from '../../../own-file/notes';
import { copyAgainRemedy, toParquetRefusal } from './parquet-refusal';
import { indicesOfRead } from '../../../own-file/refused-columns';

/** Reads a file. If the reader refuses it, and its footer has something that the format had once, it is read with a footer of today. */
function readInTodaysForm(bytes: Uint8Array<ArrayBuffer>, batchSize: number): ReturnType<typeof readWhole> {
  try {
    return readWhole(bytes, { batchSize });
  } catch (thrown) {
    const changed = withFooterOfToday(bytes);
    if (changed === null) throw thrown;
    return readWhole(changed, { batchSize });
  }
}

/**
 * Reads Parquet through parquet-wasm, which supports every codec and encoding, and through Arrow.
 * @throws FormatlabError if the file is damaged, too large or of an unsupported type.
 */
export async function readParquet(file: Blob, { onStage }: ReadOptions): Promise<ImportResult> {
  await checkFooterLength(file);
  onStage('Fetching the Parquet reader');
  await initialize({ module_or_path: wasmUrl });
  onStage('Reading the Parquet file');
  const notes: string[] = [];
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const metadata = checkClaimedSizes(bytes, copyAgainRemedy);
    const schema = embeddedSchema(bytes, metadata);
    // Use the synchronous call: if the asynchronous one panics on a damaged file, its promise never settles.
    const groupRows = metadata.row_groups.map((group) => Number(group.num_rows));
    const whole = readInTodaysForm(bytes, batchRowsFor(groupRows));
    const refused: RefusedColumn[] = [];
    const arrowTable = parseArrowTable(whole.intoIPCStream(), schema?.wideInts);
    const table = tableFromArrow(arrowTable, notes, refused);
    const { kept: far, refused: refusedTimes } = await readOverflowingTimestamps(bytes, metadata);
    const indices = indicesOfRead(table.columns.length, refused);
    notes.push(...logicalTypeNotes(metadata, notes));
    notes.push(...metadataLeftOutNotes(keysLeftOut(metadata), columnKeysLeftOut(arrowTable.schema.fields)));
    const columns = withArrowTimeZones(table.columns, schema).flatMap((column, at): Column[] => {
      const times = refusedTimes.find(({ index }) => index === indices[at]);
      if (times !== undefined) {
        refused.push(times);
        return [];
      }
      const kept = far.get(column.name);
      // If the file's Arrow schema names another unit, arrow-rs does not use nanoseconds.
      if (kept === undefined || column.type !== 'timestamp' || timestampParameters(column).unit !== 'ns')
        return [column];
      notes.push(
        `Column “${column.name}”: its INT96 timestamps reach beyond what 64 bits of nanoseconds hold, and are kept in microseconds.`,
      );
      return [kept];
    });
    const isOrderKept = alignedBatchRows(groupRows) !== null;
    const kept = isOrderKept ? columns : columns.map((column) => withUnorderedCategories(column, notes));
    return {
      ...importResult({ ...table, columns: kept }, notes),
      refusedColumns: refused.sort((one, other) => one.index - other.index),
    };
  } catch (thrown) {
    throw toParquetRefusal(thrown);
  }
}
