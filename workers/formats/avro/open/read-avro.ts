import { DamagedInput } from '../../../model/damaged-input';
import type { Column } from '../../../model/column';
import { maxColumns } from '../../../model/column-schema';
import type { Table } from '../../../model/dataset';
import type { RefusedColumn } from '../../../model/errors';
import type { FileSettings } from '../../../model/file-settings';
import { distinctNames } from '../../../own-file/column-builders';
import { type ImportResult, importResult } from '../../../own-file/imported';
import { MemoryUse } from '../../../own-file/memory-use';
import { metadataLeftOutNotes } from '../../../own-file/notes';
import { plural } from '../../../model/plural';
import { damagedFileError } from '../../../own-file/refusal';
import { unlessUnsupported } from '../../../own-file/refused-columns';
import { blockDecoder } from './block-codecs';
import { ColumnPlanner, buildColumn } from './column-readers';
import { type AvroHeader, readBlocks, readHeader } from './container';
import { BinaryDecoder } from './binary-decoder';
import { type AvroType, parseSchema } from './schema';
import { ValueSkipper } from './skip';
import type { ValueReader } from './value-readers';

const remedy = 'Copy or download it again, or write it again with the program that made it.';
/** The name of the only column of a file whose items are no records. */
const valueColumn = 'value';

/** A field of the file's rows: one that is read, or one that is passed over. */
interface FieldReader {
  readonly name: string;
  readonly type: AvroType;
  readonly reader: ValueReader | null;
}

/**
 * Reads an Avro object container file. Its own schema is used, as written.
 * @throws FormatlabError if the file is damaged, too large, or compressed with a codec that the specification does not have
 */
export async function readAvro(file: Blob): Promise<ImportResult> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const place: Place = { block: 0 };
  try {
    return await readTable(bytes, place);
  } catch (thrown) {
    if (!(thrown instanceof DamagedInput)) throw thrown;
    const where = place.block === 0 ? '' : ` (block ${place.block.toLocaleString('en')})`;
    throw damagedFileError(thrown, { format: 'avro', remedy, where });
  }
}

/** The block that is read, from 1; 0 before the first. */
interface Place {
  block: number;
}

async function readTable(bytes: Uint8Array<ArrayBuffer>, place: Place): Promise<ImportResult> {
  const header = readHeader(bytes);
  const root = parseSchema(header.schema);
  const skipper = new ValueSkipper();
  const notes: string[] = [];
  const refused: RefusedColumn[] = [];
  const memory = new MemoryUse('avro');
  const fields = fieldsOf(root, new ColumnPlanner(memory, skipper), notes, refused);
  const { rowCount, facts } = await readRows(bytes, header, { fields, skipper, memory, place });
  const columns = fields.flatMap(({ name, reader }): Column[] =>
    reader === null ? [] : [buildColumn(reader, name, notes)],
  );
  notes.push(...metadataLeftOutNotes(header.otherKeys));
  const table: Table = { kind: 'table', rowCount: columns.length === 0 ? 0 : rowCount, columns };
  return { ...importResult(table, notes), refusedColumns: refused, facts };
}

/** The readers of the columns. Those that no type can hold are added to `refused`. */
function fieldsOf(root: AvroType, planner: ColumnPlanner, notes: string[], refused: RefusedColumn[]): FieldReader[] {
  const fields = root.kind === 'record' ? root.fields : [{ name: valueColumn, type: root }];
  if (fields.length > maxColumns) throw new DamagedInput(`has more than ${plural(maxColumns, 'column')}`);
  if (root.kind !== 'record') notes.push(`Its items are no records, and are read as the column “${valueColumn}”.`);
  const names = distinctNames(
    fields.map(({ name }) => name),
    notes,
  );
  return fields.map(({ type }, index): FieldReader => {
    const name = names[index] ?? '';
    return { name, type, reader: unlessUnsupported(index, name, refused, () => planner.plan(type, name)) };
  });
}

async function readRows(
  bytes: Uint8Array<ArrayBuffer>,
  header: AvroHeader,
  {
    fields,
    skipper,
    memory,
    place,
  }: {
    readonly fields: readonly FieldReader[];
    readonly skipper: ValueSkipper;
    readonly memory: MemoryUse;
    readonly place: Place;
  },
): Promise<{ readonly rowCount: number; readonly facts: FileSettings['facts'] }> {
  const decode = await blockDecoder(header.codec);
  const stored = fields.filter(({ type, reader }) => reader !== null || !skipper.isEmpty(type));
  const needsBytes = fields.some(({ type }) => !skipper.isEmpty(type));
  // Rows that no column takes up would be a loop without a limit.
  const isRead = fields.some(({ reader }) => reader !== null);
  let [rowCount, largestRows] = [0, 0];
  for (const block of readBlocks(bytes, header)) {
    place.block += 1;
    rowCount += block.rowCount;
    largestRows = Math.max(largestRows, block.rowCount);
    if (!isRead) continue;
    const decoder = new BinaryDecoder(decode(block.data));
    if (needsBytes && block.rowCount > decoder.left)
      throw new DamagedInput(`claims ${plural(block.rowCount, 'row')} in ${plural(decoder.left, 'byte')}`);
    for (let row = 0; row < block.rowCount; row += 1) {
      if (!needsBytes) memory.addEmpty();
      for (const { type, reader } of stored)
        if (reader === null) skipper.skip(type, decoder);
        else reader.read(decoder);
    }
    if (decoder.left > 0) throw new DamagedInput(`has ${plural(decoder.left, 'byte')} after the last row of a block`);
  }
  return {
    rowCount,
    facts: [
      { name: 'Codec', value: header.codec.slice(0, 60) },
      { name: 'Blocks', value: blocksText(place.block, largestRows) },
      { name: 'Schema', value: schemaText(fields) },
    ],
  };
}

const blocksText = (count: number, largestRows: number) =>
  count === 0
    ? 'none'
    : `${count.toLocaleString('en')} of ${count === 1 ? '' : 'at most '}${plural(largestRows, 'row')}`;

const nameOfType = (type: AvroType): string => {
  if (type.kind === 'union') {
    const others = type.branches.filter(({ kind }) => kind !== 'null');
    return others.length === 1 && others[0] !== undefined ? nameOfType(others[0]) : 'union';
  }
  return 'logical' in type && type.logical !== null ? `${type.kind} (${type.logical.name.slice(0, 40)})` : type.kind;
};

/** The types of the fields with their numbers, without names, since results contain these sentences. */
function schemaText(fields: readonly FieldReader[]): string {
  const counts = new Map<string, number>();
  for (const { type } of fields) counts.set(nameOfType(type), (counts.get(nameOfType(type)) ?? 0) + 1);
  const types = [...counts].map(([name, count]) => `${count.toLocaleString('en')} ${name}`);
  return `${plural(fields.length, 'field')}${types.length === 0 ? '' : `: ${types.join(', ')}`}`.slice(0, 300);
}
