import { findFileType, isMoleculeFile } from '../registry/file-types';
import { FormatlabError } from '../model/errors';
import { isFileSet, type UserData } from '../model/user-data';
import { openFile, startOf } from './open-file';
import type { ImportResult } from '../own-file/imported';
import { checkFileSize } from '../own-file/limits';
import type { OwnFileOptions } from './own-file-options';
import { plural } from '../model/plural';
import { packingLabels } from '../own-file/packed/packings';
import type { PackedFile } from '../own-file/packed/unpack';
import { readAs } from './read-as';
import { unreadableFileError } from '../own-file/refusal';
import { type OwnFileResult, reportOn } from './report';
import { cutPacked, isCutAsUnpacked } from './sample/cut-packed';
import { canBeCut, cutSample, hasSamplesOfAnySize } from './sample/cut-sample';
import { inLinesOfSample, sampledRows, sampleInfo } from './sample/sample-info';
import { thinRows } from './sample/thin-rows';
import { filesInZip } from './several/zip-set';
import { shareEqual } from './share-equal';
import { detectFileWriting } from './settings/file-settings';
import { phraseOf } from './sniff';

/**
 * Reads a user's file in this worker. If `type` is null, the type is detected from magic bytes, content and name. `columnTypes` overrides
 * the detected types of columns. Nothing leaves the browser.
 * @throws FormatlabError that says what is wrong and what to do.
 */
export async function readOwnFile(data: UserData, options: OwnFileOptions): Promise<OwnFileResult> {
  const { fileName, reading = {} } = options;
  if (isFileSet(data)) {
    if (reading.leftOutFiles) throw noArchive(data.name);
    return (await import('./several/read-set')).readFileSet(data, options);
  }
  const file = data;
  const onStage = options.onStage ?? (() => undefined);
  if (file.size === 0) throw unreadableFileError(`${fileName} is empty.`, 'Choose a file that is not empty.');
  const { sample = null } = options;
  // A sample of any size can be read, if files of the type can be cut.
  if (sample === null) checkFileSize(fileName, file.size, options.type === null ? null : findFileType(options.type));
  const start = await startOf(file, fileName, options.type);
  const archive = await filesInZip(start, reading.leftOutFiles ?? [], onStage);
  if (archive !== null) {
    const { readFileSet, readSampledSet } = await import('./several/read-set');
    const asZip = (result: OwnFileResult): OwnFileResult => ({ ...result, packing: 'zip', fileCount: null });
    const { onRead } = options;
    const setOptions = {
      ...options,
      ...(onRead === undefined ? {} : { onRead: (result: OwnFileResult) => onRead(asZip(result)) }),
    };
    try {
      const sampled = await readSampledSet(archive.unopened, setOptions);
      return asZip(sampled ?? (await readFileSet(await archive.open(), { ...setOptions, sample: null })));
    } catch (thrown) {
      throw toArchiveError(thrown, archive.numbers);
    }
  }
  if (reading.leftOutFiles) throw noArchive(fileName);
  if (reading.partitionColumns)
    throw unreadableFileError(
      `${fileName} is a single file, which lies in no folders whose names are columns.`,
      'Choose the folder that holds it, or read it without such columns.',
      { tag: 'invalidPlan' },
    );
  onStage('Looking at the file');
  const { type, packed, note } = await openFile(start);
  const isAnySize = sample !== null && (packed === null ? hasSamplesOfAnySize(type) : isCutAsUnpacked(type));
  if (!isAnySize) checkFileSize(fileName, file.size, findFileType(type));
  if (packed !== null) onStage('Unpacking it');
  else if (isAnySize && file.size > sample.targetBytes / 10) onStage('Choosing a sample');
  const { cut, ...unpacked } =
    packed === null
      ? { content: file, cut: sample === null ? null : await cutSample(file, type, sample), contentBytes: file.size }
      : await cutPacked(packed, type, sample);
  const content = cut?.file ?? unpacked.content ?? file;
  const isReadByRanges = isAnySize && cut === null && !canBeCut(type);
  if (!isReadByRanges && (cut !== null || packed === null)) checkFileSize(fileName, content.size, findFileType(type));
  onStage(`Reading it as ${phraseOf(type)}`);
  let early: OwnFileResult | null = null;
  const resultOf = async (all: ImportResult): Promise<OwnFileResult> => {
    const given = cut ?? all.cut ?? null;
    const isThinned = cut?.hasLargeUnits ?? (given === null && !canBeCut(type));
    const thinned = sample !== null && isThinned ? thinRows(all, sample, given) : null;
    const { read, cut: taken } = thinned ?? { read: all, cut: given };
    const { onlyData = false } = options;
    const writing = onlyData ? null : await detectFileWriting(content, { type, dialect: read.dialect, packed });
    const firstNotes = packed === null ? (note === null ? [] : [note]) : [unpackedNote(packed, unpacked.contentBytes)];
    const reported = reportOn(taken === null ? read : sampledRows(read, taken), {
      type,
      writing,
      firstNotes,
      reading,
      onlyData,
    });
    const { rows, rowsFrom = 'start' } = reading;
    const chosenRows = rows === undefined ? 'all' : rowsFrom === 'start' ? 'first' : 'spread';
    return {
      ...reported,
      packing: packed?.packing ?? null,
      fileCount: null,
      sample:
        taken === null
          ? null
          : {
              info: sampleInfo(taken, reported.report.itemCount, {
                fileSizeBytes: cut?.wholeBytes ?? file.size,
                chosenRows,
              }),
              file: thinned === null && cut?.isStoredOtherwise !== true ? (cut?.file ?? null) : null,
            },
    };
  };
  const read = await readAs(type, content, {
    fileName: packed?.innerName ?? fileName,
    columnTypes: options.columnTypes,
    malformed: options.malformed ?? 'fatal',
    reading,
    countsEffects: options.countsEffects ?? true,
    sample,
    hasOwnLines: cut === null,
    ...(cut?.lineInFile === undefined ? {} : { lineInFile: cut.lineInFile }),
    onStage,
    onRead: async (read) => {
      early = await resultOf(read);
      await options.onRead?.(early);
    },
  }).catch((thrown: unknown) => {
    throw cut !== null && isMoleculeFile(type) ? inLinesOfSample(thrown) : thrown;
  });
  const result = early ?? (await resultOf(read));
  const found = read.found ?? {};
  const { typeEffects } = found;
  return {
    ...result,
    report: {
      ...result.report,
      possibleTypes: shareEqual(read.possibleTypes),
      found: typeEffects === undefined ? found : { ...found, typeEffects: shareEqual(typeEffects) },
    },
  };
}

