import type { ByteMap, ColumnFacts, Finding, MapNode } from '../../../model/byte-map';
import { malformed } from '../../../byte-map/failures';
import { wholeFile } from '../../../byte-map/file-bytes';
import { bytesText, percent, sum } from '../../../byte-map/finding-words';
import type { ByteSource } from '../../../byte-map/source';
import { branch, present, SpanList } from '../../../byte-map/span-tree';
import { storedColumnNames } from './column-names';
import { readDatabaseHeader } from './pages';
import { readSchemaEntry, type SchemaEntry } from './schema';
import { type DatabasePages, type MappedBTree, mapBTree, ClaimedPages } from './tree';

const schemaName = 'sqlite_schema';
const schemaColumns = ['type', 'name', 'tbl_name', 'rootpage', 'sql'];

/** Finds out what each byte of an SQLite database is for. */
export async function mapSqlite(source: ByteSource): Promise<ByteMap> {
  const file = await wholeFile(source, 'SQLite');
  const database = readDatabaseHeader(file);
  const pages: DatabasePages = { file, database, spans: new SpanList(), use: new ClaimedPages(database.pageCount) };
  const entries: SchemaEntry[] = [];
  const schema = mapBTree(pages, { name: schemaName, root: 1, isIndex: false, columns: schemaColumns }, (cell) => {
    const entry = readSchemaEntry(file, database, cell);
    if (entry !== null) entries.push(entry);
  });
  const trees = entries.map((entry) => ({
    entry,
    tree: mapBTree(pages, { ...entry, isIndex: entry.type === 'index', columns: storedColumnNames(entry.sql) }),
  }));
  const free = mapFreePages(pages);
  const pointers = mapPointerMaps(pages);
  const rest = await pages.spans.rest(source, async () => null);
  const schemaEntry: SchemaEntry = { type: 'table', name: schemaName, tableName: schemaName, root: 1, sql: '' };
  const all = [...trees, { entry: schemaEntry, tree: schema }];
  return {
    format: 'SQLite',
    columnTerm: 'Tables and indexes',
    fileBytes: file.sizeBytes,
    parts: present([
      ...[...trees].sort((one, other) => other.tree.bytes - one.tree.bytes).map(({ tree }) => tree.part),
      schema.part,
      free,
      pointers,
      branch('Pages without a use', rest),
    ]),
    columns: all.map(({ entry, tree }) => factsOf(entry, tree)),
    findings: [
      ...fileFindings(file.sizeBytes, free?.bytes ?? 0, database.isWriteAhead),
      ...trees.flatMap(({ entry, tree }) => treeFindings(entry, tree, trees, file.sizeBytes)),
    ],
  };
}

/** Pages that are free: trunks, which list others, and those others. */
function mapFreePages({ file, database, spans, use }: DatabasePages): MapNode | null {
  const { pageBytes, usableBytes, firstFreePage } = database;
  const parts: (MapNode | null)[] = [];
  const claim = (number: number, name: string) => {
    use.take(number, 'the list of free pages');
    parts.push(spans.leaf(`${name} ${number.toLocaleString('en')}`, 'freeSpace', (number - 1) * pageBytes, pageBytes));
  };
  for (let trunk = firstFreePage; trunk !== 0; ) {
    claim(trunk, 'List of free pages, page');
    const start = (trunk - 1) * pageBytes;
    const count = file.u32BE(start + 4);
    if (count > usableBytes / 4 - 2)
      throw malformed(`Page ${trunk} lists ${count} free pages, more than it has room for.`);
    for (let index = 0; index < count; index += 1) claim(file.u32BE(start + 8 + 4 * index), 'Page');
    trunk = file.u32BE(start);
  }
  return branch('Free pages', parts);
}

/** The pages that say who uses each page, in a database that shrinks by itself: the second page, and each that lies as far from the last as it can tell of. */
function mapPointerMaps({ database, spans, use }: DatabasePages): MapNode | null {
  const { pageBytes, usableBytes, pageCount, isAutoVacuum } = database;
  if (!isAutoVacuum) return null;
  const parts: (MapNode | null)[] = [];
  const step = Math.floor(usableBytes / 5) + 1;
  for (let number = 2; number <= pageCount; number += step) {
    use.take(number, 'the pointer map');
    parts.push(spans.leaf(`Page ${number.toLocaleString('en')}`, 'tree', (number - 1) * pageBytes, pageBytes));
  }
  return branch('Pointer map', parts);
}

function factsOf({ type, name, tableName }: SchemaEntry, tree: MappedBTree): ColumnFacts {
  return {
    name,
    type: type === 'index' ? `index of ${tableName}` : type,
    codecs: ['none'],
    encodings: [
      { name: 'leaf pages', pages: tree.leafPages },
      { name: 'interior pages', pages: tree.pageCount - tree.leafPages - tree.overflowPages },
      { name: 'overflow pages', pages: tree.overflowPages },
    ].filter(({ pages }) => pages > 0),
    compressedBytes: tree.bytes,
    uncompressedBytes: tree.bytes,
    values: tree.rows,
    nulls: null,
    distinct: null,
    min: null,
    max: null,
  };
}

function fileFindings(fileBytes: number, freeBytes: number, isWriteAhead: boolean): Finding[] {
  const texts: string[] = [];
  if (freeBytes > 0.05 * fileBytes)
    texts.push(
      `${bytesText(freeBytes)}, ${percent(freeBytes / fileBytes)} of the file, are free pages, which deleted rows left. VACUUM returns them.`,
    );
  if (isWriteAhead)
    texts.push(
      'The database is in write-ahead mode: changes that are not checkpointed are in a file beside it, whose name ends with “-wal”, and not in this map.',
    );
  return texts.map((text) => ({ column: null, text }));
}

/** From this share on, a table's or an index's share of the file is worth a sentence. */
const largeShare = 0.1;

function treeFindings(
  { type, name, tableName }: SchemaEntry,
  tree: MappedBTree,
  trees: readonly { readonly entry: SchemaEntry; readonly tree: MappedBTree }[],
  fileBytes: number,
): Finding[] {
  if (tree.bytes < largeShare * fileBytes || tree.pageCount < 4) return [];
  const texts: string[] = [];
  if (tree.unusedBytes > 0.25 * tree.bytes)
    texts.push(
      `${bytesText(tree.unusedBytes)} in its pages, ${percent(tree.unusedBytes / tree.bytes)} of their bytes, hold nothing: rows were inserted out of order, or deleted. VACUUM packs them.`,
    );
  if (tree.overflowPages > 0.5 * tree.pageCount)
    texts.push(
      `${tree.overflowPages.toLocaleString('en')} of its ${tree.pageCount.toLocaleString('en')} pages are overflow pages: its rows are larger than a page.`,
    );
  const table = trees.find(({ entry }) => entry.type === 'table' && entry.name === tableName);
  if (type === 'index' && table !== undefined && tree.bytes > 0.5 * table.tree.bytes) {
    const all = sum(
      trees
        .filter(({ entry }) => entry.type === 'index' && entry.tableName === tableName)
        .map((each) => each.tree.bytes),
    );
    texts.push(
      `It takes ${bytesText(tree.bytes)}; its table ${tableName} takes ${bytesText(table.tree.bytes)}, and all indexes of that table ${bytesText(all)}.`,
    );
  }
  return texts.map((text) => ({ column: name, text }));
}
