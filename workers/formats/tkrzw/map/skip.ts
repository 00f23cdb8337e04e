import { metadataBytes, metadataOffsets } from '../file/store-layout';
import type { ByteMap, MapNode } from '../../../model/byte-map';
import { malformed } from '../../../byte-map/failures';
import { type FileBytes, wholeFile } from '../../../byte-map/file-bytes';
import { bytesText, percent } from '../../../byte-map/finding-words';
import type { ByteSource } from '../../../byte-map/source';
import { branch, present, SpanList } from '../../../byte-map/span-tree';

/**
 * The layout of a SkipDBM file: 128 bytes of metadata, and the records in the order of their keys. Each begins with a mark, and with the places of records
 * further on, as many as the number of the record can be divided by the step. From the sources of Tkrzw 1.0 (tkrzw_dbm_skip.cc,
 * tkrzw_dbm_skip_impl.cc; Apache-2.0).
 */
const fields = { offsetWidth: 12, stepUnit: 13, maxLevel: 14 } as const;
const recordMark = 0xff;
/** Records that follow each other are one part of the map. */
const recordsOfPart = 1_000;
/** Numbers of variable length have 7 bits in each byte; 8 bytes are more than any size takes. */
const mostNumberBytes = 8;
/** From this share on, places of records are worth a sentence. */
const largeShare = 0.05;

/** Finds out what each byte of a Tkrzw skip database is for. */
export async function mapSkipDatabase(source: ByteSource): Promise<ByteMap> {
  const file = await wholeFile(source, 'Tkrzw');
  const offsetWidth = file.u8(fields.offsetWidth);
  const stepUnit = file.u8(fields.stepUnit);
  const maxLevel = file.u8(fields.maxLevel);
  if (offsetWidth < 3 || offsetWidth > 6 || stepUnit < 2 || maxLevel < 1 || maxLevel > 32)
    throw malformed('Its metadata is none of a skip database of Tkrzw.');
  const count = file.u64BE(metadataOffsets.recordCount);
  const end = Math.min(file.sizeBytes, file.u64BE(metadataOffsets.fileBytes));
  const spans = new SpanList();
  const metadata = spans.leaf('Metadata', 'metadata', 0, metadataBytes);
  const levelOf = (index: number): number => {
    let level = 0;
    for (let left = index; level < maxLevel && left % stepUnit === 0; left /= stepUnit) level += 1;
    return level;
  };
  const parts: (MapNode | null)[] = [];
  let [at, placeBytes, dataBytes] = [metadataBytes, 0, 0];
  for (let first = 0; first < count; first += recordsOfPart) {
    const last = Math.min(count, first + recordsOfPart);
    const headers = spans.pieces('Headers', 'recordHeader');
    const places = spans.pieces('Places of records further on', 'tree');
    const keys = spans.pieces('Keys', 'recordKeys');
    const values = spans.pieces('Values', 'values');
    for (let index = first; index < last; index += 1) {
      if (file.u8(at) !== recordMark) throw malformed(`Byte ${at} does not begin a record.`);
      const placesBytes = offsetWidth * levelOf(index);
      const key = variableNumber(file, at + 1 + placesBytes);
      const value = variableNumber(file, key.end);
      const valueStart = value.end + key.number;
      file.check(value.end, key.number + value.number);
      headers.add(at, 1);
      places.add(at + 1, placesBytes);
      headers.add(at + 1 + placesBytes, value.end - at - 1 - placesBytes);
      keys.add(value.end, key.number);
      values.add(valueStart, value.number);
      placeBytes += placesBytes;
      dataBytes += key.number + value.number;
      at = valueStart + value.number;
    }
    parts.push(
      branch(`Records ${(first + 1).toLocaleString('en')} to ${last.toLocaleString('en')}`, [
        headers.node(),
        places.node(),
        keys.node(),
        values.node(),
      ]),
    );
  }
  if (at > end) throw malformed(`Its records end at byte ${at}, but it says that they end at byte ${end}.`);
  const allocated = spans.leaf('Allocated ahead', 'freeSpace', end, file.sizeBytes - end);
  const rest = await spans.rest(source, async () => null);
  return {
    format: 'Tkrzw skip database',
    columnTerm: 'Records',
    fileBytes: file.sizeBytes,
    parts: present([branch('Records', parts), metadata, allocated, branch('Between the parts', rest)]),
    columns: [
      {
        name: 'Records',
        type: 'key and value',
        codecs: ['none'],
        encodings: [{ name: 'records', pages: count }],
        compressedBytes: dataBytes,
        uncompressedBytes: dataBytes,
        values: count,
        nulls: null,
        distinct: null,
        min: null,
        max: null,
      },
    ],
    findings:
      placeBytes <= largeShare * file.sizeBytes
        ? []
        : [
            {
              column: null,
              text: `The places of records further on take ${bytesText(placeBytes)}, ${percent(placeBytes / file.sizeBytes)} of the file: every ${stepUnit.toLocaleString('en')}th record has one, and some have up to ${maxLevel.toLocaleString('en')}.`,
            },
          ],
  };
}

function variableNumber(file: FileBytes, start: number): { readonly number: number; readonly end: number } {
  let number = 0;
  for (let at = start; at < start + mostNumberBytes; at += 1) {
    const byte = file.u8(at);
    number = number * 128 + (byte & 0x7f);
    if (byte < 0x80) return { number, end: at + 1 };
  }
  throw malformed(`The number at byte ${start} is too long.`);
}
