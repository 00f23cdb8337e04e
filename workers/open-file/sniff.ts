import type { OwnFileType } from '../model/plan';
import {
  damagedZip,
  isTar,
  otherKindByExtension,
  type OtherKind,
  otherKindOf,
  startsWith,
  zipKindOf,
} from '../own-file/other-kinds';
import { guessUtf16 } from '../own-file/text-encoding';
import { unreadableFileError } from '../own-file/refusal';
import { fileTypes, findFileType } from '../registry/file-types';
import { contentLooks } from './roles';

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

/** The type's name in a sentence. */
export const phraseOf = (type: OwnFileType): string => findFileType(type).phrase;

const typeOfExtension: ReadonlyMap<string, OwnFileType> = new Map(
  [...fileTypes.values()].flatMap(({ id, extensions }) => extensions.map((extension) => [extension, id] as const)),
);
const signatures = [...fileTypes.values()].flatMap(({ id, signatures: all, phrase }) =>
  all.map((signature) => ({ phrase, ...signature, type: id })),
);
const inOrderOfTypes = <L extends { readonly type: string }>(all: readonly L[]) =>
  all.toSorted((a, b) => findFileType(a.type).rank - findFileType(b.type).rank);
const headLooks = inOrderOfTypes(contentLooks.flatMap(({ head = [] }) => head));
const textLooks = contentLooks.flatMap(({ text = [] }) => text).sort((a, b) => a.order - b.order);
const zipLooks = inOrderOfTypes(contentLooks.flatMap(({ zip = [] }) => zip));

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
  for (const { type, finds } of textLooks) {
    const found = finds({ text: trimmed, lines: complete, whole });
    if (found !== null) return { type, description: phraseOf(type), certain: found === 'certain' };
  }
  return { type: null, description: 'plain text', certain: false };
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
  const signature = signatures.find(
    ({ bytes, at = 0 }) =>
      startsWith(head, bytes, at) && (text === null || !/^[ -~]+$/u.test(bytes)) && !(at > 0 && isArchive),
  );
  if (signature !== undefined) return { type: signature.type, description: signature.phrase, certain: true };
  const look = headLooks.find(({ finds }) => finds(head, text !== null));
  if (look !== undefined) return { type: look.type, description: look.phrase ?? phraseOf(look.type), certain: true };
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

const contentOfOtherKind = (other: OtherKind): DetectedContent => ({
  type: null,
  description: other.says.replace(/^is /u, ''),
  other,
  certain: true,
});

/** What a Zip archive is, by the names in it; null if its directory cannot be read. */
export function contentOfZip(names: readonly string[] | null): DetectedContent {
  if (names === null) return contentOfOtherKind(damagedZip);
  const look = zipLooks.find(({ finds }) => finds(names));
  if (look !== undefined) return { type: look.type, description: phraseOf(look.type), certain: true };
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
  const expected = chosen ?? typeOfExtension.get(extension) ?? null;
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
      ? `${fileName} is called ${phraseOf(expected)}`
      : `${fileName} was to be read as ${phraseOf(expected)}`;
  const says = look.other === undefined ? `is ${look.description}` : look.other.says;
  const remedy =
    look.other !== undefined
      ? `${look.other.advice}, or measure its bytes as they are.`
      : look.type === null
        ? 'Give it its real name, unpack or convert it first, or measure its bytes as they are.'
        : `Choose “${phraseOf(look.type)}” as its type, or give it its real name.`;
  throw unreadableFileError(`${claim}, but its content ${says}.`, remedy, { format: expected });
}

function agrees(expected: OwnFileType, look: DetectedContent): boolean {
  if (look.type === expected) return true;
  const { hasFilesWithoutSignature = false, text, reading, hasMoleculePerLine = false } = findFileType(expected);
  const found = look.type === null ? undefined : fileTypes.get(look.type);
  if (hasFilesWithoutSignature) return look.type === null && look.other === undefined;
  if (text === undefined) return false;
  // A short JSON, or a file of one line, also looks like one record on a line.
  if (look.type === 'json' || look.type === 'ndjson')
    return (
      expected === 'json' || expected === 'ndjson' || ((text === 'records' || hasMoleculePerLine) && !look.certain)
    );
  // Accept a title after a tab, or any line that starts with a bracket. The reader reports lines that are not SMILES.
  if (hasMoleculePerLine) return !look.certain && (found?.reading === 'delimited' || look.description === 'plain text');
  if (found?.hasMoleculePerLine === true) return reading === 'delimited';
  // A single column has no visible delimiter. JSON must start like JSON.
  if (reading === 'delimited')
    return (
      found?.reading === 'delimited' || look.description === 'plain text' || almostTexts.includes(look.description)
    );
  return look.description === 'plain text' && !look.certain;
}
