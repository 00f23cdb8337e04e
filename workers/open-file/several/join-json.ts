import { jsonErrorPosition, parseJson, recordsInARow } from '../../formats/json/open/json-parse';
import { isRecord, type JsonRecord } from '../../own-file/json-record';
import { checkWholeJson } from '../../own-file/limits';
import { recordsOfLine } from '../../formats/json/open/ndjson';
import type { MemberText, TextJoin } from './joined-text';
import type { FileShape } from './schemas';

const shapeOf = (names: ReadonlySet<string>): FileShape => ({
  columns: [...names].map((name) => ({ name, type: null, key: '' })),
  properties: {},
});

const addNames = (names: Set<string>, record: JsonRecord) => {
  for (const name of Object.keys(record)) names.add(name);
};

/** How many files name their columns in another order than the first one. */
function countReordered(shapes: readonly (FileShape | string)[]): number {
  const orders = shapes.flatMap((shape) =>
    typeof shape === 'string' ? [] : [shape.columns.map(({ name }) => name).join('\n')],
  );
  return orders.filter((order) => order !== orders[0]).length;
}

/** Prepares files with one JSON record a line to be read as one. Columns are matched by name. */
export async function joinNdjson(members: readonly MemberText[]): Promise<TextJoin> {
  const rowCounts: number[] = [];
  const shapes: (FileShape | string)[] = [];
  for (const { text } of members) {
    const names = new Set<string>();
    let [records, others] = [0, 0];
    for (const line of (await text.text()).split('\n')) {
      if (line.trim() === '') continue;
      const found = recordsOfLine(line.trim());
      if ('message' in found) others += 1;
      else {
        records += found.records.length;
        for (const record of found.records) addNames(names, record);
      }
    }
    rowCounts.push(records);
    shapes.push(
      records > 0 ? shapeOf(names) : others > 0 ? 'none of its lines is a JSON record' : 'all of its lines are empty',
    );
  }
  return {
    shapes,
    reading: {},
    async join(onFile) {
      const parts: Blob[] = [];
      const lines: { start: number; skipped: number }[] = [];
      let start = 0;
      for (const [index, { text }] of members.entries()) {
        onFile(index);
        lines.push({ start, skipped: 0 });
        const content = await text.text();
        const isEnded = content.endsWith('\n');
        parts.push(text, ...(isEnded ? [] : [new Blob(['\n'])]));
        start += content.split('\n').length - (isEnded ? 1 : 0);
      }
      return { text: new Blob(parts), rowCounts, lines, reordered: countReordered(shapes) };
    },
  };
}

/** Prepares JSON files that are lists of records, or records one after another, to be read as one list. Columns are matched by name. */
export async function joinJson(members: readonly MemberText[]): Promise<TextJoin> {
  const rowCounts: number[] = [];
  const shapes: (FileShape | string)[] = [];
  checkWholeJson(members.reduce((sum, { text }) => sum + text.size, 0));
  for (const { text } of members) {
    const { shape, rows } = listShape(await text.text());
    shapes.push(shape);
    rowCounts.push(rows);
  }
  return {
    shapes,
    reading: {},
    async join(onFile) {
      const parts: (Blob | string)[] = ['['];
      for (const [index, { text }] of members.entries()) {
        onFile(index);
        if (index > 0) parts.push(',');
        const content = (await text.text()).trim();
        // The list without its brackets.
        if (content.startsWith('[')) parts.push(content.slice(1, -1));
        else parts.push((recordsInARow(content) ?? []).map((record) => record.text).join(','));
      }
      let records = 0;
      const lines = rowCounts.map((count) => {
        const start = records;
        records += count;
        return { start, skipped: 0 };
      });
      return { text: new Blob([...parts, ']']), rowCounts, lines, reordered: countReordered(shapes) };
    },
  };
}

function listShape(text: string): { readonly shape: FileShape | string; readonly rows: number } {
  let value: unknown;
  try {
    ({ value } = parseJson(text));
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    const rows = recordsInARow(text);
    if (rows !== null) return listShape(`[${rows.map((row) => row.text).join(',')}]`);
    const { line, column } = jsonErrorPosition(text);
    return { shape: `it is not valid JSON in line ${line}, column ${column}`, rows: 0 };
  }
  if (!Array.isArray(value) || value.length === 0 || !value.every(isRecord))
    return { shape: 'it is no list of records, [{"a": 1}, …], and only such lists are joined', rows: 0 };
  const names = new Set<string>();
  for (const record of value as readonly JsonRecord[]) addNames(names, record);
  return { shape: shapeOf(names), rows: value.length };
}
