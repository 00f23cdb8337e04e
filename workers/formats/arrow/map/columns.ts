import { DataType } from 'apache-arrow';
import { trueTypeOf } from '../../../libraries/arrow-retyped';
import type { ColumnFacts, Finding } from '../../../model/byte-map';
import { bytesText, minShare, smallSaving, sum } from '../../../byte-map/finding-words';
import type { MappedColumn } from './batches';

export function columnFacts({ field, batches, dictionaries }: MappedColumn, codec: string): ColumnFacts {
  const all = [...batches, ...dictionaries];
  const trueType = trueTypeOf(field.type);
  const isDictionary = DataType.isDictionary(field.type);
  const encoding = isDictionary ? 'dictionary' : trueType === 'run-end encoded' ? 'run ends' : null;
  return {
    name: field.name,
    type: trueType ?? String(field.type),
    codecs: [codec],
    encodings: encoding === null ? [] : [{ name: encoding, pages: batches.length }],
    compressedBytes: sum(all.map(({ bytes }) => bytes)),
    uncompressedBytes: sum(all.map(({ uncompressedBytes }) => uncompressedBytes)),
    values: sum(batches.map(({ values }) => values)),
    nulls: sum(batches.map(({ nulls }) => nulls)),
    distinct: null,
    min: null,
    max: null,
  };
}

/** What stands out in the buffers of the columns. */
export function findingsOf(columns: readonly MappedColumn[], fileBytes: number): Finding[] {
  return columns.flatMap(({ field, batches, dictionaries }) => {
    const texts: string[] = [];
    const all = [...batches, ...dictionaries];
    const bytes = sum(all.map((each) => each.bytes));
    const uncompressedBytes = sum(all.map((each) => each.uncompressedBytes));
    if (bytes < minShare * fileBytes) return [];
    if (uncompressedBytes !== bytes && bytes > 0.95 * uncompressedBytes)
      texts.push(smallSaving('The codec', uncompressedBytes, bytes));
    const validityBytes = sum(batches.map((each) => each.validityBytes));
    const isNested = (field.type.children ?? []).length > 0;
    if (!isNested && validityBytes > 0 && batches.every(({ nulls }) => nulls === 0))
      texts.push(`${bytesText(validityBytes)} of validity bitmaps are stored, but no value is null.`);
    const values = sum(batches.map((each) => each.values));
    const entries = sum(dictionaries.map((each) => each.values));
    if (DataType.isDictionary(field.type) && values >= 100 && entries > 0.5 * values)
      texts.push(
        `The dictionaries have ${entries.toLocaleString('en')} entries for ${values.toLocaleString('en')} values, so most values are stored once in the dictionary and again as an index.`,
      );
    return texts.map((text) => ({ column: field.name, text }));
  });
}
