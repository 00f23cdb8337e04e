import { sampleOriginKey } from '../file/sample-origin';
import { DataType, MessageReader } from 'apache-arrow';
import { type FileMetaData, parquetSchema, type SchemaTree } from 'hyparquet';
import { checkArrowStream } from '../../../libraries/arrow-messages';
import { isWideInt, type UnknownField } from '../../../libraries/arrow-unknown-types';
import { retypeFields } from '../../../libraries/arrow-retyped';
import { thriftStruct, thriftList, readThriftTree, thriftText } from '../file/thrift-tree';
import type { Column } from '../../../model/column';
import { tableNoteKey } from '../../../columns/table-note';

/** The losses of Parquet’s logical types, each as the end of a sentence. */
const unkept: Readonly<Record<string, string>> = {
  UUID: 'its UUIDs are kept as 16 bytes each.',
  JSON: 'its JSON is kept as text.',
  BSON: 'its BSON is kept as bytes.',
  ENUM: 'its ENUM values are kept as text.',
  VARIANT: 'its VARIANT values are kept as the bytes that encode them.',
  GEOMETRY: 'its geometries are kept as bytes.',
  GEOGRAPHY: 'its geographies are kept as bytes.',
};

/**
 * Notes on columns whose logical type is not supported, so that arrow-rs reads the type in which they are stored. `notes` holds the
 * existing notes, for example on an Arrow extension type; columns that have one get no second note.
 */
export function logicalTypeNotes(metadata: FileMetaData, notes: readonly string[]): string[] {
  const leaves = (tree: SchemaTree, path: readonly string[]): { path: string; type: string }[] => {
    const { element, children } = tree;
    const type = element.logical_type?.type ?? element.converted_type;
    const here = type === undefined ? [] : [{ path: path.join('.'), type }];
    return [...here, ...children.flatMap((child) => leaves(child, [...path, child.element.name]))];
  };
  return leaves(parquetSchema(metadata), []).flatMap(({ path, type }) => {
    const what = unkept[type];
    const start = `Column “${path}”: `;
    return what === undefined || notes.some((note) => note.startsWith(start)) ? [] : [start + what];
  });
}

/** The metadata key under which Arrow's writers store their schema, an IPC message in base64. */
const arrowSchemaKey = 'ARROW:schema';

/** The Arrow schema in a footer. */
interface EmbeddedSchema {
  /** An IPC message with types that arrow-rs and apache-arrow know. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The fields whose values are read as bytes, since no type holds them. */
  readonly wideInts: readonly UnknownField[];
}

/**
 * Reads the Arrow schema in a footer; null if it has none. Some of its types arrow-rs does not know, and would stop at. Parquet stores their values as those of
 * other types: lists, and bytes for integers of 128 bits. The schema in `file` gets these types.
 */
export function embeddedSchema(
  file: Uint8Array<ArrayBuffer>,
  { key_value_metadata: entries = [], metadata_length: footerBytes }: FileMetaData,
): EmbeddedSchema | null {
  const text = entries.find(({ key }) => key === arrowSchemaKey)?.value;
  if (text === undefined) return null;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const unknown: UnknownField[] = [];
  checkArrowStream(bytes, unknown);
  const changed = unknown.filter(({ type }) => type !== 'run-end encoded');
  if (changed.length > 0) {
    retypeFields(bytes, changed);
    let binary = '';
    for (const byte of bytes) binary += String.fromCharCode(byte);
    replaceInFooter(file, footerBytes, btoa(binary));
  }
  return { bytes, wideInts: unknown.filter(({ type }) => isWideInt(type)) };
}

/** The keys of the footer's metadata that are lost. Types and Formatlab's own note are read, and written anew. */
export const keysLeftOut = ({ key_value_metadata: entries = [] }: FileMetaData): string[] =>
  entries.flatMap(({ key }) => ([arrowSchemaKey, tableNoteKey, sampleOriginKey].includes(key) ? [] : [key]));

const keyValuesOfFile = 5;
const ofKeyValue = { key: 1, value: 2 } as const;
const tailBytes = 8;

/** Writes another Arrow schema of the same length over that in the footer. */
function replaceInFooter(file: Uint8Array<ArrayBuffer>, footerBytes: number, text: string): void {
  const footerEnd = file.length - tailBytes;
  const footer = readThriftTree(file.subarray(footerEnd - footerBytes, footerEnd));
  for (const pair of thriftList(footer.get(keyValuesOfFile)).map(thriftStruct)) {
    const value = pair.get(ofKeyValue.value);
    if (thriftText(pair.get(ofKeyValue.key)) !== arrowSchemaKey || value?.type !== 8) continue;
    // The tree's bytes are those of the file.
    value.bytes.set(new TextEncoder().encode(text).subarray(0, value.bytes.length));
    return;
  }
}

/** Time zones by column name. Parquet itself only says that a timestamp is in UTC. */
function arrowTimeZones(schema: EmbeddedSchema | null): ReadonlyMap<string, string> {
  const zones = new Map<string, string>();
  if (schema === null) return zones;
  for (const { name, type } of new MessageReader(schema.bytes).readSchema(false)?.fields ?? [])
    if (DataType.isTimestamp(type) && type.timezone) zones.set(name, type.timezone);
  return zones;
}

const namesOfUtc = ['UTC', '+00:00'];

/**
 * Adds the time zones from the file's Arrow schema. arrow-rs drops them if the schema has another unit than the file: Parquet has no
 * seconds, so pyarrow writes milliseconds.
 */
export function withArrowTimeZones(columns: readonly Column[], schema: EmbeddedSchema | null): Column[] {
  const zones = arrowTimeZones(schema);
  return columns.map((column) => {
    const timeZone = zones.get(column.name);
    return timeZone !== undefined &&
      column.type === 'timestamp' &&
      'timeZone' in column &&
      namesOfUtc.includes(column.timeZone ?? '')
      ? { ...column, timeZone }
      : column;
  });
}
