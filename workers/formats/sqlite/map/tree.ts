import type { MapNode, SpanKind } from '../../../model/byte-map';
import { malformed } from '../../../byte-map/failures';
import type { FileBytes } from '../../../byte-map/file-bytes';
import { branch, type SpanList } from '../../../byte-map/span-tree';
import { type PayloadSegment, TableColumns } from './columns';
import { type Cell, type DatabaseHeader, fileHeaderBytes, readBTreePage, type BTreePage } from './pages';

/** What the pages of a table or an index hold. */
export interface MappedBTree {
  readonly part: MapNode | null;
  readonly bytes: number;
  readonly pageCount: number;
  readonly leafPages: number;
  readonly overflowPages: number;
  readonly unusedBytes: number;
  readonly payloadBytes: number;
  /** The rows of a table, or the entries of an index. */
  readonly rows: number;
}

/** The pages of a database that parts have claimed. */
export class ClaimedPages {
  readonly #used = new Set<number>();
  readonly #pageCount: number;

  constructor(pageCount: number) {
    this.#pageCount = pageCount;
  }

  /** @throws `malformedInput` if the page does not exist, or has another use */
  take(number: number, what: string): void {
    if (number < 1 || number > this.#pageCount)
      throw malformed(`${what} refers to page ${number}, but there are ${this.#pageCount}.`);
    if (this.#used.has(number)) throw malformed(`Page ${number} has two uses; the second is in ${what}.`);
    this.#used.add(number);
  }
}

interface BTreeLocation {
  readonly name: string;
  readonly root: number;
  /** Whether it is an index, or a table, which WITHOUT ROWID is stored like an index. */
  readonly isIndex: boolean;
  /** The names of the columns that its rows store, as far as they are known. */
  readonly columns: readonly string[];
}

export interface DatabasePages {
  readonly file: FileBytes;
  readonly database: DatabaseHeader;
  readonly spans: SpanList;
  readonly use: ClaimedPages;
}

/** Claims the pages of a table or an index. `onRow` gets each cell of a leaf. */
export function mapBTree(
  pages: DatabasePages,
  { name, root, isIndex, columns }: BTreeLocation,
  onRow?: (cell: Cell) => void,
): MappedBTree {
  const { file, database, spans, use } = pages;
  const leaves: (MapNode | null)[] = [];
  const interiors: (MapNode | null)[] = [];
  const overflows: (MapNode | null)[] = [];
  let [pageCount, leafPages, unusedBytes, payloadBytes, rows] = [0, 0, 0, 0, 0];
  let overflowPages = 0;
  const rowColumns = new TableColumns(spans, columns);
  const waiting = [root];
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    use.take(number, name);
    const page = readBTreePage(file, database, number);
    // The rows of a table WITHOUT ROWID are entries of an index, with the key first: they are not divided.
    const hasRows = page.isLeaf && !page.isIndex;
    const chains = new Map<Cell, OverflowChain>();
    for (const cell of page.cells)
      if (cell.overflow !== null) chains.set(cell, mapOverflow(pages, name, cell, cell.overflow, hasRows));
    const mapped = mapPage(
      spans,
      database,
      page,
      isIndex ? 'indexEntries' : page.isLeaf || page.isIndex ? 'values' : 'tree',
      hasRows ? (cell) => rowColumns.add(file, cell, chains.get(cell)?.payload ?? []) : null,
    );
    unusedBytes += mapped.unusedBytes;
    pageCount += 1;
    if (page.isLeaf) leafPages += 1;
    (page.isLeaf ? leaves : interiors).push(mapped.part);
    for (const cell of page.cells) {
      payloadBytes += cell.payloadBytes;
      if (page.isLeaf || page.isIndex) rows += 1;
      if (page.isLeaf) onRow?.(cell);
      if (cell.child !== null) waiting.push(cell.child);
      const chain = chains.get(cell);
      if (chain === undefined) continue;
      for (const part of chain.parts) overflows.push(part);
      unusedBytes += chain.unusedBytes;
      overflowPages += chain.parts.length;
      pageCount += chain.parts.length;
    }
    if (page.rightmost !== null) waiting.push(page.rightmost);
  }
  const part = branch(name, [
    ...rowColumns.nodes(),
    branch('Leaf pages', inOrder(leaves)),
    branch('Interior pages', inOrder(interiors)),
    branch('Overflow pages', inOrder(overflows)),
  ]);
  const bytes = pageCount * database.pageBytes;
  return { part, bytes, pageCount, leafPages, overflowPages, unusedBytes, payloadBytes, rows };
}

const firstOffset = (part: MapNode | null): number =>
  part === null ? 0 : 'span' in part ? part.span.offset : firstOffset(part.parts[0] ?? null);
const inOrder = (parts: (MapNode | null)[]) => parts.sort((one, other) => firstOffset(one) - firstOffset(other));

/** The parts of a page, in the order of the file. `claimRow` claims a cell that is no part of the page, but of its columns. */
function mapPage(
  spans: SpanList,
  { pageBytes, usableBytes }: DatabaseHeader,
  page: BTreePage,
  kind: SpanKind,
  claimRow: ((cell: Cell) => void) | null,
) {
  const { number, start, headerAt, pointersEnd, contentAt, freeBlocks } = page;
  const parts: (MapNode | null)[] = [];
  if (number === 1) parts.push(spans.leaf('Header of the file', 'metadata', 0, fileHeaderBytes));
  parts.push(spans.leaf('Header and pointers to cells', 'pageHeader', headerAt, pointersEnd - headerAt));
  parts.push(spans.leaf('Unused', 'freeSpace', pointersEnd, contentAt - pointersEnd));
  const cells = spans.pieces('Cells', kind);
  const free = spans.pieces('Free blocks and fragments', 'freeSpace');
  const content = [
    ...page.cells.map((cell) => ({
      ...{ at: cell.at, bytes: cell.bytes },
      claim: () => (claimRow === null ? cells.add(cell.at, cell.bytes) : claimRow(cell)),
    })),
    ...freeBlocks.map(({ at, bytes }) => ({ at, bytes, claim: () => free.add(at, bytes) })),
  ].sort((one, other) => one.at - other.at);
  let at = contentAt;
  for (const each of content) {
    // What lies between cells and is no free block is a fragment of less than 4 bytes.
    if (each.at > at) free.add(at, each.at - at);
    // A row whose bytes another one claims, too, would be read as often as the page names it.
    if (each.at < at) throw malformed(`Two parts of page ${number} claim byte ${each.at}.`);
    each.claim();
    at = each.at + each.bytes;
  }
  const end = start + usableBytes;
  if (at < end) free.add(at, end - at);
  const unusedBytes = contentAt - pointersEnd + free.bytes;
  parts.push(cells.node(), free.node());
  parts.push(spans.leaf('Reserved', 'padding', end, pageBytes - usableBytes));
  return { part: branch(`Page ${number.toLocaleString('en')}`, parts), unusedBytes };
}

interface OverflowChain {
  readonly parts: readonly (MapNode | null)[];
  readonly unusedBytes: number;
  /** Where the payload lies, which the caller claims if `ofRow`. */
  readonly payload: readonly PayloadSegment[];
}

/** The pages with the rest of a cell's payload. */
function mapOverflow(
  { file, database, spans, use }: DatabasePages,
  name: string,
  cell: Cell,
  first: number,
  ofRow: boolean,
): OverflowChain {
  const payload: PayloadSegment[] = [];
  const { pageBytes, usableBytes } = database;
  const parts: (MapNode | null)[] = [];
  let unusedBytes = 0;
  let left = cell.payloadBytes - cell.localBytes;
  for (let number = first; left > 0; ) {
    use.take(number, `an overflow of ${name}`);
    const start = (number - 1) * pageBytes;
    const bytes = Math.min(left, usableBytes - 4);
    const unused = usableBytes - 4 - bytes;
    parts.push(
      branch(`Page ${number.toLocaleString('en')}`, [
        spans.leaf('Next page', 'pageHeader', start, 4),
        ofRow ? null : spans.leaf('Payload', 'overflow', start + 4, bytes),
        spans.leaf('Unused', 'freeSpace', start + 4 + bytes, unused),
        spans.leaf('Reserved', 'padding', start + usableBytes, pageBytes - usableBytes),
      ]),
    );
    payload.push({ at: start + 4, bytes });
    unusedBytes += unused;
    left -= bytes;
    number = file.u32BE(start);
  }
  return { parts, unusedBytes, payload };
}
