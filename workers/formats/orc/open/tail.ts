import { DamagedInput } from '../../../model/damaged-input';
import { plural } from '../../../model/plural';
import { unreadableFileError } from '../../../own-file/refusal';
import { type Decompressor, loadDecompressor } from './chunks';
import { ProtobufMessage } from './protobuf';
import { type OrcType, typesOf } from './types';

/** Where a stripe lies in the file, in bytes. */
export interface StripeInformation {
  readonly offset: number;
  readonly indexBytes: number;
  readonly dataBytes: number;
  readonly footerBytes: number;
  readonly rowCount: number;
}

/** What the end of a file says of it (ORC specification v1, “File Tail”). */
export interface OrcTail {
  /** The number of the codec. */
  readonly codec: number;
  /** What a chunk unpacks to at most. */
  readonly blockBytes: number;
  /** The messages themselves, unpacked. */
  readonly footer: Uint8Array<ArrayBuffer>;
  readonly postscript: Uint8Array<ArrayBuffer>;
  readonly unpack: Decompressor;
  readonly stripes: readonly StripeInformation[];
  readonly root: OrcType;
  readonly rowCount: number;
  /** The program that wrote the file, in words. */
  readonly writer: string;
  /** The keys of the user's metadata. */
  readonly metadataKeys: readonly string[];
  /** True if days before 1582-10-15 were counted by the dates of the Julian calendar. */
  readonly isJulian: boolean;
}

const magic = 'ORC';
/** What a chunk unpacks to at most if the file does not state it. */
const defaultBlockBytes = 262_144;
/** The size of a chunk has 23 bits. Writers state much less. */
const maxBlockBytes = 2 ** 23;
const maxFooterBytes = 64 * 1_048_576;
const maxStripes = 1_000_000;

const postscriptFields = {
  footerBytes: 1,
  codec: 2,
  blockBytes: 3,
  version: 4,
  metadataBytes: 5,
  statisticsBytes: 7,
  magic: 8_000,
} as const;
const footerFields = {
  stripes: 3,
  types: 4,
  metadata: 5,
  rowCount: 6,
  writer: 9,
  encryption: 10,
  calendar: 11,
  software: 12,
} as const;
const metadataFields = { name: 1 } as const;
const stripeFields = { offset: 1, indexBytes: 2, dataBytes: 3, footerBytes: 4, rowCount: 5 } as const;

const writers = ['ORC for Java', 'ORC for C++', 'Presto', 'Go', 'Trino', 'cuDF'];
const javaWriters = new Set([0, 2, 4]);
const julianCalendar = 1;
const unknownCalendar = 0;

/**
 * Reads the postscript and the footer.
 * @param from where in the file these bytes begin, which are its end
 * @throws DamagedInput if they are not whole
 * @throws FormatlabError `unsupported` for encrypted files, other versions and unknown codecs
 */
