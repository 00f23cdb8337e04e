import { inflateSync, zipSync } from 'fflate';
import { createCRC32 } from 'hash-wasm';
import { copyValues, copyValuesInto, type PlaceValues, viewValues } from '../../../../libraries/npy-file';
import type { Dataset } from '../../../../model/dataset';
import { type Allocate, allocateBuffer, type FormatModule } from '../../../../model/entry';
import { ReusedMemory } from '../../../../columns/reused-memory';
import { arraysOf, datasetOf, type UnpackedMember, withoutPadding } from '../arrays/datasets';
import {
  type ArchiveMember,
  type Checksum,
  checksumDiffers,
  deflateLevel,
  memberTime,
  notDeflated,
  readDirectory,
  writeStored,
  wrongSize,
} from '../zip/archive';

function writeDeflated(dataset: Dataset): Uint8Array<ArrayBuffer> {
  const members = [...arraysOf(dataset)].map(([name, array]) => {
    const bytes = new Uint8Array(array.sizeBytes);
    array.write(bytes);
    return [name, bytes] as const;
  });
  return zipSync(Object.fromEntries(members), { level: deflateLevel, mtime: memberTime }) as Uint8Array<ArrayBuffer>;
}

function inflate({ name, packed, sizeBytes }: ArchiveMember): Uint8Array<ArrayBuffer> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = inflateSync(packed, { out: new Uint8Array(sizeBytes) }) as Uint8Array<ArrayBuffer>;
  } catch (cause) {
    throw notDeflated(name, sizeBytes, cause);
  }
  if (bytes.length !== sizeBytes) throw wrongSize(name, bytes.length, sizeBytes);
  return bytes;
}

/** Values that lie in the file are placed by `place`; those that were decompressed stay where they are. */
function read(file: Uint8Array<ArrayBuffer>, checksum: Checksum, place: PlaceValues) {
  const members = readDirectory(file).map((member): [string, UnpackedMember] => {
    const { name, method, packed, crc } = member;
    const bytes = method === 'stored' ? packed : inflate(member);
    if (checksum(bytes) !== crc) throw checksumDiffers(name);
    return [name, { bytes, place: method === 'stored' ? place : viewValues }];
  });
  return datasetOf(new Map(members));
}

export const format: FormatModule = {
  async open({ options }) {
    const hasher = await createCRC32();
    const checksum: Checksum = (bytes) => {
      const [a = 0, b = 0, c = 0, d = 0] = hasher.init().update(bytes).digest('binary');
      return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
    };
    const write = (dataset: Dataset, allocate: Allocate = allocateBuffer) =>
      options.members === 'deflated' ? writeDeflated(dataset) : writeStored(arraysOf(dataset), checksum, allocate);
    /** The file of the last `encodeView`, and the values of the last `decodeView`. */
    const fileMemory = new ReusedMemory();
    const memory = new ReusedMemory();
    return {
      encode: write,
      encodeView: (dataset) => write(dataset, (sizeBytes) => fileMemory.whole(sizeBytes)),
      decode: (file) => read(file, checksum, copyValues),
      decodeView(file) {
        memory.begin();
        return read(file, checksum, copyValuesInto(memory));
      },
    };
  },
  forget: withoutPadding,
};
