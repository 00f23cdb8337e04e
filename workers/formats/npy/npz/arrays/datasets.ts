import { type NpyFile, npyFile, npyFileOfRows, type PlaceValues, readNpy } from '../../../../libraries/npy-file';
import { vectorsOf } from '../../../../model/canonical';
import { makeDict, type ScalarValues } from '../../../../columns/collections';
import {
  type Dataset,
  type Dict,
  type KeyedVectors,
  kindNames,
  type NumericArray,
  type ScalarType,
  type StringArray,
} from '../../../../model/dataset';
import { FormatlabError } from '../../../../model/errors';
import { withoutTrailingZeros } from '../../../../columns/unicode-arrays';
import { damaged } from '../zip/archive';

type Member = NumericArray | StringArray;

/** The arrays of a dataset, by their names in the archive. */
export function arraysOf(dataset: Dataset): ReadonlyMap<string, NpyFile> {
  switch (dataset.kind) {
    case 'dict': {
      const { entries, keyType, valueType } = dataset;
      return new Map([
        ['keys.npy', npyFile(arrayOf(keyType, [...entries.keys()] as string[], true), 'npz')],
        ['values.npy', npyFile(arrayOf(valueType, [...entries.values()] as string[], false), 'npz')],
      ]);
    }
    case 'keyedVectors':
      return new Map([
        ['ids.npy', npyFile(arrayOf('utf8', [...dataset.entries.keys()], true), 'npz')],
        ['vectors.npy', npyFileOfRows(dataset.elementType, dataset.dimension, vectorsOf(dataset))],
      ]);
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

/** The bytes of an unpacked member, and the function that chooses the memory for its numbers. */
export interface UnpackedMember {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly place: PlaceValues;
}

/** The inverse of {@link arraysOf}. */
export function datasetOf(members: ReadonlyMap<string, UnpackedMember>): Dict | KeyedVectors {
  const member = (name: string): Member | undefined => {
    const found = members.get(`${name}.npy`);
    return found === undefined ? undefined : readNpy(found.bytes, 'npz', found.place);
  };
  const keys = member('keys');
  const values = member('values');
  if (keys !== undefined && values !== undefined) return makeDict(...scalarsOf(keys, values), 'npz');
  const ids = member('ids');
  const vectors = member('vectors');
  if (ids?.kind !== 'stringArray' || vectors?.kind !== 'array')
    throw damaged('the archive has neither the arrays keys and values nor the arrays ids and vectors.');
  return keyedVectorsOf(ids.values, vectors);
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

function keyedVectorsOf(ids: readonly string[], { values, shape, elementType }: NumericArray): KeyedVectors {
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

/** Removes NUL characters from the ends of texts, which numpy doesn’t keep. */
export function withoutPadding(dataset: Dataset): Dataset {
  if (dataset.kind !== 'dict' && dataset.kind !== 'keyedVectors') return dataset;
  const kept = <T>(value: T) => (typeof value === 'string' ? withoutTrailingZeros(value) : value);
  const entries = new Map(
    [...(dataset.entries as ReadonlyMap<unknown, unknown>)].map(([key, value]) => [kept(key), kept(value)] as const),
  );
  return { ...dataset, entries } as Dict | KeyedVectors;
}
