import { isRecord, JsonNumber, type JsonRecord } from '../../../own-file/json-record';

/**
 * Writes a value from JSON.parse or apache-arrow as JSON. Numbers keep all digits, bytes become base64, and NaN and the
 * infinities, which JSON lacks, become their names.
 */
export function jsonText(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof JsonNumber) return value.source;
  switch (typeof value) {
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'number':
      if (Object.is(value, -0)) return '-0';
      return Number.isFinite(value) ? JSON.stringify(value) : `"${value}"`;
    case 'string':
      return JSON.stringify(value);
    default:
      return value instanceof Object ? objectText(value) : JSON.stringify(String(value));
  }
}

function objectText(value: object): string {
  if (value instanceof Date) return JSON.stringify(value.toISOString());
  if (value instanceof Uint8Array) return JSON.stringify(base64(value));
  if (ArrayBuffer.isView(value) || Array.isArray(value)) return listText(value as Iterable<unknown> & ArrayBufferView);
  // Rows of structs and maps, and vectors of lists, have a `toJSON` method.
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    const plain: unknown = value.toJSON();
    if (plain instanceof Object && !Array.isArray(plain))
      return `{${Object.entries(plain)
        .map(([key, item]) => `${JSON.stringify(key)}:${jsonText(item)}`)
        .join(',')}}`;
    return Array.isArray(plain) ? listText(plain) : jsonText(plain);
  }
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}:${jsonText(item)}`)
    .join(',')}}`;
}

function listText(values: Iterable<unknown>): string {
  return `[${Array.from(values, jsonText).join(',')}]`;
}

function base64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** A record of a parsed file as JSON on one line, as it was written: also NaN and the infinities, as Python’s json writes them. */
export const recordLine = (record: JsonRecord): string => lineText(record);

function lineText(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (Array.isArray(value)) return `[${value.map(lineText).join(',')}]`;
  if (!isRecord(value)) return jsonText(value);
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}:${lineText(item)}`)
    .join(',')}}`;
}
