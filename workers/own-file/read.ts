import type { ChosenType } from '../model/chosen-type';
import { type Dataset, itemCount, schemaOf } from '../model/dataset';
import type { MalformedChoice, OwnFileType } from '../model/plan';
import type { OwnFileReport } from '../model/protocol/coordinator';
import type { ReadingOptions } from '../model/reading-options';
import { type ImportResult, importResult, type ReadOptions } from './imported';
import { checkFileSize } from './limits';
import { narrowTable } from './narrow';
import { previewOf } from './preview';
import { toUnreadableFileError, unreadableFileError } from './refusal';
import { fileColumnsOf } from './refused-columns';
import { detectFileWriting } from './settings/file-settings';
import type { DetectedWriting } from './settings/file-writing';
import { findPacked, isZip } from './packed/find-packed';
import type { Packing } from './packed/packings';
import { packingLabels } from './packed/packings';
import { type PackedFile, unpackFile, unpackHead } from './packed/unpack';
import { zipEntries } from './packed/zip-directory';
import { decideType, detectContent, contentOfZip, typeDetectionBytes, typeLabels } from './sniff';

/** The dataset in the user's file, and the report that the page shows. */
export interface OwnFileResult {
  readonly dataset: Dataset;
  readonly report: Omit<OwnFileReport, 'sha256' | 'dataBytes'>;
  /** How the whole file is compressed; null if it is not. */
  readonly packing: Packing | null;
}

/**
 * Reads a user's file in this worker. If `type` is null, the type is detected from magic bytes, content and name. `columnTypes` overrides
 * the detected types of columns. Nothing leaves the browser.
 * @throws FormatlabError that says what is wrong and what to do.
 */
export async function readOwnFile(
  file: Blob,
  options: {
    fileName: string;
    type: OwnFileType | null;
    columnTypes: readonly ChosenType[] | null;
    malformed?: MalformedChoice;
    reading?: ReadingOptions;
    /** Whether the report is to say what other choices would do; true if absent. */
    countsEffects?: boolean;
    /** Called before the effects of other choices are counted, if this takes a while. */
    onRead?: (result: OwnFileResult) => Promise<void>;
    onStage?: (stage: string) => void;
  },
): Promise<OwnFileResult> {
  const { fileName, reading = {} } = options;
  const onStage = options.onStage ?? (() => undefined);
  if (file.size === 0) throw unreadableFileError(`${fileName} is empty.`, 'Choose a file that is not empty.');
  checkFileSize(fileName, file.size, options.type);
  onStage('Looking at the file');
  const { type, packed, note } = await typeOf(file, fileName, options.type);
  checkFileSize(fileName, file.size, type);
  if (packed !== null) onStage('Unpacking it');
  const content = packed === null ? file : await unpackFile(packed, type);
  onStage(`Reading it as ${typeLabels[type]}`);
  let early: OwnFileResult | null = null;
  const resultOf = async (read: ImportResult): Promise<OwnFileResult> => {
    const writing = await detectFileWriting(content, { type, dialect: read.dialect, packed });
    const firstNotes = packed === null ? (note === null ? [] : [note]) : [unpackedNote(packed, content.size)];
    return { ...reportOn(read, { type, writing, firstNotes, reading }), packing: packed?.packing ?? null };
  };
  const read = await readAs(type, content, {
    fileName: packed?.innerName ?? fileName,
    columnTypes: options.columnTypes,
    malformed: options.malformed ?? 'fatal',
    reading,
    countsEffects: options.countsEffects ?? true,
    onStage,
    onRead: async (read) => {
      early = await resultOf(read);
      await options.onRead?.(early);
    },
  });
  const { dataset, report, packing } = early ?? (await resultOf(read));
  return { dataset, packing, report: { ...report, possibleTypes: read.possibleTypes, found: read.found ?? {} } };
}

const unpackedNote = ({ packing, entry }: PackedFile, sizeBytes: number) => {
  const what = entry === null ? packingLabels[packing] : `a Zip archive of “${entry.name.slice(0, 200)}”`;
  return `The file is ${what}; it was unpacked to ${sizeBytes.toLocaleString('en')} bytes.`;
};

