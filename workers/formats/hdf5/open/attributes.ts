import type { Hdf5File } from '../file/hdf5-file';
import { type Message, messageTypes } from '../file/object-header';

const maxNameBytes = 200;
/** Attributes that describe the dataset itself, as PyTables, pandas and the dimension scales of HDF5 write them. */
const structural =
  /^(CLASS|TITLE|VERSION|FLAVOR|NROWS|FILTERS|SHUFFLE|EXTDIM|PSEUDOATOM|NAME|DIMENSION_LIST|REFERENCE_LIST|_Netcdf4Dimid|_Netcdf4Coordinates|FIELD_\d+_(NAME|FILL|ATTRS)|PYTABLES_FORMAT_VERSION|MATLAB_class|MATLAB_empty)$/u;

/** The names of the attributes that hold data, and “others” if some are in a heap of their own. */
export function attributeNames(hdf5: Hdf5File, messages: readonly Message[]): string[] {
  const { file } = hdf5;
  const names: string[] = [];
  for (const { type, at, isShared } of messages) {
    if (type === messageTypes.attributeInfo) {
      const heapAt = at + 2 + ((file.u8(at + 1) & 1) === 0 ? 0 : 2);
      if (hdf5.address(heapAt) !== null) names.push('others');
    }
    if (type !== messageTypes.attribute || isShared) continue;
    const nameBytes = file.u16(at + 2);
    // Version 3 has the character set before the name.
    const name = file.slice(at + (file.u8(at) === 3 ? 9 : 8), Math.min(nameBytes, maxNameBytes));
    const text = new TextDecoder().decode(name).replace(/\0.*$/su, '');
    if (!structural.test(text)) names.push(text);
  }
  return names;
}
