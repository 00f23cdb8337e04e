import { DataType, MessageReader } from 'apache-arrow';
import { type FileMetaData, parquetSchema, type SchemaTree } from 'hyparquet';
import { checkArrowStream } from '../libraries/arrow-messages';
import type { Column } from '../model/column';

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

/** Time zones by column name. Parquet itself only says that a timestamp is in UTC. */
function arrowTimeZones({ key_value_metadata: entries = [] }: FileMetaData): ReadonlyMap<string, string> {
  const text = entries.find(({ key }) => key === arrowSchemaKey)?.value;
  const zones = new Map<string, string>();
  if (text === undefined) return zones;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  checkArrowStream(bytes);
  for (const { name, type } of new MessageReader(bytes).readSchema(false)?.fields ?? [])
    if (DataType.isTimestamp(type) && type.timezone) zones.set(name, type.timezone);
  return zones;
}

const namesOfUtc = ['UTC', '+00:00'];

/**
 * Adds the time zones from the file's Arrow schema. arrow-rs drops them if the schema has another unit than the file: Parquet has no
 * seconds, so pyarrow writes milliseconds.
 */
export function withArrowTimeZones(columns: readonly Column[], metadata: FileMetaData): Column[] {
  const zones = arrowTimeZones(metadata);
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
