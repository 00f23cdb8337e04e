import type { NpyFile } from '../../../../libraries/npy-file';
import { FormatlabError } from '../../../../model/errors';
import libdeflateUrl from '../../../../wasm/built/libdeflate.wasm?url';
import { NativeContext } from '../../../../wasm/native-context';
import { NativeModule, nativeErrors } from '../../../../wasm/native-module';
import {
  type ArchiveMember,
  checksumDiffers,
  deflateLevel,
  directoryBytesOf,
  encodedName,
  headerBytesOf,
  notDeflated,
  type WrittenMember,
  writeRecords,
  wrongSize,
} from './archive';

/** The first parameter of glue/libdeflate.c's `open`. */
const rawContainer = 0;
/** Checksums are taken of pieces that stay in the processor's cache while they are copied into the module. */
const checksumPieceBytes = 131_072;
/** Room after the results, because libdeflate leaves its fast loop near the end of the room. */
const slackBytes = 65_536;

const outOfMemory = (stage: 'setUp' | 'encode' | 'decode', message: string) =>
  new FormatlabError({ tag: 'outOfMemory', stage, format: 'npz', message: `npz: ${message}` });

/** Members of ZIP archives by libdeflate in WASM. Arrays are written into its memory, and read from it. */
export class DeflateModule {
  readonly #context: NativeContext;
  readonly #module: NativeModule;

  private constructor(module: NativeModule) {
    this.#module = module;
    this.#context = new NativeContext(module, [rawContainer, deflateLevel], (message) =>
      outOfMemory('setUp', `libdeflate can’t start: ${message}.`),
    );
  }

  /** @throws `internal` if the module can't be fetched */
  static async load(): Promise<DeflateModule> {
    return new DeflateModule(await NativeModule.load(libdeflateUrl));
  }

  get memoryBytes(): number {
    return this.#module.memoryBytes;
  }

  /** The CRC-32 of bytes outside the module. */
  checksum(bytes: Uint8Array): number {
    let crc = 0;
    for (let at = 0; at < bytes.length; at += checksumPieceBytes) {
      const continued = this.#module.crc32(crc, bytes.subarray(at, at + checksumPieceBytes));
      if (continued === null) throw outOfMemory('decode', 'there is no memory to take a checksum.');
      crc = continued;
    }
    return crc;
  }

  /** An archive of deflated members, as a view that is valid until the next call. */
  writeArchive(arrays: ReadonlyMap<string, NpyFile>): Uint8Array<ArrayBuffer> {
    const module = this.#module;
    const named = [...arrays].map(([name, array]) => ({ name: encodedName(name), array }));
    const directoryBytes = directoryBytesOf(named.map(({ name }) => name));
    const expectedBytes = named.reduce(
      (sum, { name, array }) => sum + headerBytesOf(name) + array.sizeBytes,
      directoryBytes,
    );
    module.keep(0);
    // Without it, each member that finds no room would move those before it. If there is no memory for it, the calls below say so.
    module.reserve(expectedBytes + slackBytes);
    let at = 0;
    const members = named.map(({ name, array }): WrittenMember => {
      const { sizeBytes } = array;
      const area = module.area(sizeBytes);
      if (area === null) throw outOfMemory('encode', `there is no memory for an array of ${sizeBytes} bytes.`);
      array.write(area);
      const crc = module.crc32OfPart(0, sizeBytes);
      const start = at + headerBytesOf(name);
      module.keep(start);
      const packedBytes = module.compressPart(this.#context.handle, 0, sizeBytes);
      if (packedBytes < 0)
        throw outOfMemory('encode', `an array of ${sizeBytes} bytes was not compressed: ${module.message()}.`);
      const member = { name, method: 'deflated', crc, packedBytes, sizeBytes, at } as const;
      at = start + packedBytes;
      return member;
    });
    module.keep(at);
    if (!module.reserve(directoryBytes)) throw outOfMemory('encode', 'there is no memory for the directory.');
    const file = module.view(at + directoryBytes);
    writeRecords(file, members, at);
    return file;
  }

  /** What the members hold, as views that are valid until the next call, each at a multiple of 8. @throws `malformedInput` if a stream is damaged or its checksum differs */
  inflate(members: readonly ArchiveMember[]): readonly Uint8Array<ArrayBuffer>[] {
    const module = this.#module;
    module.keep(0);
    const expectedBytes = members.reduce((sum, { sizeBytes }) => sum + sizeBytes + 8, 0);
    // libdeflate decompresses once more for each time that it finds too little room.
    if (!module.reserve(expectedBytes + slackBytes))
      throw outOfMemory('decode', `there is no memory for the ${expectedBytes} bytes that the members claim.`);
    let at = 0;
    const starts = members.map((member) => {
      const start = at;
      module.keep(start);
      this.#inflateOne(member);
      at = start + Math.ceil(member.sizeBytes / 8) * 8;
      return start;
    });
    module.keep(0);
    const results = module.view(at);
    return members.map(({ sizeBytes }, index) => {
      const start = starts[index] ?? 0;
      return results.subarray(start, start + sizeBytes);
    });
  }

  #inflateOne({ name, packed, sizeBytes, crc }: ArchiveMember): void {
    const module = this.#module;
    let found: number;
    try {
      found = module.decompress(this.#context.handle, packed, sizeBytes);
    } catch (thrown) {
      throw notDeflated(name, sizeBytes, thrown);
    }
    if (found === nativeErrors.memory) throw outOfMemory('decode', `there is no memory for ${sizeBytes} bytes.`);
    if (found < 0) throw notDeflated(name, sizeBytes, new Error(module.message()));
    if (found !== sizeBytes) throw wrongSize(name, found, sizeBytes);
    if (module.crc32OfResult(sizeBytes) !== crc) throw checksumDiffers(name);
  }
}