/** The dataset with the columns and rows that the user chose, and the report on it. */
function reportOn(
  read: ImportResult,
  {
    type,
    writing,
    firstNotes,
    reading,
  }: {
    readonly type: OwnFileType;
    readonly writing: DetectedWriting | null;
    readonly firstNotes: readonly string[];
    readonly reading: ReadingOptions;
  },
): Omit<OwnFileResult, 'packing'> {
  const { dialect, badRows, badRowCount, possibleTypes } = read;
  const notes = [...read.notes];
  const whole = read.dataset.kind === 'table' ? read.dataset : null;
  const refused = read.refusedColumns ?? [];
  const dataset = whole === null ? read.dataset : narrowTable(whole, reading, refused, type, notes);
  return {
    dataset,
    report: {
      type,
      schema: schemaOf(dataset),
      itemCount: itemCount(dataset),
      dialect,
      badRows,
      badRowCount,
      notes: [...firstNotes, ...notes],
      preview: previewOf(dataset),
      possibleTypes,
      settings: writing?.settings ?? (read.facts === undefined ? null : { writer: null, facts: [...read.facts] }),
      candidate: writing?.candidate ?? null,
      fileColumns: whole === null ? [] : fileColumnsOf(whole, refused, reading.leftOutColumns ?? []),
      fileRows: whole?.rowCount ?? 0,
      found: read.found ?? {},
    },
  };
}

/**
 * The type of the file. `packed` is the file if it is compressed and its content has the type. If the content's type is unknown, the file is
 * read as plain bytes, and `note` says so unless the user chose that.
 */
async function typeOf(
  file: Blob,
  fileName: string,
  chosen: OwnFileType | null,
): Promise<{ type: OwnFileType; packed: PackedFile | null; note: string | null }> {
  if (chosen === 'bytes') return { type: 'bytes', packed: null, note: null };
  try {
    const packed = await findPacked(file, fileName);
    if (packed !== null) {
      const { head, whole } = await unpackHead(packed, typeDetectionBytes);
      const look = detectContent(head, whole);
      const type = decideType(packed.innerName, chosen, look);
      return type === 'bytes'
        ? {
            type,
            packed: null,
            note: measuredAsBytes(`${look.description}, compressed with ${packingLabels[packed.packing]}`),
          }
        : { type, packed, note: null };
    }
    const head = new Uint8Array(await file.slice(0, typeDetectionBytes).arrayBuffer());
    const look = isZip(head)
      ? contentOfZip(((await zipEntries(file)) ?? []).map(({ name }) => name))
      : detectContent(head, file.size <= typeDetectionBytes);
    const type = decideType(fileName, chosen, look);
    return { type, packed: null, note: type === 'bytes' ? measuredAsBytes(look.description) : null };
  } catch (thrown) {
    throw toUnreadableFileError(
      thrown,
      chosen ?? 'bytes',
      `${fileName} could not be read.`,
      'It may have been moved or changed since it was chosen: choose it again.',
    );
  }
}

const measuredAsBytes = (description: string) =>
  `It is ${description}, in which no table was found, so it is measured as bytes. To read it as a table, choose its type under “Read as”.`;

/** Reads a file with the reader of its type, which is downloaded on first use. */
async function readAs(type: OwnFileType, file: Blob, options: ReadOptions): Promise<ImportResult> {
  try {
    switch (type) {
      case 'csv':
        return await (await import('./csv/read-csv')).readCsv(file, options);
      case 'json':
        return await (await import('./json')).readJson(file, options);
      case 'ndjson':
        return await (await import('./ndjson')).readNdjson(file, options);
      case 'parquet':
        return await (await import('./parquet')).readParquet(file, options);
      case 'arrow':
        return await (await import('./arrow')).readArrow(file);
      case 'npy':
        return (await import('./npy')).readNpy(new Uint8Array(await file.arrayBuffer()));
      case 'npz':
        return await (await import('./npz')).readNpz(file, options);
      case 'sqlite':
        return await (await import('./sqlite/read-sqlite')).readSqlite(file, options);
      case 'hdf5':
        return await (await import('./hdf5/read-hdf5')).readHdf5(file, options);
      case 'pickle':
        return await (await import('./pickle/read-pickle')).readPickle(file, options);
      case 'xlsx':
        return await (await import('./xlsx/read-xlsx')).readXlsx(file, options);
      case 'smiles':
        return await (await import('./smiles')).readSmilesFile(file, options);
      case 'sdf':
        return await (await import('./sdf')).readSdfFile(file, options);
      case 'bytes':
        return importResult({ kind: 'bytes', bytes: new Uint8Array(await file.arrayBuffer()) });
    }
  } catch (thrown) {
    throw toUnreadableFileError(
      thrown,
      type,
      `${options.fileName} could not be read as ${typeLabels[type]}.`,
      'Check that it opens in the program it came from, or read it as plain bytes.',
    );
  }
}
