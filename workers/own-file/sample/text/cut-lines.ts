import { type Cut, type CutSample, isReadWhole } from '../cut';
import { bytesIn, type TextBlock, type TextSource, wholeText } from './blocks';
import { cutText } from './cut-text';
import { textOfUnits } from './wide-text';

const newline = 0x0a;
const dollar = 0x24;
/** A record that is longer than a block is looked for this far. */
const longestRecordBytes = 64 * 1_048_576;
/** A record has more bytes than the end of an empty line. */
const emptyBytes = 2;
/** How many times its text a molecule of SMILES takes in memory. */
const smilesFactor = 10;

/** Where the record ends that begins at a place, or the one before if the place is within it. −1 if none ends. */
type EndOfRecord = (bytes: Uint8Array, from: number) => number;

/** Lines end with `\n`, which a JSON text does not contain otherwise. */
const endOfLine: EndOfRecord = (bytes, from) => {
  const at = bytes.indexOf(newline, from);
  return at < 0 ? -1 : at + 1;
};

/** A molecule of an SD file ends with a line of four dollars. */
const endOfMolecule: EndOfRecord = (bytes, from) => {
  for (let at = bytes.indexOf(dollar, from); at >= 0; at = bytes.indexOf(dollar, at + 1)) {
    const isMark = [1, 2, 3].every((index) => bytes[at + index] === dollar);
    if (isMark && (at === 0 || (bytes[at - 1] ?? 0) < 0x20)) return endOfLine(bytes, at);
  }
  return -1;
};

/** Cuts blocks of records from a text. Each ends by itself, whatever comes before it. */
async function cutRecords(file: TextSource, endAfter: EndOfRecord): Promise<CutSample | null> {
  const blocks: TextBlock[] = [];
  for (const { from: wanted, to } of file.ranges) {
    // Blocks that grew for long records may reach into the next.
    const start = Math.max(wanted, blocks.at(-1)?.to ?? 0);
    const block = await recordsFrom(file, start, Math.max(1, to - wanted), endAfter);
    if (block !== null) blocks.push(block);
  }
  return cutText(file, blocks, false);
}

/** Whole records near a place. Null if none is within reach. */
async function recordsFrom(
  file: TextSource,
  start: number,
  blockBytes: number,
  endAfter: EndOfRecord,
): Promise<TextBlock | null> {
  for (let length = blockBytes; length <= longestRecordBytes; length *= 2) {
    const end = Math.min(file.size, start + length);
    const bytes = await bytesIn(file, { from: start, to: end });
    const first = start === 0 ? 0 : endAfter(bytes, 0);
    let [last, records] = [first, 0];
    const take = (next: number) => {
      if (next - last > emptyBytes) records += 1;
      last = next;
    };
    for (let next = first < 0 ? -1 : endAfter(bytes, first); next >= 0; next = endAfter(bytes, last)) take(next);
    if (first >= 0 && end === file.size && last < bytes.length) take(bytes.length);
    if (first >= 0 && last > first) return { from: start + first, to: start + last, records };
    if (end === file.size) return null;
  }
  return null;
}

/** Cuts blocks of lines from a text in which each line is a record. */
export const cutLinesText = async (file: TextSource): Promise<CutSample | null> => {
  const text = await textOfUnits(file);
  return text === null ? null : cutRecords(text, endOfLine);
};

export const cutLines: Cut = async (file, sample) =>
  isReadWhole(file.size, sample) ? null : cutLinesText(wholeText(file, sample));

/** Cuts blocks of lines from SMILES, whose molecules take more memory than their text. */
export const cutSmiles: Cut = async (file, sample) => {
  const textSample = { ...sample, targetBytes: Math.ceil(sample.targetBytes / smilesFactor) };
  return cutLines(file, textSample);
};

/** Cuts blocks of molecules from an SD file. */
export const cutSdf: Cut = async (file, sample) => {
  const text = isReadWhole(file.size, sample) ? null : await textOfUnits(wholeText(file, sample));
  return text === null ? null : cutRecords(text, endOfMolecule);
};
