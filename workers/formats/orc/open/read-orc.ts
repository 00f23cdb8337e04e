import { DamagedInput } from '../../../model/damaged-input';
import type { Column } from '../../../model/column';
import { maxColumns } from '../../../model/column-schema';
import type { RefusedColumn } from '../../../model/errors';
import type { FileSettings } from '../../../model/file-settings';
import { distinctNames } from '../../../own-file/column-builders';
import { type ImportResult, importResult } from '../../../own-file/imported';
import { MemoryUse } from '../../../own-file/memory-use';
import { columnName, metadataLeftOutNotes } from '../../../own-file/notes';
import { plural } from '../../../model/plural';
import { damagedFileError } from '../../../own-file/refusal';
import { unlessUnsupported } from '../../../own-file/refused-columns';
import { codecName } from './chunks';
import { ColumnPlanner } from './column-readers';
import { withoutNullRows, NullMask } from './rows';
import { Stripe } from './stripe';
import { type OrcTail, readTail } from './tail';
import { type OrcType, typeText } from './types';
import type { ColumnReader } from './value-readers';

const remedy = 'Copy or download it again, or write it again with the program that made it.';
/** The name of the only column of a file whose root is no struct. */
const valueColumn = 'value';

/**
 * Reads an ORC file (ORC specification v1). All sizes and counts in it are checked before they are used.
 * @throws FormatlabError if the file is damaged, too large, encrypted, or compressed with a codec that Formatlab does not have
 */
export async function readOrc(file: Blob): Promise<ImportResult> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const place: Place = { stripe: 0 };
  try {
    return await readTable(bytes, place);
  } catch (thrown) {
    if (!(thrown instanceof DamagedInput)) throw thrown;
    const where = place.stripe === 0 ? '' : ` (stripe ${place.stripe.toLocaleString('en')})`;
    throw damagedFileError(thrown, { format: 'orc', remedy, where });
  }
}

/** The stripe that is read, from 1; 0 before the first. */
interface Place {
  stripe: number;
}

async function readTable(bytes: Uint8Array<ArrayBuffer>, place: Place): Promise<ImportResult> {
  const tail = await readTail(bytes);
  const notes: string[] = [];
  const refused: RefusedColumn[] = [];
  const fields = fieldsOf(tail.root, notes);
  const memory = new MemoryUse('orc');
  const planner = new ColumnPlanner(memory, tail.isJulian);
  const readers = fields.map(({ name, type }, index) =>
    unlessUnsupported(index, name, refused, () => planner.plan(type, name)),
  );
  if (readers.some((reader) => reader !== null)) readStripes(bytes, tail, readers, { memory, place });
  place.stripe = 0;
  const columns = fields.flatMap(({ name }, index): Column[] => {
    const reader = readers[index] ?? null;
    if (reader === null) return [];
    const own: string[] = [];
    const column = unlessUnsupported(index, name, refused, () => reader.build(name, (text) => own.push(text)));
    if (column === null) return [];
    notes.push(...new Set(own.map((text) => `${columnName(name)}: ${text}`)));
    return [column];
  });
  notes.push(...metadataLeftOutNotes(tail.metadataKeys));
  const rowCount = columns.length === 0 ? 0 : tail.rowCount;
  refused.sort((left, right) => left.index - right.index);
  return {
    ...importResult({ kind: 'table', rowCount, columns }, notes),
    refusedColumns: refused,
    facts: factsOf(tail, fields),
  };
}

/** The rows of a file are structs. Others are read as one column. */
function fieldsOf(root: OrcType, notes: string[]): readonly { readonly name: string; readonly type: OrcType }[] {
  if (root.kind !== 'struct') {
    notes.push(`Its rows are no structs, and are read as the column “${valueColumn}”.`);
    return [{ name: valueColumn, type: root }];
  }
  if (root.children.length > maxColumns) throw new DamagedInput(`has more than ${plural(maxColumns, 'column')}`);
  const names = distinctNames(
    root.children.map(({ name }) => name),
    notes,
  );
  return root.children.map(({ type }, index) => ({ name: names[index] ?? '', type }));
}

function readStripes(
  bytes: Uint8Array<ArrayBuffer>,
  tail: OrcTail,
  readers: readonly (ColumnReader | null)[],
  { memory, place }: { readonly memory: MemoryUse; readonly place: Place },
): void {
  const rootNulls = new NullMask(memory);
  for (const stripePlace of tail.stripes) {
    place.stripe += 1;
    const stripe = new Stripe(bytes, tail, stripePlace);
    const rows = withoutNullRows(stripePlace.rowCount);
    if (tail.root.kind === 'struct' && rootNulls.read(stripe, tail.root.id, rows, 'its rows').filled < rows.count)
      throw new DamagedInput('has rows that are null as a whole');
    for (const reader of readers) reader?.read(stripe, rows);
  }
}

function factsOf(tail: OrcTail, fields: readonly { readonly type: OrcType }[]): FileSettings['facts'] {
  const largest = tail.stripes.reduce((most, { rowCount }) => Math.max(most, rowCount), 0);
  const count = tail.stripes.length;
  return [
    { name: 'Codec', value: codecName(tail.codec) },
    {
      name: 'Stripes',
      value:
        count === 0
          ? 'none'
          : `${count.toLocaleString('en')} of ${count === 1 ? '' : 'at most '}${plural(largest, 'row')}`,
    },
    { name: 'Schema', value: schemaText(fields) },
    { name: 'Written by', value: tail.writer },
  ];
}

/** The types of the columns with their numbers, without names, since results contain these sentences. */
function schemaText(fields: readonly { readonly type: OrcType }[]): string {
  const counts = new Map<string, number>();
  for (const { type } of fields) counts.set(typeText(type), (counts.get(typeText(type)) ?? 0) + 1);
  const types = [...counts].map(([name, count]) => `${count.toLocaleString('en')} ${name}`);
  return `${plural(fields.length, 'column')}${types.length === 0 ? '' : `: ${types.join(', ')}`}`.slice(0, 300);
}
