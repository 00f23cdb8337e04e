import type { FileMetaData } from 'hyparquet';
import { FormatlabError } from '../../../model/errors';
import type { FileSample } from '../../../model/plan';
import { sampleUnitLimit } from '../../../model/result';
import { footerMetadata } from '../file/footer-metadata';
import { fileOfSelection, selectParquet, tableColumns } from '../file/select-parquet';
import { originOfSample, type SampleOrigin } from '../file/sample-origin';
import { checkThriftStruct } from '../file/thrift-bounds';
import { readThriftTree } from '../file/thrift-tree';
import { copyAgainRemedy, toParquetRefusal } from '../open/parquet-refusal';
import { footerOf } from '../open/parquet-tail';
import { unreadableFileError } from '../../../own-file/refusal';
import { type Cut, type CutSample, isReadWhole } from '../../../own-file/sample/cut';
import { drawRanges, drawUnits } from '../../../model/strata';
import { sliceRanges } from './cut-ranges';
import { decodedGroupBytes } from './decoded-bytes';

const tailBytes = 8;

/** As many units as are taken at least, if the file has more: fewer would tell little about what lies between them. */
const fewestUnits = 8;
/** As many ranges of rows are taken. More would lie closer, and more pages would have to be written anew. */
const mostRanges = 16;
/** The pages at the ends of ranges are read in full. Together they are to have at most about so many bytes. */
const boundaryBytes = 64 * 1_048_576;
const usualPageBytes = 1_048_576;
/** Row groups are taken whole up to this size, if they can't be cut. */
const wholeGroupLimitBytes = 256 * 1_048_576;
/** Ranges have a multiple of so many rows, so that the reader can take equal batches of all row groups. */
const rowStep = 1_024;

/**
 * Cuts row groups from a Parquet file, or ranges of rows where row groups are so large that only few would fit. Its footer is read, and of ranges the
 * pages at their ends; the rest are slices of the file.
 */
export const sampleParquet: Cut = async (file, sample) => {
  const footer = await footerOf(file);
  try {
    checkThriftStruct(new DataView(footer.buffer, 0, footer.length - tailBytes), 0);
    const metadata = footerMetadata(footer);
    const origin = originOfSample(metadata.key_value_metadata);
    const cut = await cutOfGroups(file, footer, metadata, sample);
    return origin === null ? cut : ofOrigin(cut ?? allGroups(file, metadata), metadata, origin);
  } catch (thrown) {
    throw toParquetRefusal(thrown);
  }
};

/** Null if the file is read whole. */
async function cutOfGroups(
  file: Blob,
  footer: Uint8Array<ArrayBuffer>,
  metadata: FileMetaData,
  sample: FileSample,
): Promise<CutSample | null> {
  const groupBytes = decodedGroupBytes(metadata);
  const decodedBytes = groupBytes.reduce((sum, bytes) => sum + bytes, 0);
  if (isReadWhole(decodedBytes, sample)) return null;
  const share = sample.targetBytes / decodedBytes;
  const tree = footer.subarray(0, -tailBytes);
  const unitsTaken = Math.round(share * groupBytes.length);
  if (unitsTaken >= fewestUnits) return wholeGroups(file, tree, metadata, unitsTaken, sample.seed);
  try {
    return await rowRanges(file, tree, metadata, share, sample.seed);
  } catch (thrown) {
    // What the pages can't be cut by, the reader may still read in whole row groups.
    const isUnsupported = thrown instanceof FormatlabError && thrown.record.tag === 'unsupported';
    if (!isUnsupported || Math.max(...groupBytes) > wholeGroupLimitBytes) throw thrown;
    return wholeGroups(file, tree, metadata, unitsTaken, sample.seed);
  }
}

/** A file that is a sample itself. */
const allGroups = (file: Blob, { row_groups: groups, num_rows: rows }: FileMetaData): CutSample => ({
  ...isWholeFile,
  file,
  unitKind: 'rowGroups',
  unitItems: groups.map(({ num_rows: items }) => Number(items)),
  unitCount: groups.length,
  totalItems: Number(rows),
});

/** A sample of a file that is a sample of another one at an address, whose footer told the rows and bytes of the whole. */
function ofOrigin(cut: CutSample, { row_groups: groups }: FileMetaData, origin: SampleOrigin): CutSample {
  const times = origin.rowGroups / Math.max(1, groups.length);
  return {
    ...cut,
    wholeBytes: origin.bytes,
    unitCount: Math.round(cut.unitCount * times),
    totalItems: Math.max(cut.totalItems, origin.rows),
  };
}

const isWholeFile = { isTotalEstimated: false, isFirstPart: false } as const;

function wholeGroups(
  file: Blob,
  footer: Uint8Array<ArrayBuffer>,
  { row_groups: groups, num_rows: rows }: FileMetaData,
  take: number,
  seed: number,
): CutSample {
  const units = drawUnits(groups.length, Math.min(take, sampleUnitLimit), seed);
  return {
    ...isWholeFile,
    file: selected(file, footer, units),
    unitKind: 'rowGroups',
    unitItems: units.map((unit) => Number(groups[unit]?.num_rows ?? 0)),
    unitCount: groups.length,
    totalItems: Number(rows),
  };
}

async function rowRanges(
  file: Blob,
  footer: Uint8Array<ArrayBuffer>,
  metadata: FileMetaData,
  share: number,
  seed: number,
): Promise<CutSample> {
  const { row_groups: groups } = metadata;
  const totalItems = Number(metadata.num_rows);
  const chunks = groups[0]?.columns ?? [];
  const pagesBytes = chunks.reduce(
    (sum, { meta_data: chunk }) => sum + Math.min(usualPageBytes, Number(chunk?.total_uncompressed_size ?? 0)),
    0,
  );
  const take = Math.min(mostRanges, Math.max(fewestUnits, Math.floor(boundaryBytes / Math.max(1, pagesBytes))));
  const wanted = (share * totalItems) / take;
  const rows = wanted > 4 * rowStep ? Math.round(wanted / rowStep) * rowStep : Math.max(1, Math.round(wanted));
  const ranges = drawRanges(totalItems, take, rows, seed);
  return {
    ...isWholeFile,
    file: await sliceRanges(file, footer, metadata, ranges),
    unitKind: 'pages',
    unitItems: ranges.map(({ from, to }) => to - from),
    unitCount: Math.max(ranges.length, Math.floor(totalItems / rows)),
    totalItems,
  };
}

function selected(file: Blob, footer: Uint8Array<ArrayBuffer>, groups: readonly number[]): Blob {
  const columns = tableColumns(readThriftTree(footer)).map((_, index) => index);
  const selection = selectParquet(footer, { columns, groups });
  return fileOfSelection(
    selection.chunks.map(({ offset, bytes }) => {
      if (offset + bytes > file.size)
        throw unreadableFileError(
          `It is damaged: its index names byte ${offset + bytes} of a file of ${file.size}.`,
          copyAgainRemedy,
          { format: 'parquet' },
        );
      return file.slice(offset, offset + bytes);
    }),
    selection,
  );
}
