import type { FileSample } from '../../../model/plan';
import { type Cut, type CutSample, isReadWhole } from '../../../own-file/sample/cut';
import { bytesIn, type TextBlock, type TextSource, wholeText } from '../../../own-file/sample/text/blocks';
import { cutText } from '../../../own-file/sample/text/cut-text';
import { type BlockPlace, type BlockReading, type ScannedBlock, scanRecords } from './scan-records';
import { textOfUnits } from '../../../own-file/sample/text/wide-text';

/** Of delimiters that fit equally well, the first is taken: a decimal comma, and the space in a time, are in every row as well. */
const delimiters = ['\t', ';', '|', ',', ' ', ':'].map((character) => character.charCodeAt(0));
/** Stands for no delimiter: a byte that no text has. */
const noDelimiter = 0;
const quote = 0x22;
const usualEscape = 'doubled';
const quoteEscapes = [usualEscape, 'backslash'] as const;

/** A block is read right if at least this share of its records has as many fields as most records at the beginning, compared with the share there. */
const fittingShare = 0.8;

/** How the beginning of a text is read, where it is known that a record begins. */
interface HeadReading extends Omit<BlockReading, 'beginsQuoted'> {
  /** The number of fields of most records. */
  readonly fields: number;
  /** The share of the records that have it, less those with broken quotes. */
  readonly share: number;
}

/** The share of the records of a block that have so many fields. Each broken quote counts like a record that has not. */
const shareOf = ({ recordsOfFields, records, brokenQuotes }: ScannedBlock, fields: number): number =>
  (recordsOfFields.get(fields) ?? 0) / Math.max(1, records + brokenQuotes);

/** The number of fields that most records have. */
function mostFields({ recordsOfFields }: ScannedBlock): number {
  let [fields, most] = [1, 0];
  for (const [each, count] of recordsOfFields) if (count > most) [fields, most] = [each, count];
  return fields;
}

/** The delimiter with which most records have the same number of fields, of more than one if there is such a delimiter. */
function readHead(head: Uint8Array): HeadReading {
  let best: HeadReading = { delimiter: noDelimiter, quoteEscape: 'doubled', fields: 1, share: 1 };
  let bestShare = 0.5;
  for (const quoteEscape of head.includes(quote) ? quoteEscapes : ([usualEscape] as const))
    for (const delimiter of delimiters) {
      const block = scanRecords(
        head,
        { delimiter, quoteEscape, beginsQuoted: false },
        { isStart: true, isEnd: false },
        null,
      );
      const fields = mostFields(block);
      const share = shareOf(block, fields);
      if (fields > 1 && share > bestShare) [best, bestShare] = [{ delimiter, quoteEscape, fields, share }, share];
    }
  return best;
}

/**
 * The whole records in a block that begins anywhere. It is read as if it began inside a field in quotes, and outside; the reading stands in which more
 * records have as many fields as those at the beginning of the text. Null if none does.
 */
function recordsIn(
  bytes: Uint8Array,
  { delimiter, quoteEscape, fields, share: headShare }: HeadReading,
  place: BlockPlace,
): ScannedBlock | null {
  let best: ScannedBlock | null = null;
  let bestShare = 0;
  for (const beginsQuoted of place.isStart || !bytes.includes(quote) ? [false] : [false, true]) {
    const block = scanRecords(bytes, { delimiter, quoteEscape, beginsQuoted }, place, fields);
    // The block may be a piece of a field in quotes that fills it.
    const share = block.from === null ? 0 : shareOf(block, fields);
    if (share > bestShare) [best, bestShare] = [block, share];
  }
  return bestShare >= fittingShare * headShare ? best : null;
}

/**
 * Cuts blocks of records from delimited text. The first is the beginning of the text, with its header. If a block can't be told to begin inside or outside
 * of quotes, the sample is the first part of the text.
 */
export async function sampleCsvText(source: TextSource, sample: FileSample): Promise<CutSample | null> {
  const file = await textOfUnits(source);
  if (file === null) return null;
  const [first, ...later] = file.ranges;
  if (first === undefined) return null;
  const headBytes = await bytesIn(file, first);
  const head = readHead(headBytes);
  const start = recordsIn(headBytes, head, { isStart: true, isEnd: false });
  if (start === null) return firstPart(file, head, sample.targetBytes);
  const blocks: TextBlock[] = [{ from: 0, to: start.to, records: start.records }];
  for (const range of later) {
    const place = { isStart: false, isEnd: range.to === file.size };
    const found = recordsIn(await bytesIn(file, range), head, place);
    if (found?.from == null) return firstPart(file, head, sample.targetBytes);
    blocks.push({ from: range.from + found.from, to: range.from + found.to, records: found.records });
  }
  return cutText(file, blocks, false);
}

export const sampleCsv: Cut = async (file, sample) =>
  isReadWhole(file.size, sample) ? null : sampleCsvText(wholeText(file, sample), sample);

/** The beginning of the text, up to the end of a record. */
async function firstPart(file: TextSource, { delimiter, quoteEscape }: HeadReading, targetBytes: number) {
  const bytes = await bytesIn(file, { from: 0, to: targetBytes });
  const reading: BlockReading = { delimiter, quoteEscape, beginsQuoted: false };
  const { to, records } = scanRecords(bytes, reading, { isStart: true, isEnd: false }, null);
  return cutText(file, [{ from: 0, to, records }], true);
}
