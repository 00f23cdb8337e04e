import { Inflate } from 'fflate';
import type { ByteMap, ColumnFacts, Finding, MapNode } from '../../../../model/byte-map';
import { failure, malformed } from '../../../../byte-map/failures';
import { type FileBytes, nameOf, wholeFile } from '../../../../byte-map/file-bytes';
import { bytesText, minShare, smallSaving, sum } from '../../../../byte-map/finding-words';
import type { ByteSource } from '../../../../byte-map/source';
import { branch, present, SpanList } from '../../../../byte-map/span-tree';
import {
  type FileHeader,
  fileHeaderBytes,
  hasZip64Descriptor,
  readEndOfCentralDirectory,
  readFileHeader,
  readLocalHeader,
} from '../../../../libraries/zip-records';
import { arrayFacts, longestHeaderBytes, mapNpyAt, npyMagic, readNpyHeader } from '../../map/npy';

const methodNames: Readonly<Record<number, string>> = {
  0: 'none',
  8: 'deflate',
  9: 'deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'zstd',
  95: 'xz',
};
const methodOf = (method: number) => methodNames[method] ?? `method ${method}`;
/** A deflated member is inflated only up to this, for the header of its array. */
const headInputBytes = 16_384;
/** By pieces of so many bytes: each becomes at most about a thousand times as long. */
const pieceBytes = 512;

/** Each is at least two parts of a map. */
const maxMembers = 250_000;
const dataDescriptorSignature = 'PK\x07\x08';
/** The number of the disk of a member whose archive has it in Zip64's field. */
const inZip64 = 0xffff;

interface ZipMember extends Omit<FileHeader, 'nameBytes'> {
  /** Shortened, if it is long. */
  readonly name: string;
  /** Whether its whole name ends like that of an array. */
  readonly isNpy: boolean;
  readonly localHeaderBytes: number;
  readonly dataAt: number;
  /** The record after the data that repeats its sizes. */
  readonly descriptorBytes: number;
  /** Where its entry of the directory begins. */
  readonly entryAt: number;
}

const fail = (message: string): never => {
  throw malformed(message);
};

/** The members of an archive. @throws `malformedInput` if its directory contradicts itself */
function readMembers(file: FileBytes, directoryAt: number, count: number): readonly ZipMember[] {
  const view = new DataView(file.bytes.buffer, file.bytes.byteOffset, file.sizeBytes);
  const members: ZipMember[] = [];
  for (let at = directoryAt; members.length < count; ) {
    if (members.length === maxMembers)
      throw failure('tooLarge', `It has more than ${maxMembers.toLocaleString('en')} members, too many for a map.`);
    const { nameBytes, ...header } = readFileHeader(view, at, fail);
    const name = nameOf(nameBytes);
    if (header.disk !== 0 && header.disk !== inZip64) fail(`${name} is in another file.`);
    const { localHeaderAt, packedBytes } = header;
    const local = readLocalHeader(view, localHeaderAt, fail);
    const dataAt = localHeaderAt + local.bytes;
    const after = file.check(dataAt, packedBytes) + packedBytes;
    const signatureBytes = file.has(after, dataDescriptorSignature) ? 4 : 0;
    const descriptorBytes = signatureBytes + 4 + (hasZip64Descriptor(view, localHeaderAt) ? 16 : 8);
    members.push({
      ...header,
      name,
      isNpy: file.has(at + fileHeaderBytes + nameBytes.length - 4, '.npy') && nameBytes.length >= 4,
      localHeaderBytes: local.bytes,
      dataAt,
      descriptorBytes: local.hasDataDescriptor ? descriptorBytes : 0,
      entryAt: at,
    });
    at += header.bytes;
  }
  return members;
}