export async function readTail(bytes: Uint8Array<ArrayBuffer>, from = 0): Promise<OrcTail> {
  const postscriptBytes = bytes.at(-1) ?? 0;
  const postscriptFrom = bytes.length - 1 - postscriptBytes;
  if (postscriptFrom < magic.length) throw new DamagedInput('is too short for the postscript of an ORC file');
  const postscriptContent = bytes.subarray(postscriptFrom, bytes.length - 1);
  const postscript = new ProtobufMessage(postscriptContent, 'the postscript at its end');
  // Early writers left the magic out here.
  const [stated = null] = postscript.texts(postscriptFields.magic);
  const version = postscript.numbers(postscriptFields.version);
  const isEarly = stated === null && (version[0] ?? 0) === 0 && postscript.has(postscriptFields.footerBytes);
  if (stated !== magic && !isEarly)
    throw new DamagedInput('does not end as an ORC file: it is cut, or something follows it');
  checkVersion(version);
  const footerBytes = postscript.size(postscriptFields.footerBytes);
  const tailBytes =
    footerBytes + postscript.size(postscriptFields.metadataBytes) + postscript.size(postscriptFields.statisticsBytes);
  if (tailBytes > from + postscriptFrom - magic.length || footerBytes > postscriptFrom)
    throw new DamagedInput(
      `claims metadata of ${plural(tailBytes, 'byte')} where ${plural(postscriptFrom, 'byte')} come before`,
    );
  const codec = postscript.number(postscriptFields.codec) ?? 0;
  const blockBytes = postscript.number(postscriptFields.blockBytes) ?? defaultBlockBytes;
  if (codec !== 0 && !(blockBytes > 0 && blockBytes <= maxBlockBytes))
    throw new DamagedInput(`claims chunks of ${plural(blockBytes, 'byte')}`);
  const unpack = await loadDecompressor(codec, blockBytes);
  const content = unpack(bytes.subarray(postscriptFrom - footerBytes, postscriptFrom), 'its footer');
  if (content.length > maxFooterBytes) throw new DamagedInput(`has a footer of ${plural(content.length, 'byte')}`);
  const footer = new ProtobufMessage(content, 'its footer');
  if (footer.has(footerFields.encryption))
    throw unreadableFileError(
      'It has encrypted columns, which Formatlab does not read.',
      'Write it again without encryption.',
      { tag: 'unsupported', format: 'orc' },
    );
  const stripes = stripesOf(footer, from + postscriptFrom - tailBytes);
  const stored = stripes.reduce((sum, stripe) => sum + stripe.rowCount, 0);
  // Some writers do not state it.
  const rowCount = footer.has(footerFields.rowCount) ? footer.size(footerFields.rowCount) : stored;
  if (stored !== rowCount)
    throw new DamagedInput(`claims ${plural(rowCount, 'row')}, but its stripes have ${stored.toLocaleString('en')}`);
  const writer = footer.number(footerFields.writer) ?? 0;
  const calendar = footer.number(footerFields.calendar) ?? unknownCalendar;
  return {
    codec,
    blockBytes,
    footer: content,
    postscript: postscriptContent,
    unpack,
    stripes,
    root: typesOf(footer.parts(footerFields.types)),
    rowCount,
    writer: `${writers[writer] ?? `writer number ${writer}`} ${footer.texts(footerFields.software)[0] ?? ''}`
      .trim()
      .slice(0, 100),
    metadataKeys: footer
      .parts(footerFields.metadata)
      .flatMap((part) => new ProtobufMessage(part, 'its metadata').texts(metadataFields.name)),
    isJulian: calendar === julianCalendar || (calendar === unknownCalendar && javaWriters.has(writer)),
  };
}

/** The versions are 0.11 and 0.12. Files of a coming version have other encodings. */
function checkVersion([major = 0, minor = 0]: readonly number[]): void {
  if (major === 0) return;
  throw unreadableFileError(
    `It has version ${major}.${minor} of the format, and only versions 0.11 and 0.12 are read.`,
    'Write it again with version 0.12.',
    { tag: 'unsupported', format: 'orc' },
  );
}

/** The stripes, in order. They may not overlap, so that no part of a file can be read many times. */
function stripesOf(footer: ProtobufMessage, endOfData: number): readonly StripeInformation[] {
  const parts = footer.parts(footerFields.stripes);
  if (parts.length > maxStripes) throw new DamagedInput(`has more than ${plural(maxStripes, 'stripe')}`);
  let free = 0;
  return parts.map((part, index) => {
    const message = new ProtobufMessage(part, 'its list of stripes');
    const stripe = {
      offset: message.size(stripeFields.offset),
      indexBytes: message.size(stripeFields.indexBytes),
      dataBytes: message.size(stripeFields.dataBytes),
      footerBytes: message.size(stripeFields.footerBytes),
      rowCount: message.size(stripeFields.rowCount),
    };
    const end = stripe.offset + stripe.indexBytes + stripe.dataBytes + stripe.footerBytes;
    if (stripe.offset < free || end > endOfData)
      throw new DamagedInput(`claims a stripe (${(index + 1).toLocaleString('en')}) where there is no room for it`);
    free = end;
    return stripe;
  });
}
