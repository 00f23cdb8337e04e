import { createCRC32 } from 'hash-wasm';
import { copyValues, copyValuesInto, type PlaceValues, readNpy, viewValues, writeNpy } from '../../libraries/npy-file';
import { packKeyedVectors, unpackTexts } from '../../model/canonical';
import { makeDict, type ScalarValues } from '../../model/collections';
import {
  type Dataset,
  type Dict,
  type KeyedVectors,
  kindNames,
  type NumericArray,
  type ScalarType,
  type StringArray,
} from '../../model/dataset';
import { type Allocate, allocateBuffer, type FormatModule } from '../../model/entry';
import { FormatlabError } from '../../model/errors';
import { ReusedMemory } from '../../model/reused-memory';
import { withoutTrailingZeros } from '../../model/unicode-arrays';
import { type Checksum, readArchive, writeDeflated, writeStored } from './zip/archive';

type Member = NumericArray | StringArray;

const damaged = (message: string) =>
  new FormatlabError({ tag: 'malformedInput', stage: 'decode', format: 'npz', message: `npz: ${message}` });

function membersOf(dataset: Dataset): Readonly<Record<string, Member>> {
  switch (dataset.kind) {
    case 'dict': {
      const { entries, keyType, valueType } = dataset;
      return {
        keys: arrayOf(keyType, [...entries.keys()] as string[], true),
        values: arrayOf(valueType, [...entries.values()] as string[], false),
      };
    }
    case 'keyedVectors': {
      const { offsets, ids, matrix } = packKeyedVectors(dataset);
      return {
        ids: arrayOf('utf8', unpackTexts({ offsets, data: ids }), true),
        vectors: {
          kind: 'array',
          elementType: dataset.elementType,
          shape: [dataset.entries.size, dataset.dimension],
          values: matrix,
        },
      };
    }
    default:
      throw new FormatlabError({
        tag: 'unsupported',
        stage: 'encode',
        format: 'npz',
        message: `Formatlab has no .npz layout for ${kindNames[dataset.kind]}.`,
      });
  }
}

function arrayOf(type: ScalarType, values: readonly (string | number | bigint)[], areKeys: boolean): Member {
  switch (type) {
    case 'float64':
      return {
        kind: 'array',
        elementType: 'float64',
        shape: [values.length],
        values: Float64Array.from(values as number[]),
      };
    case 'int64':
      return {
        kind: 'array',
        elementType: 'int64',
        shape: [values.length],
        values: BigInt64Array.from(values as bigint[]),
      };
    case 'utf8':
      if (areKeys) requireDistinct(values as string[]);
      return { kind: 'stringArray', values: values as string[] };
  }
}

/** Rejects keys that become equal without the zeros at their ends. */
function requireDistinct(keys: readonly string[]): void {
  const shortened = keys.filter((key) => key.endsWith('\0'));
  if (shortened.length === 0) return;
  if (new Set(keys.map(withoutTrailingZeros)).size < keys.length)
    throw new FormatlabError({
      tag: 'unsupported',
      stage: 'encode',
      format: 'npz',
      message: 'Two keys differ only in NUL characters at their ends, which numpy doesn’t keep.',
    });
}

/** Values that lie in the file are placed by `place`; those that were decompressed stay where they are. */
function read(file: Uint8Array<ArrayBuffer>, checksum: Checksum, place: PlaceValues): Dict | KeyedVectors {
  const members = readArchive(file, checksum);
  const member = (name: string): Member | undefined => {
    const found = members.get(`${name}.npy`);
    return found === undefined ? undefined : readNpy(found.bytes, 'npz', found.isInFile ? place : viewValues);
  };
  const keys = member('keys');
  const values = member('values');
  if (keys !== undefined && values !== undefined) return makeDict(...scalarsOf(keys, values), 'npz');
  const ids = member('ids');
  const vectors = member('vectors');
  if (ids?.kind !== 'stringArray' || vectors?.kind !== 'array')
    throw damaged('the archive has neither the arrays keys and values nor the arrays ids and vectors.');
  return vectorsOf(ids.values, vectors);
}

function scalarsOf(keys: Member, values: Member): ['utf8' | 'int64', ScalarType, ScalarValues, ScalarValues] {
  const [keyType, keyValues] = plain(keys, 'keys');
  const [valueType, valueValues] = plain(values, 'values');
  if (keyType === 'float64') throw damaged('the keys are float64; Formatlab reads texts and int64.');
  return [keyType, valueType, keyValues, valueValues];
}

function plain(member: Member, name: string): [ScalarType, ScalarValues] {
  if (member.kind === 'stringArray') return ['utf8', member.values];
  if (member.shape.length !== 1) throw damaged(`${name} has ${member.shape.length} dimensions; Formatlab reads one.`);
  if (member.values instanceof Float64Array) return ['float64', Array.from(member.values)];
  if (member.values instanceof BigInt64Array) return ['int64', Array.from(member.values)];
  throw damaged(`${name} is of type ${member.elementType}; Formatlab reads float64, int64 and texts.`);
}

function vectorsOf(ids: readonly string[], { values, shape, elementType }: NumericArray): KeyedVectors {
  const [count, dimension] = shape;
  if (
    shape.length !== 2 ||
    dimension === undefined ||
    dimension < 1 ||
    !(values instanceof Float64Array || values instanceof Float32Array)
  )
    throw damaged(
      `the vectors are of shape (${shape.join(', ')}) and type ${elementType}; Formatlab reads rows of float64 or float32.`,
    );
  if (count !== ids.length) throw damaged(`there are ${ids.length} ids, but ${count} vectors.`);
  const entries = new Map(ids.map((id, row) => [id, values.subarray(row * dimension, (row + 1) * dimension)] as const));
  if (entries.size !== ids.length) throw damaged('the same id occurs twice.');
  return { kind: 'keyedVectors', elementType, dimension, entries } as KeyedVectors;
}

export const format: FormatModule = {
  async open({ options }) {
    const hasher = await createCRC32();
    const checksum: Checksum = (bytes) => {
      const [a = 0, b = 0, c = 0, d = 0] = hasher.init().update(bytes).digest('binary');
      return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
    };
    const write = (dataset: Dataset, allocate: Allocate = allocateBuffer) => {
      const members = Object.fromEntries(
        Object.entries(membersOf(dataset)).map(([name, member]) => [`${name}.npy`, writeNpy(member, 'npz')]),
      );
      return options.members === 'deflated' ? writeDeflated(members) : writeStored(members, checksum, allocate);
    };
    /** The file of the last `encodeView`, and the values of the last `decodeView`. */
    const fileMemory = new ReusedMemory();
    const memory = new ReusedMemory();
    return {
      encode: write,
      encodeView: (dataset) => write(dataset, (sizeBytes) => fileMemory.whole(sizeBytes)),
      decode: (file) => read(file, checksum, copyValues),
      decodeView(file) {
        memory.begin();
        return read(file, checksum, copyValuesInto(memory));
      },
    };
  },
  /** Whether texts end in NUL characters. */
  forget(dataset) {
    if (dataset.kind !== 'dict' && dataset.kind !== 'keyedVectors') return dataset;
    const kept = <T>(value: T) => (typeof value === 'string' ? withoutTrailingZeros(value) : value);
    const entries = new Map(
      [...(dataset.entries as ReadonlyMap<unknown, unknown>)].map(([key, value]) => [kept(key), kept(value)] as const),
    );
    return { ...dataset, entries } as Dict | KeyedVectors;
  },
};