/** Finds out what each byte of a Zip archive is for: of an .npz file, or another. */
export async function mapZip(source: ByteSource): Promise<ByteMap> {
  const file = await wholeFile(source, 'Zip');
  const view = new DataView(file.bytes.buffer, file.bytes.byteOffset, file.sizeBytes);
  const end = readEndOfCentralDirectory(view, 0, fail);
  if (end.at + end.bytes > file.sizeBytes) fail('The comment at its end is truncated.');
  const members = readMembers(file, end.directoryAt, end.entryCount);
  const spans = new SpanList();
  const isNpz = members.length > 0 && members.every(({ isNpy }) => isNpy);
  const parts: (MapNode | null)[] = [];
  const columns: ColumnFacts[] = [];
  const findings: Finding[] = [];
  for (const member of members) {
    const name = isNpz ? member.name.replace(/\.npy$/, '') : member.name;
    const mapped = mapMember(spans, file, member, name);
    parts.push(branch(name, mapped.parts));
    columns.push(mapped.facts);
    if (member.packedBytes >= minShare * file.sizeBytes)
      findings.push(...[...mapped.texts, ...savingTexts(member)].map((text) => ({ column: name, text })));
  }
  const directory = members.map(({ name, entryAt, bytes }) =>
    spans.leaf(`Entry of ${name}`, 'metadata', entryAt, bytes),
  );
  const { zip64 } = end;
  const records = [
    spans.leaf('End of the directory', 'metadata', end.at, end.bytes),
    ...(zip64 === null
      ? []
      : [
          spans.leaf('End of the directory, 64-bit', 'metadata', zip64.endAt, zip64.endBytes),
          spans.leaf('Locator of the 64-bit end', 'metadata', zip64.locatorAt, end.at - zip64.locatorAt),
        ]),
  ];
  const stored = members.filter(({ method }) => method === 0);
  if (isNpz && stored.length === members.length)
    findings.push({
      column: null,
      text: `All ${members.length.toLocaleString('en')} arrays, ${bytesText(sum(stored.map(({ packedBytes }) => packedBytes)))}, are stored without compression, as numpy.savez does. numpy.savez_compressed deflates them.`,
    });
  const rest = await spans.rest(source, async () => null);
  return {
    format: isNpz ? 'npz' : 'Zip',
    columnTerm: isNpz ? 'Arrays' : 'Members',
    fileBytes: file.sizeBytes,
    parts: present([
      ...parts,
      branch('Directory', [branch('Entries', directory), ...records]),
      branch('Between the parts', rest),
    ]),
    columns,
    findings,
  };
}

function mapMember(spans: SpanList, file: FileBytes, member: ZipMember, name: string) {
  const { method, packedBytes, sizeBytes, localHeaderAt, dataAt } = member;
  const sizes = { codec: methodOf(method), compressedBytes: packedBytes, uncompressedBytes: sizeBytes };
  const local = spans.leaf('Local header', 'recordHeader', localHeaderAt, member.localHeaderBytes);
  const descriptor = spans.leaf('Data descriptor', 'metadata', dataAt + packedBytes, member.descriptorBytes);
  if (method === 0 && packedBytes === sizeBytes && file.has(dataAt, npyMagic)) {
    const { header, parts, texts } = mapNpyAt(spans, file, dataAt, dataAt + packedBytes);
    return { parts: [local, ...parts, descriptor], facts: arrayFacts(name, header, sizes), texts };
  }
  const data = spans.leaf(method === 0 ? 'Data' : 'Compressed data', 'values', dataAt, packedBytes);
  const isReadable = method === 8 && !member.isEncrypted && member.isNpy;
  const head = isReadable ? inflatedHead(file.slice(dataAt, packedBytes)) : null;
  const header = head === null ? null : readNpyHeader(head);
  const facts: ColumnFacts =
    header === null
      ? {
          name,
          type: 'file',
          codecs: [sizes.codec],
          encodings: [],
          compressedBytes: packedBytes,
          uncompressedBytes: sizeBytes,
          values: 0,
          nulls: null,
          distinct: null,
          min: null,
          max: null,
        }
      : arrayFacts(name, header, sizes);
  return { parts: [local, data, descriptor], facts, texts: [] };
}

/** The beginning of a deflated array. Null if it is none. */
function inflatedHead(packed: Uint8Array): Uint8Array | null {
  const chunks: Uint8Array[] = [];
  const inflate = new Inflate((chunk) => {
    chunks.push(chunk);
  });
  let headBytes = 0;
  const inputBytes = Math.min(packed.length, headInputBytes);
  for (let from = 0; from < inputBytes && headBytes < longestHeaderBytes; from += pieceBytes) {
    const end = Math.min(inputBytes, from + pieceBytes);
    inflate.push(packed.subarray(from, end), end === packed.length);
    headBytes = sum(chunks.map(({ length }) => length));
  }
  const head = new Uint8Array(headBytes);
  let at = 0;
  for (const chunk of chunks) {
    head.set(chunk, at);
    at += chunk.length;
  }
  return [...npyMagic].every((character, index) => head[index] === character.charCodeAt(0)) ? head : null;
}

function savingTexts({ method, packedBytes, sizeBytes }: ZipMember): string[] {
  if (method === 0 || packedBytes < 0.95 * sizeBytes) return [];
  return [smallSaving(methodOf(method), sizeBytes, packedBytes)];
}
