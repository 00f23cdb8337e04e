/** Constants of the TFile format, from ROOT's io/doc/TFile and TBufferFile.cxx. */

/** Set in a 32-bit word that contains a byte count (TBufferFile.cxx). */
export const byteCountMask = 0x4000_0000;
/** Set in a tag that refers to an earlier class. */
export const classMask = 0x8000_0000;
/** The tag before the name of a class at its first occurrence. */
export const newClassTag = 0xffff_ffff;
/** Positions in a buffer count from 2, because 0 is null and 1 is the parent. */
export const firstBufferPosition = 2;

/** kStartBigFile (TFile.h): from this offset on, seek pointers have 64 bits. */
export const startOfBigFile = 2_000_000_000;
/** The step by which the end of the last free segment grows when the file passes it (GetBestFree in TFile.cxx). */
export const freeSegmentStep = 1_000_000_000;
/** kBEGIN (TFile.h): the offset of the first record. */
export const firstRecordOffset = 100;
/** Added to the versions of TKey, TDirectory and TFree if seek pointers have 64 bits. The file's version gets a thousand times as much. */
export const largeSeekVersion = 1_000;
export const bigFileVersion = 1_000_000;

/** TObject::fBits of a live object, as ROOT writes it: kNotDeleted and kIsOnHeap. */
export const liveObjectBits = 0x0300_0000;
/** kIsReferenced (TObject.h): the number of a process follows the bits. */
export const isReferencedBit = 0x10;

/**
 * The time that ROOT writes in a file opened with `?reproducible`, so that equal data give equal bytes. TDatime counts from 1995. Identifiers (TUUID) are all zeros.
 */
export const reproducibleDatime = 1;

/** The ROOT release whose class versions are written: 6.22/06. */
export const writtenRootVersion = 62_206;
