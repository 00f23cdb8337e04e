import { decompressRecord, requirePossibleSize } from '../../file/compressed-record';
import { malformedRoot, rootFailure } from '../../file/failures';
import type { BlockDecompressor } from '../../file/native-blocks';
import { type ByteSource, readRange } from '../../file/source';
import type { Checksum } from './checksum';
import { EnvelopeReader } from './envelope-reader';
import { EnvelopeWriter } from './envelope-writer';

/** Envelopes, the blocks of metadata: type, length, content and checksum. */
const envelopeTypes = { header: 1, footer: 2, pageList: 3 } as const;
type EnvelopeName = keyof typeof envelopeTypes;

const preambleBytes = 8;
const checksumBytes = 8;
/** The maximum size of metadata, far above real files: 10 million pages take 160 MB. */
const maxEnvelopeBytes = 512 * 1_024 * 1_024;

/** The position of an envelope or page. */
export interface Locator {
  readonly offset: number;
  /** The size of the envelope in the file, in bytes. */
  readonly sizeBytes: number;
}

export interface Envelope {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly checksum: bigint;
}

export function makeEnvelope(
  name: EnvelopeName,
  checksum: Checksum,
  content: (writer: EnvelopeWriter) => void,
): Envelope {
  const body = new EnvelopeWriter();
  content(body);
  const whole = new Uint8Array(preambleBytes + body.written().length + checksumBytes);
  const view = new DataView(whole.buffer);
  view.setBigUint64(0, BigInt(envelopeTypes[name]) | (BigInt(whole.length) << 16n), true);
  whole.set(body.written(), preambleBytes);
  const sum = checksum(whole.subarray(0, whole.length - checksumBytes));
  view.setBigUint64(whole.length - checksumBytes, sum, true);
  return { bytes: whole, checksum: sum };
}

/** Opens an envelope of `sizeBytes` when decompressed and returns a reader of its content. @throws `malformedInput` if its checksum is wrong */
export function openEnvelope(
  name: EnvelopeName,
  source: ByteSource,
  locator: Locator,
  sizeBytes: number,
  decompressor: BlockDecompressor,
  checksum: Checksum,
): { readonly reader: EnvelopeReader; readonly checksum: bigint } {
  const what = `the ${name === 'pageList' ? 'page list' : name} of the RNTuple`;
  if (sizeBytes > maxEnvelopeBytes)
    throw rootFailure(
      'tooLarge',
      'decode',
      `${what} would be ${sizeBytes.toLocaleString('en')} bytes when decompressed`,
    );
  if (sizeBytes < preambleBytes + checksumBytes)
    throw malformedRoot(`${what} has ${sizeBytes} bytes, too few for its own checksum`, locator.offset);
  const stored = readRange(source, locator.offset, locator.sizeBytes, what);
  const compressed = requirePossibleSize(stored, sizeBytes, locator.offset);
  const bytes = compressed ? decompressRecord(stored, sizeBytes, decompressor, locator.offset).slice() : stored;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const preamble = view.getBigUint64(0, true);
  const [type, length] = [Number(preamble & 0xffffn), Number(preamble >> 16n)];
  if (type !== envelopeTypes[name])
    throw malformedRoot(`${what} is an envelope of type ${type}, not ${envelopeTypes[name]}`, locator.offset);
  if (length !== sizeBytes)
    throw malformedRoot(`${what} declares ${length} bytes, but the link to it declares ${sizeBytes}`, locator.offset);
  const told = view.getBigUint64(sizeBytes - checksumBytes, true);
  if (checksum(bytes.subarray(0, sizeBytes - checksumBytes)) !== told)
    throw malformedRoot(`${what} does not match its checksum: it was altered`, locator.offset);
  const reader = new EnvelopeReader(bytes.subarray(0, sizeBytes - checksumBytes), what, locator.offset, compressed);
  reader.u64();
  return { reader, checksum: told };
}

/** Reads 64-bit words of feature flags, whose highest bit means that another word follows. No feature is defined, so any set bit is an error. */
export function requireNoFeatures(reader: EnvelopeReader): void {
  const flags = reader.bigU64();
  if (flags !== 0n)
    throw rootFailure(
      'unsupported',
      'decode',
      `the RNTuple needs features of a later version (flags 0x${flags.toString(16)})`,
    );
}

export function writeLocator(writer: EnvelopeWriter, { offset, sizeBytes }: Locator): void {
  writer.u32(sizeBytes);
  writer.u64(offset);
}

/** Reads a locator in the standard or the large form, the only forms in files. */
export function readLocator(reader: EnvelopeReader): Locator {
  const head = reader.i32();
  if (head >= 0) return { sizeBytes: head, offset: reader.u64() };
  const type = -head >>> 24;
  if (type !== 1) throw reader.fail(`has a locator of type ${type}, which does not occur in files`);
  return { sizeBytes: reader.u64(), offset: reader.u64() };
}
