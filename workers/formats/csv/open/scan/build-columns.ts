import type { Column } from '../../../../model/column';
import { numbersAlteredNote } from '../../../../own-file/notes';
import type { TimestampTextUnit } from '../../../../own-file/timestamp-texts';
import { isIsoFormat, isoDateFormat, type SniffedDialect } from '../dialect';
import { type CsvType, decimalDigitsOf } from '../types';
import { asDecimals } from '../wide-decimals';
import type { ColumnBuild, ColumnBuildKind } from './built-column';
import type { ColumnCounts } from './counts';
import { textsOf } from './exact';
import type { ColumnFormats } from './formats';
import type { Scan, ScanFacts, ScanLayout, ScanModule } from './scan-module';

/** A text whose columns are to be built. */
interface Unbuilt {
  readonly module: ScanModule;
  readonly utf8: Blob;
  readonly layout: ScanLayout;
  readonly names: readonly string[];
}

/** The kind of column that a scan builds for each of these types. `instants` has the unit of each column of instants. */
export function columnBuildKindsOf(
  types: readonly CsvType[],
  instants: ReadonlyMap<number, TimestampTextUnit>,
  sniffed: SniffedDialect,
  formats: readonly ColumnFormats[],
): readonly ColumnBuild[] {
  return types.map((type, index): ColumnBuild => {
    const unit = instants.get(index);
    if (unit !== undefined) return { kind: unit === 'ns' ? 'instantsNs' : 'instantsUs', format: null };
    switch (type) {
      case 'int64':
      case 'uint64':
      case 'float64':
      case 'bool':
        return { kind: type, format: null };
      case 'date':
      case 'timestamp': {
        const usual = type === 'date' ? sniffed.dateFormat : sniffed.timestampFormat;
        const format = sniffed.columns[index]?.ownFormat ?? usual;
        if (format !== 'iso' && !isIsoFormat(format)) return { kind: type, format };
        return { kind: type, format: formats[index]?.isUnpadded === true && type === 'date' ? isoDateFormat : null };
      }
      default:
        return { kind: 'utf8', format: null };
    }
  });
}

/** As `columnBuildKindsOf`, for types that the user chose. */
function chosenKindOf(
  type: CsvType,
  { kind, format }: ColumnBuild,
  index: number,
  { columns, dateFormat, timestampFormat }: SniffedDialect,
): ColumnBuild {
  if (kind === 'instantsUs' || kind === 'instantsNs' || type === 'utf8') return { kind, format };
  if (type.startsWith('decimal')) return { kind: 'chosen decimal', format: null };
  if (type !== 'date' && type !== 'timestamp') return { kind: `chosen ${type}` as ColumnBuildKind, format: null };
  // A date that is to be a timestamp, or the reverse, is written as what it was found to be.
  const { type: found, ownFormat } = columns[index] ?? { type: 'utf8' };
  const written = found === 'date' || found === 'timestamp' ? found : type;
  const own = ownFormat ?? (written === 'date' ? dateFormat : timestampFormat);
  if (own !== null && own !== 'iso' && !isIsoFormat(own)) return { kind: type, format: own };
  // Where the format of dates is certain, other texts are none.
  return written === 'date' && own !== null ? { kind: type, format } : { kind: `chosen ${type}`, format: null };
}

/** The columns of the scan. Those that it built as another kind than they have in the end are built by a second pass. */
export async function columnsOf(
  { module, utf8, layout, names }: Unbuilt,
  scan: Scan,
  planned: readonly ColumnBuild[],
  kinds: readonly ColumnBuild[],
): Promise<readonly Column[]> {
  const taken = kinds.map(({ kind, format }, index) =>
    kind === planned[index]?.kind && format === planned[index]?.format
      ? scan.takeColumn(index, names[index] ?? '', kind)
      : null,
  );
  if (taken.every((column) => column !== null)) return taken;
  const again = module.newScan({ ...layout, countsTexts: false });
  for (const [index, kind] of kinds.entries()) if (taken[index] === null) again.build(index, kind);
  await again.read(utf8);
  const columns = kinds.map(({ kind }, index) => {
    const column = taken[index] ?? again.takeColumn(index, names[index] ?? '', kind);
    if (column === null) throw new Error(`Column ${names[index]} was counted as ${kind}, but has other values.`);
    return column;
  });
  again.free();
  return columns;
}

/** The columns of types that the user chose. Rows with a value that is none of its type are left out. Notes say what numbers lose by their types. */
export async function chosenColumns(
  { module, utf8, layout, names }: Unbuilt,
  { sniffed, counts }: { readonly sniffed: SniffedDialect; readonly counts: readonly ColumnCounts[] },
  { types, kinds: found }: { readonly types: readonly CsvType[]; readonly kinds: readonly ColumnBuild[] },
  notes: string[],
): Promise<{ readonly columns: readonly Column[]; readonly facts: ScanFacts }> {
  const scan = module.newScan({ ...layout, nullWords: sniffed.nullWords, countsTexts: false });
  scan.beStrict();
  const kinds = types.map((type, index) =>
    chosenKindOf(type, found[index] ?? { kind: 'utf8', format: null }, index, sniffed),
  );
  for (const [index, kind] of kinds.entries()) scan.build(index, kind);
  await scan.read(utf8);
  const facts = scan.facts();
  for (const [index, type] of types.entries()) {
    const { count, first } = scan.altered(index);
    const all = counts[index];
    if (count > 0 && all !== undefined)
      notes.push(numbersAlteredNote(names[index] ?? '', type, count, textsOf(all, sniffed.nullWords), first));
  }
  const columns = kinds.map(({ kind }, index) => {
    const column = scan.takeColumn(index, names[index] ?? '', kind);
    if (column === null) throw new Error(`Column ${names[index]} was not built as ${kind}.`);
    const digits = decimalDigitsOf(types[index]);
    return digits === null ? column : asDecimals(column, digits, facts.rowCount);
  });
  scan.free();
  return { columns, facts };
}
