import type { OwnFileType } from '../model/plan';
import {
  damagedZip,
  isPickle,
  isTar,
  otherKindByExtension,
  type OtherKind,
  otherKindOf,
  startsWith,
  zipKindOf,
} from '../own-file/other-kinds';
import { rTableOf } from '../formats/csv/open/row-names';
import { separatorLineOf } from '../formats/csv/open/separator-line';
import { alignmentOf, isComment } from '../formats/csv/open/title-lines';
import { isVcf } from '../formats/csv/open/vcf';
import { guessUtf16 } from '../own-file/text-encoding';
import { beginsAsOldStream } from '../libraries/arrow-messages';
import { hdf5Magic, hdf5UserBlocks } from '../model/byte-map-formats';
import { isJson } from '../formats/json/open/json-parse';
import { unreadableFileError } from '../own-file/refusal';

/** What a file appears to be from its first bytes. `type` is null if it is a known type that can only be read as bytes. */
export interface DetectedContent {
  readonly type: OwnFileType | null;
  /** The content in words: 'a Parquet file', 'plain text'. */
  readonly description: string;
  /** The known type of a file that cannot be opened. */
  readonly other?: OtherKind;
  /** True if magic bytes prove the type; text only suggests one. */
  readonly certain: boolean;
}

/** The number of first bytes from which the type is detected. */
export const typeDetectionBytes = 64 * 1024;

const magics: readonly { bytes: string; type: OwnFileType; at?: number }[] = [
  { bytes: 'PAR1', type: 'parquet' },
  { bytes: 'ARROW1', type: 'arrow' },
  { bytes: '\xff\xff\xff\xff', type: 'arrow' },
  { bytes: 'Obj\x01', type: 'avro' },
  { bytes: 'ORC', type: 'orc' },
  { bytes: '\x93NUMPY', type: 'npy' },
  { bytes: 'SQLite format 3\0', type: 'sqlite' },
  // A user block of 512 bytes or more may precede the signature, as in files of MATLAB 7.3.
  ...[0, ...hdf5UserBlocks(typeDetectionBytes)].map((at) => ({ at, bytes: hdf5Magic, type: 'hdf5' as const })),
];

const extensions: Readonly<Record<string, OwnFileType>> = {
  csv: 'csv',
  tsv: 'csv',
  tab: 'csv',
  json: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  parquet: 'parquet',
  pq: 'parquet',
  arrow: 'arrow',
  arrows: 'arrow',
  feather: 'arrow',
  ipc: 'arrow',
  avro: 'avro',
  orc: 'orc',
  npy: 'npy',
  npz: 'npz',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
  sqlite: 'sqlite',
  sqlite3: 'sqlite',
  db: 'sqlite',
  db3: 'sqlite',
  gpkg: 'sqlite',
  h5: 'hdf5',
  hdf5: 'hdf5',
  he5: 'hdf5',
  h5ad: 'hdf5',
  h5mu: 'hdf5',
  pkl: 'pickle',
  pickle: 'pickle',
  hdf: 'hdf5',
  smi: 'smiles',
  smiles: 'smiles',
  ism: 'smiles',
  cxsmi: 'smiles',
  cxsmiles: 'smiles',
  sdf: 'sdf',
  sd: 'sdf',
  mol: 'sdf',
};

export const typeLabels: Record<OwnFileType, string> = {
  csv: 'a CSV or TSV file',
  json: 'a JSON file',
  ndjson: 'a file with one JSON value per line',
  parquet: 'a Parquet file',
  arrow: 'an Arrow IPC file',
  avro: 'an Avro file',
  orc: 'an ORC file',
  npy: 'a NumPy .npy file',
  npz: 'a NumPy .npz archive',
  xlsx: 'an Excel workbook',
  sqlite: 'an SQLite database',
  hdf5: 'an HDF5 file',
  pickle: 'a Python pickle',
  smiles: 'a file of SMILES',
  sdf: 'an SDF file',
  bytes: 'plain bytes',
};

/** A control character that text does not hold. */
const isBinary = (byte: number) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27);

