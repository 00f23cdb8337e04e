/** Numbers of the TFile format: ROOT's io/doc/TFile and TBufferFile.cxx. */

/** TBufferFile.cxx: set in the 32-bit word that tells how many bytes follow. */
export const byteCountMask = 0x4000_0000;
/** Set in a tag that refers to a class met before. */
export const classMask = 0x8000_0000;
/** The tag before the name of a class that is met for the first time. */
export const newClassTag = 0xffff_ffff;
/** Positions in a buffer are counted from 2, so that 0 is null and 1 the parent. */
export const mapOffset = 2;

/** TFile.h: kStartBigFile. From here on seek pointers have 64 bits. */
export const startOfBigFile = 2_000_000_000;
/** TFile.cxx, GetBestFree: by how much the last free segment's end moves on where a file passes it. */
export const bigFileStep = 1_000_000_000;
/** TFile.h: kBEGIN. The first record begins here. */
export const firstRecordAt = 100;
/** Added to the versions of TKey, TDirectory and TFree where seek pointers have 64 bits; to the file's version a thousand times that. */
export const bigVersion = 1_000;
export const bigFileVersion = 1_000_000;

/** TObject::fBits of an object that lives: kNotDeleted and kIsOnHeap, as ROOT writes them. */
export const liveObjectBits = 0x0300_0000;
/** TObject.h: kIsReferenced. After the bits there is then the number of a process. */
export const isReferencedBit = 0x10;

/**
 * What ROOT itself writes for times and identifiers in a file that is opened with `?reproducible`: equal data are then equal bytes.
 * TDatime counts from 1995, and TUUID is all zeros.
 */
export const reproducibleDatime = 1;

/** The release whose class versions are written: 6.22/06. */
export const writtenRootVersion = 62_206;
