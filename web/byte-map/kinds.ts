import type { SpanKind } from '../../workers/model/byte-map';

/** What a span of each kind is called, and its colour. Kinds with the same task share a colour. */
export const kindStyles: Readonly<Record<SpanKind, { readonly label: string; readonly color: string }>> = {
  values: { label: 'Values', color: 'var(--part-encode)' },
  indices: { label: 'Indices of dictionaries', color: 'var(--part-encode)' },
  offsets: { label: 'Offsets, views and types', color: 'var(--part-transfer)' },
  validity: { label: 'Validity bitmaps', color: 'var(--part-transfer)' },
  levelsAndValues: { label: 'Levels and values, compressed together', color: 'var(--part-encode)' },
  dictionary: { label: 'Dictionary', color: 'var(--part-decode)' },
  repetitionLevels: { label: 'Repetition levels', color: 'var(--part-transfer)' },
  definitionLevels: { label: 'Definition levels', color: 'var(--part-transfer)' },
  pageHeader: { label: 'Page headers', color: 'var(--ink-faint)' },
  columnIndex: { label: 'Column index', color: 'var(--ramp-middle)' },
  offsetIndex: { label: 'Offset index', color: 'var(--ramp-middle)' },
  bloomFilter: { label: 'Bloom filter', color: 'var(--ramp-low)' },
  schema: { label: 'Schema', color: 'var(--ink-faint)' },
  metadata: { label: 'Metadata', color: 'var(--ink-faint)' },
  magic: { label: 'Magic bytes', color: 'var(--ink-faint)' },
  padding: { label: 'Padding', color: 'var(--warning)' },
  page: { label: 'Pages, not taken apart', color: 'var(--part-encode)' },
  notFetched: { label: 'Not fetched', color: 'var(--ink-faint)' },
  unknown: { label: 'Unknown', color: 'var(--danger)' },
};
