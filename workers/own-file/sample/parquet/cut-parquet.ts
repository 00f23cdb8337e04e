import { footerMetadata } from '../../../libraries/parquet/footer-metadata';
import { fileOfSelection, selectParquet, tableColumns } from '../../../libraries/parquet/select-parquet';
import { checkThriftStruct } from '../../../libraries/parquet/thrift-bounds';
import { readThriftTree } from '../../../libraries/parquet/thrift-tree';
import { copyAgain, toParquetRefusal } from '../../parquet-refusal';
import { footerOf } from '../../parquet-tail';
import { unreadableFileError } from '../../refusal';
import { type Cut, type CutSample, isReadWhole } from '../cut';
import { drawUnits } from '../strata';
import { decodedGroupBytes } from './decoded-bytes';

const tailBytes = 8;

/** Cuts row groups from a Parquet file. Only its footer is read; the rest are slices of the file. */
export const cutParquet: Cut = async (file, sample) => {
  const footer = await footerOf(file);
  try {
    checkThriftStruct(new DataView(footer.buffer, 0, footer.length - tailBytes), 0);
    const metadata = footerMetadata(footer);
    const groupBytes = decodedGroupBytes(metadata);
    const decodedBytes = groupBytes.reduce((sum, bytes) => sum + bytes, 0);
    if (isReadWhole(decodedBytes, sample)) return null;
    const share = sample.targetBytes / decodedBytes;
    const units = drawUnits(groupBytes.length, Math.round(share * groupBytes.length), sample.seed);
    const rows = metadata.row_groups.map((group) => Number(group.num_rows));
    return {
      file: selected(file, footer.subarray(0, -tailBytes), units),
      unitKind: 'rowGroups',
      unitItems: units.map((unit) => rows[unit] ?? 0),
      unitCount: groupBytes.length,
      totalItems: Number(metadata.num_rows),
      isTotalEstimated: false,
      isFirstPart: false,
    } satisfies CutSample;
  } catch (thrown) {
    throw toParquetRefusal(thrown);
  }
};

function selected(file: Blob, footer: Uint8Array<ArrayBuffer>, groups: readonly number[]): Blob {
  const columns = tableColumns(readThriftTree(footer)).map((_, index) => index);
  const selection = selectParquet(footer, { columns, groups });
  return fileOfSelection(
    selection.chunks.map(({ offset, bytes }) => {
      if (offset + bytes > file.size)
        throw unreadableFileError(
          `It is damaged: its index names byte ${offset + bytes} of a file of ${file.size}.`,
          copyAgain,
          { format: 'parquet' },
        );
      return file.slice(offset, offset + bytes);
    }),
    selection,
  );
}
