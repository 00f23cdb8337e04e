import { malformed } from '../../../byte-map/failures';
import type { FileBytes } from '../../../byte-map/file-bytes';

/** The header of a database (SQLite's “Database File Format”, 1.3). */
export interface DatabaseHeader {
  readonly pageBytes: number;
  /** The bytes of a page that SQLite uses: the others are reserved for an extension. */
  readonly usableBytes: number;
  readonly pageCount: number;
  readonly firstFreePage: number;
  readonly isAutoVacuum: boolean;
  readonly isWriteAhead: boolean;
  readonly encoding: string;
}

export const fileHeaderBytes = 100;
const encodings = ['utf-8', 'utf-8', 'utf-16le', 'utf-16be'];

export function readDatabaseHeader(file: FileBytes): DatabaseHeader {
  file.check(0, fileHeaderBytes);
  const told = file.u16BE(16);
  const pageBytes = told === 1 ? 65_536 : told;
  if (pageBytes < 512 || (pageBytes & (pageBytes - 1)) !== 0)
    throw malformed(`Its pages would have ${pageBytes} bytes, but SQLite’s have 512 to 65,536, a power of 2.`);
  const usableBytes = pageBytes - file.u8(20);
  if (usableBytes < 480) throw malformed(`Of its pages, only ${usableBytes} bytes would be used.`);
  // SQLite ignores the count of pages if another program changed the file.
  const toldPages = file.u32BE(24) === file.u32BE(92) ? file.u32BE(28) : 0;
  const filePages = Math.floor(file.sizeBytes / pageBytes);
  const pageCount = toldPages === 0 ? filePages : toldPages;
  if (pageCount > filePages)
    throw malformed(
      `Its header names ${pageCount} pages of ${pageBytes} bytes, but it has only ${filePages}: it is truncated.`,
    );
  if (pageCount === 0) throw malformed('It has no whole page: it is truncated.');
  return {
    pageBytes,
    usableBytes,
    pageCount,
    firstFreePage: file.u32BE(32),
    isAutoVacuum: file.u32BE(52) !== 0,
    isWriteAhead: file.u8(18) === 2,
    encoding: encodings[file.u32BE(56)] ?? 'utf-8',
  };
}

const pageTypes = { interiorIndex: 2, interiorTable: 5, leafIndex: 10, leafTable: 13 } as const;

/** A cell of a page. */
export interface Cell {
  readonly at: number;
  readonly bytes: number;
  /** The page below, of an interior page. */
  readonly child: number | null;
  readonly payloadAt: number;
  /** The payload that is in the page. */
  readonly localBytes: number;
  readonly payloadBytes: number;
  /** The first page of the rest of the payload. */
  readonly overflow: number | null;
}

/** A page of a B-tree. All places are those of the file. */
export interface BTreePage {
  readonly number: number;
  readonly start: number;
  readonly headerAt: number;
  readonly isLeaf: boolean;
  readonly isIndex: boolean;
  readonly cells: readonly Cell[];
  /** Where the array of pointers to the cells ends. */
  readonly pointersEnd: number;
  readonly contentAt: number;
  readonly rightmost: number | null;
  readonly freeBlocks: readonly { readonly at: number; readonly bytes: number }[];
}

/** A 64-bit number as SQLite writes it: its value, exact below 2^53, and where it ends. */
export function readVarint(file: FileBytes, at: number): { value: number; end: number } {
  let value = 0;
  for (let index = 0; index < 8; index += 1) {
    const byte = file.u8(at + index);
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, end: at + index + 1 };
  }
  return { value: value * 256 + file.u8(at + 8), end: at + 9 };
}

/** The bytes of a payload that are in the page of its cell; the others are in overflow pages. */
function localPayload(payloadBytes: number, usable: number, isIndex: boolean): number {
  const most = isIndex ? Math.floor(((usable - 12) * 64) / 255) - 23 : usable - 35;
  if (payloadBytes <= most) return payloadBytes;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const local = least + ((payloadBytes - least) % (usable - 4));
  return local <= most ? local : least;
}