const noArchive = (name: string) =>
  unreadableFileError(
    `${name} is no archive of several files, of which some could be left out.`,
    'Choose the archive again, or reset the settings of reading.',
    { tag: 'invalidPlan' },
  );

/** Names files that differ by their numbers in the archive, by which they can be left out. */
function toArchiveError(thrown: unknown, numbers: readonly number[]): unknown {
  if (!(thrown instanceof FormatlabError) || thrown.record.differingFiles === undefined) return thrown;
  const numberOf = (index: number) => numbers[index] ?? index;
  const differingFiles = thrown.record.differingFiles.map((file) => ({
    ...file,
    index: numberOf(file.index),
    ...(file.group === undefined ? {} : { group: numberOf(file.group) }),
  }));
  return new FormatlabError({ ...thrown.record, differingFiles, archiveFiles: [...numbers] }, { cause: thrown });
}

export function unpackedNote(
  { packing, entry, besides }: Pick<PackedFile, 'packing' | 'entry' | 'besides'>,
  sizeBytes: number,
): string {
  const what = entry === null ? packingLabels[packing] : `a Zip archive of “${entry.name.slice(0, 200)}”`;
  const [first] = besides;
  const left =
    first === undefined
      ? ''
      : ` “${first.slice(0, 200)}”${besides.length > 1 ? ` and ${plural(besides.length - 1, 'other')} beside it are` : ' beside it is'} not read, since macOS keeps ${besides.length > 1 ? 'them' : 'it'} for itself.`;
  return `The file is ${what}; it was unpacked to ${sizeBytes.toLocaleString('en')} bytes.${left}`;
}
