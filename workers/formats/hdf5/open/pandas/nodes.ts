import type { Column } from '../../../../model/column';
import { cellValue } from '../../../../model/table-row';
import { maxColumns } from '../../../../model/column-schema';
import { ValidityBuilder, VariableWidthBuilder } from '../../../../own-file/column-builders';
import type { ElementContext, NpyDtype, Places } from '../../../../own-file/element-types';
import { isUtf8, readColumn } from '../../../../own-file/elements';
import { columnName } from '../../../../own-file/notes';
import { plural } from '../../../../model/plural';
import { dtypeOfText } from '../../../npy/open/npy-header';
import { arrayOf, isArray } from '../../../pickle/open/arrays';
import { inZone } from '../../../pickle/open/extension-arrays';
import { unpickle } from '../../../pickle/open/machine';
import { columnOfValues } from '../../../pickle/open/objects-column';
import { type PyValue, UnreadColumn } from '../../../pickle/open/values';
import { readStrings, referenceBytes } from '../../file/global-heap';
import type { AttributeValues } from '../attribute-values';
import type { TypeSource } from '../datatypes';
import type { Hdf5Dataset } from '../objects';

/** A dataset of a DataFrame, with its attributes. Calling `values` reads them. */
export interface PandasNode {
  readonly dataset: Hdf5Dataset;
  readonly attributes: AttributeValues;
  readonly values: () => Uint8Array<ArrayBuffer>;
  /** The node with other rows of its dataset. */
  readonly ofDataset: (dataset: Hdf5Dataset) => PandasNode;
}

/** Where the values of a column are among those of a node, and how they are to be taken. */
interface ColumnPlace {
  readonly dtype: NpyDtype;
  readonly places: Places;
}

/** What pandas says of the values of a column: the type that it made integers of, the time zone, and the text that stands for a missing one. */
export interface PandasType {
  readonly name: string | null;
  readonly zone: PyValue;
  readonly missingText: string | null;
}

const timeTypes = /^(datetime64|timedelta64)(?:\[(s|ms|us|ns)(?:, .+)?\])?$/u;
const plainTypes = /^(?:bool|u?int\d+|float\d+|bytes\d+|string\d*)$/u;

export const textOf = (value: PyValue | undefined): string | null => (typeof value === 'string' ? value : null);

/** @throws UnreadColumn if pandas gives the values a type that is not read */
export function readPandasColumn(
  data: Uint8Array<ArrayBuffer>,
  { dtype, places }: ColumnPlace,
  { name: type, zone, missingText }: PandasType,
  name: string,
  context: ElementContext,
): Column {
  const [, time, unit = 'ns'] = timeTypes.exec(type ?? '') ?? [];
  if (time !== undefined) {
    if (dtype.kind !== 'number' || dtype.itemBytes !== 8)
      throw new UnreadColumn('its times are no integers of 64 bits');
    const ofTime = dtypeOfText(`${dtype.littleEndian ? '<' : '>'}${time === 'datetime64' ? 'M' : 'm'}8[${unit}]`);
    return inPandasZone(readColumn(data, ofTime, name, places, name, context), zone);
  }
  if (type !== null && !plainTypes.test(type)) throw new UnreadColumn(`it has pandas’ type ${type.slice(0, 60)}`);
  if (dtype.kind === 'other') throw new UnreadColumn(`it holds ${dtype.description}`);
  const column = readColumn(data, textDtype(dtype), name, places, name, context);
  return missingText === null ? column : withoutMissing(column, places.count, missingText, context);
}

/** pandas pads texts with zeros. */
const textDtype = (dtype: NpyDtype): NpyDtype =>
  dtype.kind === 'bytes' ? { ...dtype, padding: 'zeros', isText: true } : dtype;

/** pandas writes the zone as its name, or pickled. */
function inPandasZone(column: Column, zone: PyValue): Column {
  if (zone === null) return column;
  if (typeof zone !== 'string') return inZone(column, zone);
  if (column.type !== 'timestamp' || !/^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/u.test(zone))
    throw new UnreadColumn(`its time zone is ${zone.slice(0, 60)}, whose rules are not read`);
  const { name, validity, values } = column;
  return { name, type: 'timestamp', unit: 'unit' in column ? column.unit : 'us', timeZone: zone, validity, values };
}

