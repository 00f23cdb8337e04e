/** A type of file that Formatlab recognises by its first bytes but can only read as plain bytes. */
export interface OtherKind {
  /** Completes a sentence that starts with the file's name: 'is compressed with Zstandard'. */
  readonly says: string;
  readonly advice: string;
}

const unpack =
  'Formatlab unpacks gzip, Zstandard, xz, LZMA, bzip2, LZ4, Brotli and Zip archives of one file, but only one inside the other. Unpack it';
const archive =
  'Formatlab opens archives of files that are stored or deflated and not encrypted. Unpack it and choose its files';
const asTable = 'Save its table as CSV, Parquet or Arrow and choose that file';
const asArray = 'Save one array of it as .npy, or a table of it as CSV, Parquet or Arrow, and choose that file';
const noTable = 'It has no table that Formatlab can read';

interface Magic {
  readonly at?: number;
  readonly bytes: string;
  readonly says: string;
  readonly advice: string;
}

const tarMagic = { at: 257, bytes: 'ustar' };

/** Magic bytes from the formats' specifications and from file(1)'s database. Of two with the same beginning, the longer comes first. */
const magics: readonly Magic[] = [
  { bytes: '\x1f\x8b', says: 'is compressed with gzip', advice: unpack },
  { bytes: '\x28\xb5\x2f\xfd', says: 'is compressed with Zstandard', advice: unpack },
  { at: 1, bytes: '\x2a\x4d\x18', says: 'is compressed with Zstandard or LZ4', advice: unpack },
  { bytes: '\xfd7zXZ\0', says: 'is compressed with xz', advice: unpack },
  { bytes: '\x5d\0\0', says: 'is compressed with LZMA', advice: unpack },
  { bytes: 'LZIP\x01', says: 'is compressed with lzip', advice: unpack },
  { bytes: '\x04\x22\x4d\x18', says: 'is compressed with LZ4', advice: unpack },
  { bytes: '\x02\x21\x4c\x18', says: 'is compressed with LZ4', advice: unpack },
  { bytes: '\xff\x06\0\0sNaPpY', says: 'is compressed with Snappy', advice: unpack },
  { bytes: '\x1f\x9d', says: 'is compressed with compress (.Z)', advice: unpack },
  ...Array.from({ length: 9 }, (_, level) => [
    { bytes: `BZh${level + 1}1AY&SY`, says: 'is compressed with bzip2', advice: unpack },
    { bytes: `BZh${level + 1}\x17rE8P\x90`, says: 'is compressed with bzip2', advice: unpack },
  ]).flat(),
  { bytes: '7z\xbc\xaf\x27\x1c', says: 'is a 7z archive', advice: archive },
  { bytes: 'Rar!\x1a\x07', says: 'is a RAR archive', advice: archive },
  // Found only inside another archive or compressed file: others are told apart by the names in them.
  { bytes: 'PK\x03\x04', says: 'is a Zip archive', advice: unpack },
  { bytes: 'PK\x05\x06', says: 'is an empty Zip archive', advice: archive },
  { ...tarMagic, says: 'is a tar archive', advice: archive },
  {
    bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    says: 'is a Microsoft Office 97–2003 document, as .xls files are',
    advice: asTable,
  },
  { at: 8, bytes: 'DUCK', says: 'is a DuckDB database', advice: asTable },
  { at: 4, bytes: 'Standard Jet DB', says: 'is a Microsoft Access database', advice: asTable },
  { at: 4, bytes: 'Standard ACE DB', says: 'is a Microsoft Access database', advice: asTable },
  { bytes: 'MATLAB ', says: 'is a MATLAB file', advice: asArray },
  { bytes: '\x0e\x03\x13\x01', says: 'is an HDF4 file', advice: asArray },
  { bytes: 'CDF\x01', says: 'is a NetCDF file', advice: asArray },
  { bytes: 'CDF\x02', says: 'is a NetCDF file', advice: asArray },
  { bytes: 'CDF\x05', says: 'is a NetCDF file', advice: asArray },
  { bytes: 'SIMPLE  =', says: 'is a FITS file', advice: asArray },
  { bytes: 'GRIB', says: 'is a GRIB file', advice: asArray },
  { bytes: 'root\0', says: 'is a ROOT file', advice: asArray },
  { bytes: 'GGUF', says: 'is a GGUF file of a model', advice: asArray },
  { bytes: 'VTXF', says: 'is a Vortex file', advice: asTable },
  { bytes: 'PARE', says: 'is an encrypted Parquet file', advice: 'Write it again without encryption' },
  {
    bytes: 'FEA1',
    says: 'is a Feather file of version 1',
    advice: 'Write it again as Feather of version 2, which is Arrow IPC',
  },
  { bytes: 'RDX2\n', says: 'is an R data file', advice: asTable },
  { bytes: 'RDX3\n', says: 'is an R data file', advice: asTable },
  { bytes: 'X\n\0\0\0\x02', says: 'is an R data file', advice: asTable },
  { bytes: 'X\n\0\0\0\x03', says: 'is an R data file', advice: asTable },
  {
    at: 12,
    bytes: '\xc2\xea\x81\x60\xb3\x14\x11\xcf\xbd\x92\x08\0\x09\xc7\x31\x8c\x18\x1f\x10\x11',
    says: 'is a SAS dataset',
    advice: asTable,
  },
  { bytes: '<stata_dta>', says: 'is a Stata dataset', advice: asTable },
  { bytes: '$FL2', says: 'is an SPSS dataset', advice: asTable },
  { bytes: '$FL3', says: 'is an SPSS dataset', advice: asTable },
  { bytes: '%PDF-', says: 'is a PDF document', advice: noTable },
  { bytes: '\x89PNG\r\n\x1a\n', says: 'is a PNG image', advice: noTable },
  { bytes: '\xff\xd8\xff', says: 'is a JPEG image', advice: noTable },
  { bytes: 'GIF87a', says: 'is a GIF image', advice: noTable },
  { bytes: 'GIF89a', says: 'is a GIF image', advice: noTable },
  { bytes: 'II*\0', says: 'is a TIFF image', advice: noTable },
  { bytes: 'MM\0*', says: 'is a TIFF image', advice: noTable },
  { at: 8, bytes: 'WEBP', says: 'is a WebP image', advice: noTable },
  { at: 8, bytes: 'WAVE', says: 'is a WAV recording', advice: noTable },
  { at: 4, bytes: 'ftyp', says: 'is an image or a film (ISO media file)', advice: noTable },
  { bytes: '\x7fELF', says: 'is a program', advice: noTable },
  { bytes: '\0asm', says: 'is a WebAssembly module', advice: noTable },
];

