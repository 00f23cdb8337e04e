import type { TextSink } from '../../../columns/text-file';
import type { JsonScanner } from './scanner';

/** `columns`: one object of arrays, or one object or array for data without columns. `records`: one array of objects. `lines`: one object per line (NDJSON). */
export type JsonLayout = 'columns' | 'records' | 'lines';

export function writeRecords(
  count: number,
  layout: 'records' | 'lines',
  sink: TextSink,
  record: (row: number) => string,
): void {
  if (layout === 'lines') {
    for (let row = 0; row < count; row += 1) sink.write(`${record(row)}\n`);
    return;
  }
  sink.write('[');
  for (let row = 0; row < count; row += 1) sink.write(row === 0 ? record(row) : `,${record(row)}`);
  sink.write(']');
}

/** Reads the items of a list and returns their number. */
export function readList(scanner: JsonScanner, item: (index: number) => void): number {
  scanner.expect('[');
  if (scanner.take(']')) return 0;
  let count = 0;
  do {
    item(count);
    count += 1;
  } while (scanner.take(','));
  scanner.expect(']');
  return count;
}

/** Reads the objects of a list or of lines, with `fields` for the text between the braces, and returns their number. */
export function readRecords(scanner: JsonScanner, layout: 'records' | 'lines', fields: () => void): number {
  const record = () => {
    scanner.expect('{');
    fields();
    scanner.expect('}');
  };
  if (layout === 'records') return readList(scanner, record);
  let count = 0;
  for (; !scanner.ended; count += 1) record();
  return count;
}

/** Reads the entries of one object, with `value` for the text after each key's colon. */
export function readObject(scanner: JsonScanner, value: (key: string) => void): void {
  scanner.expect('{');
  if (scanner.take('}')) return;
  do {
    const key = scanner.string();
    scanner.expect(':');
    value(key);
  } while (scanner.take(','));
  scanner.expect('}');
}

export function expectKey(scanner: JsonScanner, name: string): void {
  const key = scanner.string();
  if (key !== name) throw scanner.error(`the key “${key.slice(0, 100)}” was found instead of “${name}”`);
  scanner.expect(':');
}
