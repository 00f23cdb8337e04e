import { ByteStringsBuilder, makeDict, makeList, makeRecords, type ScalarValues } from '../../../columns/collections';
import type { CollectionSchema } from '../../../columns/collection-columns';
import type { ByteStrings } from '../../../model/byte-strings';
import type { Dataset, Dict, List, Records, ScalarType, StringArray } from '../../../model/dataset';
import type { TextSink } from '../../../columns/text-file';
import { valueParser } from '../../../columns/text-values';
import { expectKey, type JsonLayout, readList, readObject, readRecords, writeRecords } from './layout';
import { numberReader, numberText } from './numbers';
import type { JsonScanner } from './scanner';

/**
 * Texts and lists are one array. A dictionary is one object, or objects with `key` and `value`. Keys of an object are texts, so int64 keys are written as digits in
 * quotes. A record's value that is a JSON object or list on one line is stored unchanged; any other value is a text.
 */

type Scalar = number | bigint | string;

function scalarText(type: ScalarType): (value: Scalar) => string {
  if (type === 'utf8') return (value) => JSON.stringify(value);
  const text = numberText(type);
  return (value) => text(value as number | bigint);
}

const keyText = (key: string | bigint) => (typeof key === 'bigint' ? `"${key}"` : JSON.stringify(key));

export function writeCollection(
  dataset: StringArray | List | Dict | Records,
  layout: JsonLayout,
  sink: TextSink,
): void {
  switch (dataset.kind) {
    case 'stringArray':
      writeArray(dataset.values, scalarText('utf8'), sink);
      return;
    case 'list':
      writeArray(dataset.values, scalarText(dataset.elementType), sink);
      return;
    case 'dict': {
      const entries = (dataset.entries as ReadonlyMap<string | bigint, Scalar>).entries();
      const text = scalarText(dataset.valueType);
      writePairs(dataset.entries.size, layout, sink, () => {
        const [key, value] = entries.next().value as [string | bigint, Scalar];
        return [keyText(key), text(value)];
      });
      return;
    }
    case 'records': {
      const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
      const text = ({ offsets, data }: ByteStrings, index: number) =>
        decoder.decode(data.subarray(offsets[index], offsets[index + 1]));
      writePairs(dataset.recordCount, layout, sink, (index) => [
        JSON.stringify(text(dataset.keys, index)),
        recordText(text(dataset.values, index)),
      ]);
      return;
    }
  }
}

function writeArray(values: readonly Scalar[], text: (value: Scalar) => string, sink: TextSink): void {
  sink.write('[');
  for (let index = 0; index < values.length; index += 1)
    sink.write(index === 0 ? text(values[index] as Scalar) : `,${text(values[index] as Scalar)}`);
  sink.write(']');
}

/** `pair` returns key and value of the next entry as JSON at each call. */
function writePairs(
  count: number,
  layout: JsonLayout,
  sink: TextSink,
  pair: (index: number) => readonly [string, string],
): void {
  if (layout !== 'columns') {
    writeRecords(count, layout, sink, (index) => {
      const [key, value] = pair(index);
      return `{"key":${key},"value":${value}}`;
    });
    return;
  }
  sink.write('{');
  for (let index = 0; index < count; index += 1) {
    const [key, value] = pair(index);
    sink.write(`${index === 0 ? '' : ','}${key}:${value}`);
  }
  sink.write('}');
}

function recordText(value: string): string {
  const nested = (value.startsWith('{') && value.endsWith('}')) || (value.startsWith('[') && value.endsWith(']'));
  return nested && !value.includes('\n') && !value.includes('\r') && isJson(value) ? value : JSON.stringify(value);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Reads what {@link writeCollection} wrote for a dataset of this schema. */
export function readCollection(scanner: JsonScanner, schema: CollectionSchema, layout: JsonLayout): Dataset {
  switch (schema.kind) {
    case 'stringArray':
      return { kind: 'stringArray', values: readArray(scanner, 'utf8') as string[] };
    case 'list':
      return makeList(schema.elementType, readArray(scanner, schema.elementType));
    case 'dict': {
      const keys: unknown[] = [];
      const values: unknown[] = [];
      const key = keyReader(scanner, schema.keyType);
      const value = scalarReader(scanner, schema.valueType);
      readPairs(scanner, layout, (text) => {
        keys.push(key(text));
        values.push(value());
      });
      return makeDict(schema.keyType, schema.valueType, keys as ScalarValues, values as ScalarValues, 'json');
    }
    case 'records': {
      const encoder = new TextEncoder();
      const keys = new ByteStringsBuilder(64 * 1024, 'json');
      const values = new ByteStringsBuilder(1 << 20, 'json');
      readPairs(scanner, layout, (key) => {
        keys.addText(key, encoder);
        values.addText(scanner.atNested ? scanner.raw() : scanner.string(), encoder);
      });
      return makeRecords(keys.finish(), values.finish(), 'json');
    }
  }
}

/** `entry` gets each key and reads the value that follows it. */
function readPairs(scanner: JsonScanner, layout: JsonLayout, entry: (key: string) => void): void {
  if (layout === 'columns') {
    readObject(scanner, entry);
    return;
  }
  readRecords(scanner, layout, () => {
    expectKey(scanner, 'key');
    const key = scanner.string();
    scanner.expect(',');
    expectKey(scanner, 'value');
    entry(key);
  });
}

function readArray(scanner: JsonScanner, type: ScalarType): ScalarValues {
  const values: unknown[] = [];
  const read = scalarReader(scanner, type);
  readList(scanner, () => values.push(read()));
  return values as ScalarValues;
}

function scalarReader(scanner: JsonScanner, type: ScalarType): () => Scalar {
  return type === 'utf8' ? () => scanner.string() : numberReader(scanner, type);
}

function keyReader(scanner: JsonScanner, type: 'utf8' | 'int64'): (text: string) => string | bigint {
  if (type === 'utf8') return (text) => text;
  const parse = valueParser('int64');
  return (text) => {
    const key = parse(text);
    if (typeof key !== 'bigint')
      throw scanner.error(`the key “${text.slice(0, 100)}” is not an int64; its value begins`);
    return key;
  };
}