/** The text; null if control characters show that it is not text. */
function textOf(head: Uint8Array): string | null {
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff))
    return new TextDecoder(head[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(head);
  const utf16 = guessUtf16(head);
  if (utf16 !== null) return new TextDecoder(utf16).decode(head);
  return head.some(isBinary) ? null : new TextDecoder().decode(head);
}

/** What a text appears to be. `whole` is true if it is the complete file. */
function lookOfText(text: string, whole: boolean): DetectedContent {
  const trimmed = text.replace(/^\uFEFF/, '').trimStart();
  if (/^(<!doctype|<html)/i.test(trimmed)) return { type: null, description: 'an HTML page', certain: true };
  if (/^<\?xml/i.test(trimmed)) return { type: null, description: 'an XML document', certain: true };
  const lines = trimmed.split(/\r?\n/).filter((line) => line.trim() !== '');
  const complete = whole ? lines : lines.slice(0, -1);
  if (/^[{[]/.test(trimmed)) {
    if (complete.length > 1 && complete.slice(0, 5).every((line) => /^\s*[{[]/.test(line) && isJson(line)))
      return { type: 'ndjson', description: typeLabels.ndjson, certain: true };
    if (/^(\[\s*([[{"\d\-tfnNI\]]|$)|\{\s*("|\}|$))/.test(trimmed))
      return { type: 'json', description: typeLabels.json, certain: whole && isJson(trimmed) };
  }
  if (separatorLineOf(trimmed) !== null) return { type: 'csv', description: typeLabels.csv, certain: false };
  if (looksLikeSdf(trimmed)) return { type: 'sdf', description: typeLabels.sdf, certain: true };
  if (isVcf(trimmed) || isDelimited(complete, 1) || isBehindComments(complete))
    return { type: 'csv', description: typeLabels.csv, certain: false };
  if (rTableOf(complete) !== null || alignmentOf(complete) !== null)
    return { type: 'csv', description: typeLabels.csv, certain: false };
  if (looksLikeSmiles(complete)) return { type: 'smiles', description: typeLabels.smiles, certain: false };
  return { type: null, description: 'plain text', certain: false };
}

const delimiters = [',', '\t', ';', '|'];

/** True if a delimiter gives all of the first lines several fields, of which the number differs from that of the first line by at most `difference`. */
const isDelimited = (lines: readonly string[], difference: number): boolean =>
  delimiters.some((delimiter) => {
    const counts = lines.slice(0, 20).map((line) => line.split(delimiter).length);
    return counts.length > 0 && counts.every((count) => count > 1 && Math.abs(count - (counts[0] ?? 0)) <= difference);
  });

/** True for a table of several lines behind comments, of which the last may be its header. */
function isBehindComments(lines: readonly string[]): boolean {
  const first = lines.findIndex((line) => !isComment(line));
  return (
    first > 0 && [lines.slice(first), lines.slice(first - 1)].some((table) => table.length > 1 && isDelimited(table, 0))
  );
}

/** Detects the counts line, which is the fourth, or the end of a table. It ignores the lines before, since a title may be empty. */
const looksLikeSdf = (text: string) => /^ *\d{1,6} +\d.* V[23]000 *$/mu.test(text) || /^M {2}END *$/mu.test(text);

const smilesLines = 3;
const smilesCharacters = 5;
const smilesSymbols = /^(Cl|Br|[BCNOPSFIbcnops*]|\[[^\]\s]+\]|[-=#$:~./\\()]|%\d\d|\d)+$/u;

/** Several lines start with what could be a SMILES, long enough not to be words. */
function looksLikeSmiles(lines: readonly string[]): boolean {
  const first = lines.slice(0, 20).map((line) => line.trim().split(/\s/u, 1)[0] ?? '');
  return (
    first.length >= smilesLines &&
    first.every((word) => smilesSymbols.test(word)) &&
    first.reduce((sum, word) => sum + word.length, 0) >= smilesCharacters * first.length
  );
}

export const unknownBinary = 'binary data of no known format';

/** Some programs pad fields with zero bytes, and a log that a crash cut off may hold them. */
const textWithZeroBytes = 'text with zero bytes in it';
/** People paste them into web forms and tables. */
const textWithControls = 'text with control characters in it';
const almostTexts: readonly string[] = [textWithZeroBytes, textWithControls];
const mostControls = 1 / 200;

const isTextWithZeroBytes = (head: Uint8Array) =>
  head.some((byte) => byte !== 0) && head.every((byte) => byte === 0 || !isBinary(byte));

/** True if a few characters of an otherwise valid text are of those that text does not hold. */
function isTextWithControls(head: Uint8Array): boolean {
  const controls = head.reduce((count, byte) => count + (isBinary(byte) ? 1 : 0), 0);
  if (controls > mostControls * head.length) return false;
  try {
    // The head may end within a character.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

export function detectContent(head: Uint8Array, whole: boolean): DetectedContent {
  const text = textOf(head);
  // The first member of a tar archive begins at byte 512, as HDF5 does behind the smallest user block.
  const isArchive = isTar(head);
  const magic = magics.find(
    ({ bytes, at = 0 }) =>
      startsWith(head, bytes, at) && (text === null || !/^[ -~]+$/u.test(bytes)) && !(at > 0 && isArchive),
  );
  if (magic !== undefined) return { type: magic.type, description: describedAs(magic.type, head), certain: true };
  if (text === null && beginsAsOldStream(head))
    return { type: 'arrow', description: describedAs('arrow', head), certain: true };
  if (isPickle(head)) return { type: 'pickle', description: typeLabels.pickle, certain: true };
  const other = otherKindOf(head, text !== null);
  if (other !== null) return contentOfOtherKind(other);
  if (text !== null) return lookOfText(text, whole);
  const description = isTextWithZeroBytes(head)
    ? textWithZeroBytes
    : isTextWithControls(head)
      ? textWithControls
      : unknownBinary;
  return { type: null, description, certain: false };
}

const describedAs = (type: OwnFileType, head: Uint8Array) =>
  type === 'arrow' && !startsWith(head, 'ARROW1') ? 'an Arrow IPC stream' : typeLabels[type];

const contentOfOtherKind = (other: OtherKind): DetectedContent => ({
  type: null,
  description: other.says.replace(/^is /u, ''),
  other,
  certain: true,
});

/** What a Zip archive is, by the names in it; null if its directory cannot be read. */
export function contentOfZip(names: readonly string[] | null): DetectedContent {
  if (names === null) return contentOfOtherKind(damagedZip);
  if (names.length > 0 && names.every((name) => name.endsWith('.npy')))
    return { type: 'npz', description: typeLabels.npz, certain: true };
  // Excel writes its workbook in the folder `xl`; its place is free, and other programs write it elsewhere.
  const isOffice = names.includes('[Content_Types].xml');
  if (names.some((name) => (isOffice ? /(?:^|\/)workbook\.xml$/iu : /^xl\/workbook\.xml$/iu).test(name)))
    return { type: 'xlsx', description: typeLabels.xlsx, certain: true };
  return contentOfOtherKind(zipKindOf(names));
}

/**
 * Decides the type: the user's choice; else the type that the name says, if the content agrees; else that of the content. Any file may be
 * read as bytes, and unknown content is read so without a choice.
 * @throws FormatlabError if the name contradicts the content, or if the content is a known type that cannot be read
 */
export function decideType(fileName: string, chosen: OwnFileType | null, look: DetectedContent): OwnFileType {
  if (chosen === 'bytes') return 'bytes';
  const extension = /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const expected = chosen ?? extensions[extension] ?? null;
  const isUnknown = look.description === unknownBinary || almostTexts.includes(look.description);
  const other = look.other ?? (isUnknown ? otherKindByExtension(extension) : null);
  if (other !== null && chosen === null)
    throw unreadableFileError(`${fileName} ${other.says}.`, `${other.advice}, or measure its bytes as they are.`, {
      tag: 'unsupported',
    });
  if (expected === null) {
    if (look.type === null && look.certain)
      throw unreadableFileError(
        `${fileName} is ${look.description}, which has no table that Formatlab can read.`,
        'Convert it to CSV, JSON, Parquet or Arrow first, or measure its bytes as they are.',
        { tag: 'unsupported' },
      );
    return look.type ?? 'bytes';
  }
  // Many programs name such files .json, and no JSON document looks like one.
  if (chosen === null && expected === 'json' && look.type === 'ndjson' && look.certain) return 'ndjson';
  if (agrees(expected, look)) return expected;
  const claim =
    chosen === null
      ? `${fileName} is called ${typeLabels[expected]}`
      : `${fileName} was to be read as ${typeLabels[expected]}`;
  const says = look.other === undefined ? `is ${look.description}` : look.other.says;
  const remedy =
    look.other !== undefined
      ? `${look.other.advice}, or measure its bytes as they are.`
      : look.type === null
        ? 'Give it its real name, unpack or convert it first, or measure its bytes as they are.'
        : `Choose “${typeLabels[look.type]}” as its type, or give it its real name.`;
  throw unreadableFileError(`${claim}, but its content ${says}.`, remedy, { format: expected });
}

const textTypes = new Set<OwnFileType>(['csv', 'json', 'ndjson', 'smiles', 'sdf']);

function agrees(expected: OwnFileType, look: DetectedContent): boolean {
  if (look.type === expected) return true;
  // Protocols 0 and 1 have no signature, and 0 may be plain text. The reader finds out.
  if (expected === 'pickle') return look.type === null && look.other === undefined;
  if (!textTypes.has(expected)) return false;
  // A short JSON, or a file of one line, also looks like one record on a line.
  if (look.type === 'json' || look.type === 'ndjson')
    return expected === 'json' || expected === 'ndjson' || (expected !== 'sdf' && !look.certain);
  // Accept a title after a tab, or any line that starts with a bracket. The reader reports lines that are not SMILES.
  if (expected === 'smiles') return !look.certain && (look.type === 'csv' || look.description === 'plain text');
  if (look.type === 'smiles') return expected === 'csv';
  // A single column has no visible delimiter. JSON must start like JSON.
  if (expected === 'csv')
    return look.type === 'csv' || look.description === 'plain text' || almostTexts.includes(look.description);
  return look.description === 'plain text' && !look.certain;
}