export function readBTreePage(file: FileBytes, database: DatabaseHeader, number: number): BTreePage {
  const { pageBytes, usableBytes } = database;
  const start = (number - 1) * pageBytes;
  const headerAt = number === 1 ? fileHeaderBytes : start;
  const type = file.u8(headerAt);
  const isLeaf = type === pageTypes.leafIndex || type === pageTypes.leafTable;
  const isIndex = type === pageTypes.leafIndex || type === pageTypes.interiorIndex;
  if (!isLeaf && !isIndex && type !== pageTypes.interiorTable)
    throw malformed(`Page ${number} should belong to a B-tree, but has the type ${type}.`);
  const cellCount = file.u16BE(headerAt + 3);
  const headerBytes = isLeaf ? 8 : 12;
  const pointersEnd = headerAt + headerBytes + 2 * cellCount;
  const end = start + usableBytes;
  // 0 stands for 65,536.
  const contentAt = start + (file.u16BE(headerAt + 5) || 65_536);
  if (pointersEnd > end || contentAt < pointersEnd || contentAt > end)
    throw malformed(`The cells of page ${number} contradict its size.`);
  const cells: Cell[] = [];
  for (let index = 0; index < cellCount; index += 1) {
    const at = start + file.u16BE(headerAt + headerBytes + 2 * index);
    if (at < contentAt || at >= end) throw malformed(`A cell of page ${number} is outside of its content.`);
    const cell = readCell(file, at, isLeaf, isIndex, usableBytes);
    if (cell.at + cell.bytes > end) throw malformed(`A cell of page ${number} reaches past its end.`);
    cells.push(cell);
  }
  const freeBlocks: { at: number; bytes: number }[] = [];
  for (let next = file.u16BE(headerAt + 1); next !== 0; ) {
    const at = start + next;
    if (at < contentAt || at + 4 > end) throw malformed(`A free block of page ${number} is outside of its content.`);
    const bytes = file.u16BE(at + 2);
    const following = file.u16BE(at);
    if (bytes < 4 || at + bytes > end || (following !== 0 && following < next + bytes))
      throw malformed(`The free blocks of page ${number} contradict each other.`);
    freeBlocks.push({ at, bytes });
    next = following;
  }
  const rightmost = isLeaf ? null : file.u32BE(headerAt + 8);
  return { number, start, headerAt, isLeaf, isIndex, cells, pointersEnd, contentAt, rightmost, freeBlocks };
}

/** A smaller cell would have no room for a free block once it is deleted. */
const minCellBytes = 4;

function readCell(file: FileBytes, at: number, isLeaf: boolean, isIndex: boolean, usable: number): Cell {
  const child = isLeaf ? null : file.u32BE(at);
  const from = isLeaf ? at : at + 4;
  if (!isLeaf && !isIndex) {
    const { end } = readVarint(file, from);
    return {
      at,
      bytes: Math.max(minCellBytes, end - at),
      child,
      payloadAt: end,
      localBytes: 0,
      payloadBytes: 0,
      overflow: null,
    };
  }
  const size = readVarint(file, from);
  if (size.value > 2 ** 31) throw malformed(`A cell at byte ${at} claims ${size.value} bytes.`);
  const payloadAt = isIndex ? size.end : readVarint(file, size.end).end;
  const localBytes = localPayload(size.value, usable, isIndex);
  const overflow = localBytes < size.value ? file.u32BE(payloadAt + localBytes) : null;
  const end = payloadAt + localBytes + (overflow === null ? 0 : 4);
  return {
    at,
    bytes: Math.max(minCellBytes, end - at),
    child,
    payloadAt,
    localBytes,
    payloadBytes: size.value,
    overflow,
  };
}