/** Stata before release 13: the release number, the byte order, 1 and 0. */
const isOldStata = (head: Uint8Array) =>
  (head[0] ?? 0) >= 0x68 &&
  (head[0] ?? 0) <= 0x73 &&
  (head[1] === 1 || head[1] === 2) &&
  head[2] === 1 &&
  head[3] === 0;

/** Safetensors: the length of a JSON header as a uint64, then the header. */
function isSafetensors(head: Uint8Array): boolean {
  if (head.length < 10 || head[8] !== 0x7b || head[9] !== 0x22) return false;
  const headerBytes = new DataView(head.buffer, head.byteOffset, 8).getBigUint64(0, true);
  return headerBytes >= 2n && headerBytes <= 100_000_000n;
}

export const isTar = (head: Uint8Array) => startsWith(head, tarMagic.bytes, tarMagic.at);

const isBmp = (head: Uint8Array) => startsWith(head, 'BM') && startsWith(head, '\0\0\0\0', 6);

export function startsWith(head: Uint8Array, magic: string, at = 0): boolean {
  return (
    head.length >= at + magic.length &&
    [...magic].every((character, index) => head[at + index] === character.charCodeAt(0))
  );
}

const calledButIsNot = (what: string): OtherKind => ({
  says: `is called ${what}, but does not begin as one: it is damaged, or something else`,
  advice: 'Copy or download it again',
});

/** Formats without magic bytes, and those whose magic bytes are missing, by file extension. They are only a hint, for content that is otherwise unknown. */
const hints: Readonly<Record<string, OtherKind>> = {
  gz: calledButIsNot('a gzip file'),
  zst: calledButIsNot('a Zstandard file'),
  xz: calledButIsNot('an xz file'),
  bz2: calledButIsNot('a bzip2 file'),
  lz4: calledButIsNot('an LZ4 file'),
  lzma: calledButIsNot('an LZMA file'),
  zip: calledButIsNot('a Zip archive'),
  br: { says: 'is compressed with Brotli, as its name says', advice: unpack },
  mat: { says: 'is a MATLAB file, as its name says', advice: asArray },
};
export const otherKindByExtension = (extension: string): OtherKind | null =>
  Object.hasOwn(hints, extension) ? (hints[extension] ?? null) : null;

/** `isText` is true if the content is text. Magic bytes that are letters, such as ORC, may also be the first column name of a CSV. */
export function otherKindOf(head: Uint8Array, isText: boolean): OtherKind | null {
  const found = magics.find(
    ({ bytes, at = 0 }) =>
      startsWith(head, bytes, at) && !(isText && /^[ -~]+$/u.test(bytes) && !textMagics.has(bytes)),
  );
  if (found !== undefined) return found;
  if (isOldStata(head)) return { says: 'is a Stata dataset', advice: asTable };
  if (isSafetensors(head)) return { says: 'is a safetensors file of a model', advice: asArray };
  return isBmp(head) ? { says: 'is a BMP image', advice: noTable } : null;
}

/** Texts that occur only at the start of these formats. */
const textMagics = new Set(['%PDF-', '<stata_dta>', 'SIMPLE  =']);

/** An archive whose directory cannot be read, so that its files are not known. */
export const damagedZip: OtherKind = {
  says: 'is a Zip archive whose list of files, which is at its end, is damaged or missing',
  advice: 'Copy or download it again',
};

/** True if the names are those of any files, not of a format that is a Zip archive itself. */
export const areAnyFiles = (names: readonly string[]): boolean => zipKindOf(names).advice === archive;

/** Recognises a Zip-based format from the names in the archive. */
export function zipKindOf(names: readonly string[]): OtherKind {
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name));
  if (has(/^xl\/.*\.bin$/u))
    return { says: 'is an Excel workbook in binary form, as .xlsb files are', advice: asTable };
  if (has(/^word\//u)) return { says: 'is a Word document', advice: noTable };
  if (has(/^ppt\//u)) return { says: 'is a PowerPoint presentation', advice: noTable };
  if (has(/^mimetype$/u) && has(/^content\.xml$/u))
    return { says: 'is an OpenDocument file, as .ods spreadsheets are', advice: asTable };
  if (has(/(^|\/)data\.pkl$/u)) return { says: 'is a PyTorch file', advice: asArray };
  if (has(/^META-INF\/MANIFEST\.MF$/u)) return { says: 'is a Java archive', advice: noTable };
  return {
    says:
      names.length === 0
        ? 'is a Zip archive'
        : `is a Zip archive of ${names.length === 1 ? 'one file' : `${names.length.toLocaleString('en')} files`}`,
    advice: archive,
  };
}
