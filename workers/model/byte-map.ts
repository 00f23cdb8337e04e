/** What the bytes of a span are for. */
const spanKinds = [
  'values',
  'indices',
  'offsets',
  'validity',
  'levelsAndValues',
  'dictionary',
  'repetitionLevels',
  'definitionLevels',
  'pageHeader',
  'columnIndex',
  'offsetIndex',
  'bloomFilter',
  'indexEntries',
  'recordKeys',
  'recordHeader',
  'objectHeader',
  'tree',
  'heap',
  'overflow',
  'opcodes',
  'schema',
  'metadata',
  'magic',
  'padding',
  'page',
  'notFetched',
  'freeSpace',
  'unknown',
] as const;
export type SpanKind = (typeof spanKinds)[number];

/** Bytes of one kind in a file. */
export interface ByteSpan {
  readonly kind: SpanKind;
  /** Where they begin. */
  readonly offset: number;
  readonly bytes: number;
  /** How many pieces they are in, if they don't stand together: the keys of a thousand records. */
  readonly pieces?: number;
}

/**
 * A part of a file: a column, one of its row groups, a page. Its bytes are those of its parts, which need not stand together. A part without
 * parts is one span.
 */
export type MapNode =
  | { readonly name: string; readonly bytes: number; readonly span: ByteSpan }
  | { readonly name: string; readonly bytes: number; readonly parts: readonly MapNode[] };

/** What the file says of a column, and what its pages show. In other formats, a column is a dataset, an array, a branch or a table. */
export interface ColumnFacts {
  /** The path in the schema, with dots. */
  readonly name: string;
  readonly type: string;
  readonly codecs: readonly string[];
  /** The encodings or layouts of the values, each with the number of its pages, chunks or occurrences; null where the pages were not read. */
  readonly encodings: readonly { readonly name: string; readonly pages: number | null }[];
  readonly compressedBytes: number;
  /** Null if the file does not tell: a record of a database is compressed with its key or its page. */
  readonly uncompressedBytes: number | null;
  /** Null if they are not counted. */
  readonly values: number | null;
  /** Null if the file does not tell. */
  readonly nulls: number | null;
  /** The number of distinct values. Null if it is not known. */
  readonly distinct: { readonly count: number; readonly isExact: boolean } | null;
  readonly min: string | null;
  readonly max: string | null;
}

/** Something worth knowing about a column or the file, as a sentence with figures. */
export interface Finding {
  /** Null if the sentence is about the whole file. */
  readonly column: string | null;
  readonly text: string;
}

/** What a format calls the things that `ByteMap.columns` describes, in the plural. */
const columnTerms = [
  'Columns',
  'Arrays',
  'Members',
  'Datasets',
  'Branches',
  'Tables and indexes',
  'Entries',
  'Records',
] as const;
export type ColumnTerm = (typeof columnTerms)[number];

/** Where the bytes of a file are: each byte belongs to exactly one span. */
export interface ByteMap {
  readonly format: string;
  readonly columnTerm: ColumnTerm;
  readonly fileBytes: number;
  /** The parts of the file. */
  readonly parts: readonly MapNode[];
  readonly columns: readonly ColumnFacts[];
  readonly findings: readonly Finding[];
}

/** The bytes of each kind among some parts. */
export function bytesByKind(parts: readonly MapNode[]): ReadonlyMap<SpanKind, number> {
  const sums = new Map<SpanKind, number>();
  const add = (node: MapNode): void => {
    if ('span' in node) sums.set(node.span.kind, (sums.get(node.span.kind) ?? 0) + node.bytes);
    else node.parts.forEach(add);
  };
  parts.forEach(add);
  return sums;
}

/** The spans of some parts, in the order in which they begin. */
export function spansOf(parts: readonly MapNode[]): ByteSpan[] {
  const spans: ByteSpan[] = [];
  const add = (node: MapNode): void => {
    if ('span' in node) spans.push(node.span);
    else node.parts.forEach(add);
  };
  parts.forEach(add);
  return spans.sort((one, other) => one.offset - other.offset);
}
