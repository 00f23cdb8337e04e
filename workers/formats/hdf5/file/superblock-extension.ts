import { malformed } from '../../../byte-map/failures';
import { readFreeSpaceManager } from './fractal-heap';
import { type Claim, type Hdf5File, noClaim } from './hdf5-file';
import { messageTypes, readObjectHeader } from './object-header';

const fileSpaceManagers = { old: 6, new: 12 } as const;

/** Reads the extension of the superblock, if there is one: an object header, whose messages change how the file is read. */
export function readSuperblockExtension(hdf5: Hdf5File, claim: Claim = noClaim): void {
  const { extension } = hdf5.superblock;
  if (extension === null) return;
  const at = hdf5.place(extension);
  if (!hdf5.isNew(at)) throw malformed('The extension of its superblock is in use twice.');
  const messages = readObjectHeader(hdf5, at, claim);
  const { file, addressBytes, lengthBytes } = hdf5;
  for (const { type, at: body } of messages) {
    if (type === messageTypes.treeFanOuts)
      hdf5.superblock = {
        ...hdf5.superblock,
        chunkHalfFanOut: file.u16(body + 1),
        groupHalfFanOut: file.u16(body + 3),
        leafHalfFanOut: file.u16(body + 5),
      };
    if (type === messageTypes.sharedTable) hdf5.notFollowed.add('messages that objects share');
    if (type !== messageTypes.fileSpace) continue;
    const isOld = file.u8(body) === 0;
    if (!isOld && file.u8(body + 2) === 0) continue;
    const first = isOld ? body + 2 + lengthBytes : body + 3 + 2 * lengthBytes + 2 + addressBytes;
    for (let index = 0; index < (isOld ? fileSpaceManagers.old : fileSpaceManagers.new); index += 1) {
      const manager = hdf5.address(first + index * addressBytes);
      if (manager !== null) readFreeSpaceManager(hdf5, manager, claim);
    }
  }
}
