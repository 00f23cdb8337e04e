import type { CoordinatorCalls, WordCount } from '../model/protocol/coordinator';
import type { FileSample } from '../model/plan';
import type { DelimitedReading, ReadingOptions } from '../model/reading-options';
import { type FileSet, isFileSet } from '../model/user-data';
import { startOf } from './open-file';
import { findPacked } from './packed/find-packed';
import { unreadableFileError } from '../own-file/refusal';
import { cutPacked } from './sample/cut-packed';
import { cutSample } from './sample/cut-sample';
import { joinTexts } from './several/join-texts';
import { membersOf } from './several/members';
import { sampleSet, unopened } from './several/sample-set';
import { filesInZip } from './several/zip-set';
import { csvTextOf } from '../formats/csv/open/csv-text';
import { endsWithReturns } from '../formats/csv/open/scan/sample';
import { ScanModule } from '../formats/csv/open/scan/scan-module';

/** Counts the values of the file that equal the word, in columns of text and in others. Which columns are text follows from the current reading. */
export async function countWord({
  file: data,
  fileName,
  reading,
  sample = null,
  report: {
    fileColumns: allColumns,
    found: { delimited, files },
  },
  word,
}: CoordinatorCalls['countWord']['in']): Promise<WordCount> {
  if (delimited === undefined) throw unreadableFileError('It is no delimited text, so no words can be counted.', '');
  // The texts have no columns for the folders' names, which come last.
  const fromFolders = files?.partitions?.areRead ? files.partitions.names.length : 0;
  const fileColumns = allColumns.slice(0, allColumns.length - fromFolders);
  const { options, layout } = delimited;
  const utf8 = isFileSet(data)
    ? await textOfSet(data, reading, sample)
    : await textOfFile(data, fileName, { reading, sample });
  const columnCount = fileColumns.length;
  const counts = await scannedWord(utf8, word, { ...options, ...layout, columnCount });
  const total = (inText: boolean) =>
    counts.reduce((sum, count, index) => sum + ((fileColumns[index]?.type === 'utf8') === inText ? count : 0), 0);
  return { inText: total(true), inOthers: total(false) };
}

/** How many values of each column equal the word, counted in one pass. Empty fields are no values. */
async function scannedWord(
  utf8: Blob,
  word: string,
  {
    delimiter,
    quote,
    header,
    columnCount,
  }: Pick<DelimitedReading, 'quote' | 'header'> & { readonly delimiter: string; readonly columnCount: number },
): Promise<readonly number[]> {
  if (word === '') return [];
  const module = await ScanModule.open();
  const scan = module.newScan({
    delimiter,
    quote,
    columnCount,
    decimalMark: 'point',
    thousands: 'none',
    nullWords: null,
    nullWordsInText: false,
    endsWithReturns: await endsWithReturns(utf8),
    skippedRecords: header ? 1 : 0,
    countsTexts: false,
  });
  scan.countWord(word);
  await scan.read(utf8);
  return [...scan.wordCounts()];
}

async function textOfFile(
  file: Blob,
  fileName: string,
  { reading, sample }: { readonly reading: ReadingOptions; readonly sample: FileSample | null },
): Promise<Blob> {
  const start = await startOf(file, fileName, null);
  const archive = await filesInZip(start, reading.leftOutFiles ?? [], () => undefined);
  if (archive !== null) {
    const sampled = sample === null ? null : await sampleSet(archive.unopened, 'csv', sample);
    return joinedTextOf(sampled?.set ?? (await archive.open()), reading);
  }
  const packed = await findPacked(start);
  const { content, cut } =
    packed === null
      ? { content: file, cut: sample === null ? null : await cutSample(file, 'csv', sample) }
      : await cutPacked(packed, 'csv', sample);
  return (await csvTextOf(cut?.file ?? content ?? file, reading)).utf8;
}

async function textOfSet(set: FileSet, reading: ReadingOptions, sample: FileSample | null): Promise<Blob> {
  const sampled = sample === null ? null : await sampleSet(unopened(set), 'csv', sample);
  return joinedTextOf(sampled?.set ?? set, reading);
}

async function joinedTextOf(set: FileSet, reading: ReadingOptions): Promise<Blob> {
  const { members } = await membersOf(set, 'csv', () => undefined);
  return (await joinTexts(members, 'csv', { reading, onStage: () => undefined })).join.text;
}
