import { damageOf } from './damaged-input';
import * as v from 'valibot';
import { compareBytes } from './byte-order';
import type { ByteStrings } from './byte-strings';
import {
  type Column,
  decimalWordCount,
  type FixedWidthColumn,
  numericConstructor,
  type NumericType,
  type PlainColumn,
  storageType,
} from './column';
import { type ColumnSchema, isPlainSchema } from './column-schema';
import {
  type Dataset,
  type DatasetSchema,
  type Dict,
  datasetSchemaSchema,
  type KeyedVectors,
  type List,
  type ScalarType,
} from './dataset';
import { carrierSlots, inconsistencyOf, type Molecules } from './molecules/molecules';
import { parseWithSchema } from './parse';
import { roundUpToMultipleOf8, unpackTexts } from './canonical';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const headerSchema = v.strictObject({ schema: datasetSchemaSchema, itemCount: count, buffers: v.array(count) });

const headerLimitBytes = 16 * 1024 * 1024;

/**
 * Reads a dataset in canonical form. Numeric buffers are views into `buffer`.
 * @throws `malformedInput` if `buffer` is not in canonical form.
 */
export function fromCanonical(buffer: ArrayBuffer): Dataset {
  const all = new Uint8Array(buffer);
  const headerEnd = all.subarray(0, headerLimitBytes).indexOf(0x0a);
  if (headerEnd < 0) throw malformed('has no header line');
  const { schema, itemCount, lengths } = readHeader(all.subarray(0, headerEnd));
  let offset = headerEnd + 1;
  let next = 0;
  const take = <T extends NumericType>(type: T, elements: number) => {
    const length = lengths[next++];
    if (length === undefined || offset + length > all.length) throw malformed('ends before its last buffer');
    const Values = numericConstructor(type);
    const wanted = elements * Values.BYTES_PER_ELEMENT;
    if (length !== wanted) throw malformed(`has a buffer of ${length} bytes of ${type} instead of ${wanted}`);
    const view = new Values(buffer, offset, length / Values.BYTES_PER_ELEMENT);
    offset += roundUpToMultipleOf8(length);
    return view as InstanceType<typeof Values>;
  };
  const takeOffsets = (rowCount = itemCount) => {
    const offsets = take('int32', rowCount + 1) as Int32Array;
    if (offsets[0] !== 0 || offsets.some((end, index) => index > 0 && end < (offsets[index - 1] ?? 0)))
      throw malformed('has offsets that do not ascend from 0');
    return offsets;
  };
  const takeByteStrings = (): ByteStrings => {
    const offsets = takeOffsets();
    return { offsets, data: take('uint8', offsets[itemCount] ?? 0) as Uint8Array };
  };
  const takeScalars = (type: ScalarType): (number | bigint | string)[] => {
    if (type === 'utf8') return unpackTexts(takeByteStrings());
    return Array.from(take(type, itemCount) as Iterable<number | bigint>);
  };
  const takeColumn = (column: ColumnSchema, rowCount: number): Column => {
    const { name } = column;
    const validity = column.nullable ? (take('uint8', Math.ceil(rowCount / 8)) as Uint8Array) : null;
    const base = { name, validity };
    const takeTicks = () => take('int64', rowCount) as BigInt64Array;
    switch (column.type) {
      case 'utf8':
      case 'binary':
      case 'json': {
        const offsets = takeOffsets(rowCount);
        return { ...base, type: column.type, offsets, data: take('uint8', offsets[rowCount] ?? 0) as Uint8Array };
      }
      case 'float16':
        return { ...base, type: 'float16', values: take('uint16', rowCount) as Uint16Array };
      case 'timestamp': {
        if (isPlainSchema(column)) return { ...base, type: 'timestamp', values: takeTicks() };
        const { unit = 'us', timeZone = null } = column;
        return { ...base, type: 'timestamp', unit, timeZone, values: takeTicks() };
      }
      case 'time':
      case 'duration':
        return { ...base, type: column.type, unit: column.unit, values: takeTicks() };
      case 'decimal': {
        const { precision, scale } = column;
        const values = take('int64', rowCount * decimalWordCount(precision)) as BigInt64Array;
        return { ...base, type: 'decimal', precision, scale, values };
      }
      case 'fixedBinary':
        return {
          ...base,
          type: 'fixedBinary',
          width: column.width,
          data: take('uint8', rowCount * column.width) as Uint8Array,
        };
      case 'category': {
        const { ordered, categories: categoryCount, item } = column;
        const indices = take('int32', rowCount) as Int32Array;
        if (indices.some((index) => index < 0 || (index >= categoryCount && index > 0)))
          throw malformed(`has an index outside of the ${categoryCount} categories of “${name}”`);
        const categories = takeColumn(item, categoryCount) as PlainColumn;
        return { ...base, type: 'category', ordered, indices, categories };
      }
      case 'list': {
        const offsets = takeOffsets(rowCount);
        return { ...base, type: 'list', offsets, item: takeColumn(column.item, offsets[rowCount] ?? 0) };
      }
      case 'struct':
        return { ...base, type: 'struct', fields: column.fields.map((field) => takeColumn(field, rowCount)) };
      default:
        return { ...base, type: column.type, values: take(storageType[column.type], rowCount) } as FixedWidthColumn;
    }
  };
  const dataset = ((): Dataset => {
    switch (schema.kind) {
      case 'table':
        return {
          kind: 'table',
          rowCount: itemCount,
          columns: schema.columns.map((column) => takeColumn(column, itemCount)),
        };
      case 'keyedVectors': {
        const offsets = takeOffsets();
        const ids = take('uint8', offsets[itemCount] ?? 0) as Uint8Array;
        const matrix = take(schema.elementType, itemCount * schema.dimension) as Float64Array;
        const decoder = new TextDecoder();
        const entries = new Map<string, Float64Array>();
        for (let row = 0; row < itemCount; row += 1) {
          const id = decoder.decode(ids.subarray(offsets[row], offsets[row + 1]));
          entries.set(id, matrix.subarray(row * schema.dimension, (row + 1) * schema.dimension));
        }
        if (entries.size !== itemCount) throw malformed('repeats an id');
        return {
          kind: 'keyedVectors',
          elementType: schema.elementType,
          dimension: schema.dimension,
          entries,
        } as KeyedVectors;
      }
      case 'array':
        return {
          kind: 'array',
          elementType: schema.elementType,
          shape: schema.shape,
          values: take(
            schema.elementType,
            schema.shape.reduce((product, length) => product * length, 1),
          ),
        };
      case 'stringArray':
        return { kind: 'stringArray', values: takeScalars('utf8') as string[] };
      case 'list':
        return { kind: 'list', elementType: schema.elementType, values: takeScalars(schema.elementType) } as List;
      case 'dict': {
        const keys = takeScalars(schema.keyType);
        const values = takeScalars(schema.valueType);
        const entries = new Map<unknown, unknown>();
        for (let index = 0; index < itemCount; index += 1) entries.set(keys[index], values[index]);
        if (entries.size !== itemCount) throw malformed('repeats a key');
        return { kind: 'dict', keyType: schema.keyType, valueType: schema.valueType, entries } as Dict;
      }
      case 'records': {
        const keys = takeByteStrings();
        if (!areKeysAscending(keys)) throw malformed('has records whose keys do not ascend');
        return { kind: 'records', recordCount: itemCount, keys, values: takeByteStrings() };
      }
      case 'molecules': {
        const [atomOffsets, bondOffsets, stereoOffsets] = [takeOffsets(), takeOffsets(), takeOffsets()];
        const [atomCount, bondCount, stereoCount] = [atomOffsets, bondOffsets, stereoOffsets].map(
          (offsets) => offsets[itemCount] ?? 0,
        ) as [number, number, number];
        const molecules: Molecules = {
          kind: 'molecules',
          moleculeCount: itemCount,
          atomOffsets,
          bondOffsets,
          stereoOffsets,
          atoms: {
            elements: take('uint8', atomCount),
            isotopes: take('uint16', atomCount),
            charges: take('int8', atomCount),
            hydrogens: take('uint8', atomCount),
            aromatic: take('uint8', atomCount),
            maps: take('uint16', atomCount),
          },
          bonds: {
            begins: take('uint16', bondCount),
            ends: take('uint16', bondCount),
            orders: take('uint8', bondCount),
            aromatic: take('uint8', bondCount),
          },
          stereo: {
            kinds: take('uint8', stereoCount),
            centers: take('uint16', stereoCount),
            carriers: take('uint16', stereoCount * carrierSlots),
            configurations: take('uint8', stereoCount),
          },
          coordinates: schema.coordinates ? take('float64', 2 * atomCount) : null,
          titles: takeByteStrings(),
        };
        const inconsistency = inconsistencyOf(molecules);
        if (inconsistency !== null) throw malformed(inconsistency);
        return molecules;
      }
      case 'bytes':
        return { kind: 'bytes', bytes: take('uint8', itemCount) as Uint8Array };
    }
  })();
  if (offset !== all.length) throw malformed(`is ${all.length} bytes long, but its header declares ${offset}`);
  return dataset;
}

/** True if each key's bytes come after those of the previous key. */
export function areKeysAscending({ offsets, data }: ByteStrings): boolean {
  for (let index = 1; index < offsets.length - 1; index += 1) {
    const start = offsets[index] ?? 0;
    if (compareBytes(data, offsets[index - 1] ?? 0, start, data, start, offsets[index + 1] ?? 0) >= 0) return false;
  }
  return true;
}

const malformed = damageOf({ stage: 'load', subject: 'The dataset’s canonical form' });

function readHeader(line: Uint8Array): { schema: DatasetSchema; itemCount: number; lengths: number[] } {
  let header: unknown;
  try {
    header = JSON.parse(new TextDecoder().decode(line));
  } catch (cause) {
    throw malformed('has a header that is not JSON', null, cause);
  }
  const { schema, itemCount, buffers } = parseWithSchema(
    headerSchema,
    header,
    'header of the dataset’s canonical form',
  );
  return { schema, itemCount, lengths: buffers };
}
