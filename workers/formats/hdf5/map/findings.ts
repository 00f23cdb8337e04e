import type { ColumnFacts, Finding, MapNode } from '../../../model/byte-map';
import { bytesText, minShare, percent, smallSaving, sum } from '../../../byte-map/finding-words';
import { bytesOfValues, type Dataset } from './dataset';

export interface MappedDataset {
  readonly name: string;
  readonly dataset: Dataset;
  readonly part: MapNode | null;
  readonly bytes: number;
  readonly headerBytes: number;
  readonly indexBytes: number;
  /** The bytes of all that is not values. */
  readonly metadataBytes: number;
}

export function datasetFacts({ name, dataset }: MappedDataset): ColumnFacts {
  const { type, shape, layout, chunkShape, filters, chunkCount, storedBytes, unfilteredBytes } = dataset;
  return {
    name,
    type: `${type.name}, ${shape === null ? 'of a shared shape' : shape.length === 0 ? 'a single value' : shape.join(' × ')}`,
    codecs: [filters.length === 0 ? 'none' : filters.join(' + ')],
    encodings: [
      layout === 'chunked'
        ? { name: `chunks of ${chunkShape.join(' × ')}`, pages: chunkCount }
        : { name: layout, pages: storedBytes === 0 ? 0 : 1 },
    ],
    compressedBytes: storedBytes,
    uncompressedBytes: unfilteredBytes,
    values: shape?.reduce((product, length) => product * length, 1) ?? 0,
    nulls: null,
    distinct: null,
    min: null,
    max: null,
  };
}

interface FileFacts {
  readonly fileBytes: number;
  readonly freeBytes: number;
  readonly isEarliestFormat: boolean;
  readonly notFollowed: readonly string[];
  readonly hiddenDatasets: number;
}

/** From this share on, what is not values is more than it should be. */
const largeMetadataShare = 0.05;
const smallChunkBytes = 10_000;
/** No codec can do much for less. */
const smallDataBytes = 1_000;
const rearranging: ReadonlySet<string> = new Set([
  'shuffle',
  'bitshuffle',
  'Blosc',
  'Blosc2',
  'N-bit',
  'scale-offset',
  'ZFP',
]);
/** They check or rearrange bytes, but leave as many. */
const keepingSize: ReadonlySet<string> = new Set(['Fletcher-32', 'shuffle']);

/** What stands out in the datasets. */
export function findingsOf(datasets: readonly MappedDataset[], facts: FileFacts): Finding[] {
  const { fileBytes, freeBytes, notFollowed, hiddenDatasets } = facts;
  const texts: string[] = [];
  const metadataBytes = sum(datasets.map((each) => each.metadataBytes));
  if (metadataBytes > largeMetadataShare * fileBytes)
    texts.push(
      `Headers and indexes of ${datasets.length.toLocaleString('en')} datasets take ${bytesText(metadataBytes)}, ${percent(metadataBytes / fileBytes)} of the file${facts.isEarliestFormat && datasets.length > 100 ? '. Fewer, larger datasets, or libver="latest" in h5py, need less' : ''}.`,
    );
  if (freeBytes > 0.01 * fileBytes)
    texts.push(
      `${bytesText(freeBytes)}, ${percent(freeBytes / fileBytes)} of the file, are space that nothing refers to: deleted or rewritten data left it. h5repack returns it.`,
    );
  if (notFollowed.length > 0)
    texts.push(
      `Some parts can’t be followed here: ${notFollowed.join(', ')}. What only they refer to is shown as unknown.`,
    );
  if (hiddenDatasets > 0)
    texts.push(`The table leaves out the ${hiddenDatasets.toLocaleString('en')} smallest datasets; the map has all.`);
  const findings = texts.map((text): Finding => ({ column: null, text }));
  for (const each of datasets) {
    if (each.bytes < minShare * fileBytes) continue;
    for (const text of datasetTexts(each)) findings.push({ column: each.name, text });
  }
  return findings;
}

function datasetTexts({ dataset, indexBytes }: MappedDataset): string[] {
  const { type, layout, filters, chunkShape, chunkCount, shape, storedBytes, unfilteredBytes } = dataset;
  const texts: string[] = [];
  if (type.name.endsWith('of variable length'))
    texts.push('The dataset holds only references; its values are in the global heap, which no filter compresses.');
  if (layout !== 'chunked' || chunkCount === 0) return texts;
  const averageBytes = storedBytes / chunkCount;
  if (averageBytes < smallChunkBytes && chunkCount >= 10)
    texts.push(
      `Its ${chunkCount.toLocaleString('en')} chunks have only ${bytesText(averageBytes)} on average; their index takes ${bytesText(indexBytes)}.`,
    );
  const compresses = filters.some((name) => !keepingSize.has(name));
  if (!compresses && filters.length > 0) texts.push(`Its filters (${filters.join(', ')}) compress nothing.`);
  if (compresses && unfilteredBytes > smallDataBytes && storedBytes > 0.95 * unfilteredBytes)
    texts.push(smallSaving(filters.join(' + '), unfilteredBytes, storedBytes));
  if (compresses && type.isNumber && !filters.some((name) => rearranging.has(name)))
    texts.push(
      `Its numbers of ${type.bytes} bytes are compressed without shuffling their bytes, which usually compresses numbers better.`,
    );
  const valueBytes = bytesOfValues(type, shape) ?? 0;
  if (shape !== null && valueBytes > 0 && unfilteredBytes > 1.25 * valueBytes)
    texts.push(
      `Chunks of ${chunkShape.join(' × ')} reach past its shape of ${shape.join(' × ')}: ${percent(1 - valueBytes / unfilteredBytes)} of their elements are no values.`,
    );
  return texts;
}
