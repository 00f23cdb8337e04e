import { BufferWriter } from '../../file/buffer-writer';
import { malformedRoot, rootFailure } from '../../file/failures';
import type { RootEntry, RootFileReader } from '../../file/file-reader';
import { basicMembers, classInfo } from '../../file/streamer-elements';
import type { StreamerElement } from '../../file/streamer-info';
import type { Checksum } from './checksum';
import type { Locator } from './envelope';

/** The object ROOT::RNTuple in the file's directory, which gives the positions of header and footer. It is big-endian, like all objects of a TFile, and followed by its checksum. */
export const anchorClassName = 'ROOT::RNTuple';
const anchorVersion = 2;
/** The version of the specification that Formatlab writes. */
const formatVersion = [1, 0, 0, 0] as const;
/** The maximum size of a record. ROOT splits larger ones; this is ROOT's own limit. */
const maxKeyBytes = 1_024 * 1_024 * 1_024;
/** The size of version 2 of the class, without byte count and version. Later versions may append members. */
const memberBytes = 64;

/** The position of an envelope, and its size when decompressed. */
export interface EnvelopeLink {
  readonly locator: Locator;
  readonly sizeBytes: number;
}

const versionNames = ['fVersionEpoch', 'fVersionMajor', 'fVersionMinor', 'fVersionPatch'];
const sizeNames = [
  'fSeekHeader',
  'fNBytesHeader',
  'fLenHeader',
  'fSeekFooter',
  'fNBytesFooter',
  'fLenFooter',
  'fMaxKeySize',
];
const members: readonly StreamerElement[] = [
  ...basicMembers('unsigned short', ...versionNames),
  ...basicMembers('unsigned long', ...sizeNames),
];

/** TClass::GetCheckSum for a class without bases: computed from its name, then each member's name and type. */
function classChecksum(className: string, elements: readonly StreamerElement[]): number {
  const named = [className, ...elements.flatMap(({ name, typeName }) => [name, typeName])].join('');
  let sum = 0;
  for (let at = 0; at < named.length; at += 1) sum = (Math.imul(sum, 3) + named.charCodeAt(at)) >>> 0;
  return sum;
}

/** The streamer information that describes the class in the file. */
export const anchorInfo = classInfo(anchorClassName, anchorVersion, classChecksum(anchorClassName, members), members);

export function anchorBytes(header: EnvelopeLink, footer: EnvelopeLink, checksum: Checksum): Uint8Array<ArrayBuffer> {
  const writer = new BufferWriter();
  let from = 0;
  writer.versioned(anchorVersion, () => {
    from = writer.length;
    for (const number of formatVersion) writer.u16(number);
    for (const { locator, sizeBytes } of [header, footer]) {
      writer.u64(locator.offset);
      writer.u64(locator.sizeBytes);
      writer.u64(sizeBytes);
    }
    writer.u64(maxKeyBytes);
  });
  const sum = new Uint8Array(8);
  new DataView(sum.buffer).setBigUint64(0, checksum(writer.written().subarray(from)));
  writer.raw(sum);
  return writer.written();
}

export function readAnchor(
  file: RootFileReader,
  entry: RootEntry,
  checksum: Checksum,
): { readonly header: EnvelopeLink; readonly footer: EnvelopeLink } {
  const { reader } = file.readBytes(entry);
  const { end } = reader.version();
  const from = reader.at;
  if (end === null || end - from < memberBytes)
    throw reader.fail('is too short to hold the positions of the header and the footer');
  reader.at = end;
  const sum = reader.raw(8);
  const told = new DataView(sum.buffer, sum.byteOffset, 8).getBigUint64(0);
  if (checksum(reader.bytes.subarray(from, end)) !== told)
    throw reader.fail('has bytes that do not match its checksum: it was altered');
  reader.at = from;
  const [epoch, major] = [reader.u16(), reader.u16()];
  reader.skip(4);
  if (epoch !== formatVersion[0]) {
    const what = epoch === 0 ? 'which only test versions used' : 'which is newer than this reader';
    throw rootFailure(
      'unsupported',
      'decode',
      `the RNTuple “${entry.path}” is of epoch ${epoch} (version ${major}) of the format, ${what}`,
    );
  }
  const link = (): EnvelopeLink => {
    const [offset, sizeBytes, length] = [reader.u64(), reader.u64(), reader.u64()];
    return { locator: { offset, sizeBytes }, sizeBytes: length };
  };
  const [header, footer] = [link(), link()];
  const maxBytes = reader.u64();
  if (maxBytes > 0 && (header.locator.sizeBytes > maxBytes || footer.locator.sizeBytes > maxBytes))
    throw malformedRoot(
      `the RNTuple “${entry.path}” has metadata in several records, which Formatlab does not support`,
      entry.key.seek,
    );
  return { header, footer };
}
