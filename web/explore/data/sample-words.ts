import type { OwnFileType } from '../../../workers/model/plan';
import type { DatasetSample } from '../../../workers/model/result';
import { fileTypes } from '../../../workers/registry/file-types';
import { formatCount, formatPercent } from '../../figures/figures';
import { plural } from '../../../workers/model/plural';

const unitWords: Readonly<Record<DatasetSample['unitKind'], string>> = {
  rowGroups: 'row group',
  pages: 'range of rows',
  batches: 'batch',
  stripes: 'stripe',
  blocks: 'block',
  rows: 'range of rows',
  files: 'file',
  chunks: 'chunk',
};

const unitPlurals: Readonly<Partial<Record<DatasetSample['unitKind'], string>>> = {
  pages: 'ranges of rows',
  rows: 'ranges of rows',
  batches: 'batches',
};

/** How much of the file a sample holds: “Sample: 4.0 %, 240,000 of 6,000,000 rows (8 of 60 row groups).” */
export function sampleText(
  { unitKind, unitItems, unitCount, totalItems, isTotalEstimated, isFirstPart }: DatasetSample,
  itemCount: number,
  item: string,
): string {
  const total = `${isTotalEstimated ? 'about ' : ''}${plural(totalItems, item)}`;
  const share = totalItems === 0 ? 1 : itemCount / totalItems;
  if (isFirstPart) return `Sample: the first ${formatPercent(share)}, ${formatCount(itemCount)} of ${total}.`;
  const units = unitKind === 'pages' || unitKind === 'rows' || unitKind === 'blocks';
  const places = units
    ? `in ${plural(unitItems.length, unitWords[unitKind], unitPlurals[unitKind])} spread over the file`
    : `${formatCount(unitItems.length)} of ${plural(unitCount, unitWords[unitKind], unitPlurals[unitKind])}`;
  return `Sample: ${formatPercent(share)}, ${formatCount(itemCount)} of ${total} (${places}).`;
}

/** Of a sample of a file whose values say which types its columns have: values that were not read may change a type. Null of a file that declares its types. */
export const typesSoFarText = (type: OwnFileType, item: string): string | null =>
  fileTypes.get(type)?.infersTypes === true
    ? `Types and counts are those of this sample so far. “Read all ${item}s” completes them.`
    : null;
