import { copyValues, copyValuesInto, type PlaceValues, viewValues } from '../../../../libraries/npy-file';
import type { Dataset } from '../../../../model/dataset';
import { type Allocate, allocateBuffer, type FormatModule } from '../../../../model/entry';
import { ReusedMemory } from '../../../../columns/reused-memory';
import { arraysOf, datasetOf, type UnpackedMember, withoutPadding } from '../arrays/datasets';
import { checksumDiffers, readDirectory, writeStored } from '../zip/archive';
import { DeflateModule } from '../zip/deflate-module';

/** `places` says where values go that lie in the file, and where those that lie in the module. */
function read(
  file: Uint8Array<ArrayBuffer>,
  module: DeflateModule,
  places: { readonly stored: PlaceValues; readonly deflated: PlaceValues },
) {
  const members = readDirectory(file);
  const deflated = members.filter(({ method }) => method === 'deflated');
  const unpacked = new Map<string, UnpackedMember>();
  for (const { name, packed, crc } of members.filter(({ method }) => method === 'stored')) {
    if (module.checksum(packed) !== crc) throw checksumDiffers(name);
    unpacked.set(name, { bytes: packed, place: places.stored });
  }
  for (const [index, bytes] of module.inflate(deflated).entries())
    unpacked.set(deflated[index]?.name ?? '', { bytes, place: places.deflated });
  return datasetOf(unpacked);
}

export const format: FormatModule = {
  async open({ options }) {
    const module = await DeflateModule.load();
    const checksum = (bytes: Uint8Array) => module.checksum(bytes);
    const stored = (dataset: Dataset, allocate: Allocate) => writeStored(arraysOf(dataset), checksum, allocate);
    const areDeflated = options.members === 'deflated';
    /** The file of the last `encodeView`, and the values of the last `decodeView`, where they are not in the module. */
    const fileMemory = new ReusedMemory();
    const memory = new ReusedMemory();
    return {
      encode(dataset, allocate = allocateBuffer) {
        if (!areDeflated) return stored(dataset, allocate);
        const made = module.writeArchive(arraysOf(dataset));
        const file = allocate(made.length);
        file.set(made);
        return file;
      },
      encodeView: (dataset) =>
        areDeflated
          ? module.writeArchive(arraysOf(dataset))
          : stored(dataset, (sizeBytes) => fileMemory.whole(sizeBytes)),
      decode: (file) => read(file, module, { stored: copyValues, deflated: copyValues }),
      decodeView(file) {
        memory.begin();
        return read(file, module, { stored: copyValuesInto(memory), deflated: viewValues });
      },
      wasmMemoryBytes: () => module.memoryBytes,
    };
  },
  forget: withoutPadding,
};