function withoutMissing(column: Column, rowCount: number, missing: string, context: ElementContext): Column {
  if (column.type !== 'utf8') return column;
  const wanted = new TextEncoder().encode(missing);
  const validity = new ValidityBuilder(rowCount);
  const texts = new VariableWidthBuilder(rowCount);
  let count = 0;
  for (let row = 0; row < rowCount; row += 1) {
    const value = column.data.subarray(column.offsets[row], column.offsets[row + 1]);
    const isMissing = value.length === wanted.length && value.every((byte, at) => byte === wanted[at]);
    texts.appendBytes(isMissing ? value.subarray(0, 0) : value);
    if (!isMissing) continue;
    validity.setNull(row);
    count += 1;
  }
  if (count === 0) return column;
  context.notes.push(
    `${columnName(column.name)}: the text “${missing.slice(0, 20)}” stands for a missing value in this file. ${plural(count, 'value')} of it ${count === 1 ? 'is null' : 'are nulls'}.`,
  );
  return texts.build(column.name, 'utf8', validity.build());
}

/** Whether PyTables pickled the values of a node as one array of objects. */
export const isPickled = ({ attributes }: PandasNode): boolean => attributes.get('PSEUDOATOM') === 'object';

/** An array of Python's values, in C order. */
export interface PickledObjects {
  readonly shape: readonly number[];
  readonly values: readonly PyValue[];
}

/** The pickled array of a node. Nothing of the pickle is executed. */
export function pickledObjects(node: PandasNode, { file, fail }: TypeSource): PickledObjects {
  const references = node.values();
  if (references.length !== referenceBytes) throw new UnreadColumn('it holds several pickles');
  const { bytes } = readStrings(file, references, fail);
  const { value } = unpickle(bytes.slice() as Uint8Array<ArrayBuffer>);
  const array = isArray(value) ? arrayOf(value) : null;
  if (array?.kind !== 'objects') throw new UnreadColumn('it holds pickled objects that are no array of values');
  return array;
}

/** One column of pickled objects, of which `columnCount` stand in each row. */
export const columnOfObjects = (
  { values }: PickledObjects,
  column: number,
  columnCount: number,
  name: string,
  context: ElementContext,
): Column =>
  columnOfValues(
    Array.from({ length: values.length / columnCount }, (_, row) => values[row * columnCount + column] ?? null),
    name,
    { ...context, format: 'pickle' },
  );

const tooManyColumns = (count: number) => new UnreadColumn(`it has ${plural(count, 'column')}`);

/** The texts by which columns are called. @throws UnreadColumn if they are no texts or numbers */
export function labelsOfNode(node: PandasNode, source: TypeSource): string[] {
  const kind = textOf(node.attributes.get('kind')) ?? '';
  const count = node.dataset.shape?.[0] ?? 0;
  if (isPickled(node)) {
    const { values } = pickledObjects(node, source);
    if (values.length > maxColumns) throw tooManyColumns(values.length);
    return values.map((value) => {
      if (typeof value === 'string' || typeof value === 'bigint' || typeof value === 'number') return String(value);
      throw new UnreadColumn('its columns are called by Python objects');
    });
  }
  if (count > maxColumns) throw tooManyColumns(count);
  if (!['string', 'integer', 'float'].includes(kind))
    throw new UnreadColumn(`its columns are called by values of the kind ${kind.slice(0, 40)}`);
  const { dtype } = node.dataset;
  if (dtype.kind === 'other') throw new UnreadColumn('its columns are called by values that are not read');
  const places = { count, at: (index: number) => index * dtype.itemBytes, isDense: true };
  const data = node.values();
  if (dtype.kind === 'bytes' && !isUtf8(data, new TextDecoder('utf-8', { fatal: true })))
    throw new UnreadColumn('its columns are called by texts that are not UTF-8');
  const context: ElementContext = { notes: [], format: 'hdf5', remedy: '' };
  const column = readColumn(data, textDtype(dtype), 'columns', places, 'columns', context);
  return Array.from({ length: count }, (_, row) => String(cellValue(column, row)));
}
