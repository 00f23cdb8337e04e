import type { Dataset } from '../../../model/dataset';
import type { Allocate, FormatModule } from '../../../model/entry';
import { TextSink } from '../../../columns/text-file';
import { csvError, csvText } from '../text/file';
import { applyCsvLoss, type FieldCollector, createFieldCollector, csvRowsOf } from '../text/rows';

/** CSV as RFC 4180 defines it, but with `\n` at the end of every row. */

const comma = 0x2c;
const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

const quoted = (field: string) => `"${field.replaceAll('"', '""')}"`;
const needsQuotes = /[",\r\n]/;

function encode(dataset: Dataset, allocate?: Allocate): Uint8Array<ArrayBuffer> {
  const rows = csvRowsOf(dataset);
  const sink = new TextSink();
  const write = (fields: readonly string[]) => {
    // An empty field that is the only one of its row is quoted, because readers skip empty lines.
    let text = fields.length === 1 && fields[0] === '' ? '""' : '';
    for (let index = 0; index < fields.length; index += 1) {
      const field = fields[index] as string;
      if (index > 0) text += ',';
      text += needsQuotes.test(field) ? quoted(field) : field;
    }
    sink.write(`${text}\n`);
  };
  write(rows.header);
  for (let row = 0; row < rows.rowCount; row += 1) write(rows.next());
  return sink.finish(allocate);
}

/** Reads a quoted field, adds it to the row and returns the position after its closing quote. */
function takeQuoted(text: string, start: number, fields: string[], line: number): number {
  let from = start + 1;
  let field = '';
  for (;;) {
    const end = text.indexOf('"', from);
    if (end < 0) throw csvError(`row ${line} opens a quote that is never closed`);
    if (text.charCodeAt(end + 1) !== quote) {
      fields.push(field + text.slice(from, end));
      return end + 1;
    }
    field += text.slice(from, end + 1);
    from = end + 2;
  }
}

function read(text: string, taker: FieldCollector): void {
  let line = 1;
  let fields: string[] = [];
  let at = 0;
  const endRow = () => {
    if (line === 1) taker.header(fields);
    else taker.row(fields, line);
    fields = [];
    line += 1;
  };
  while (at < text.length) {
    if (text.charCodeAt(at) === quote) at = takeQuoted(text, at, fields, line);
    else {
      const start = at;
      let code = text.charCodeAt(at);
      while (code !== comma && code !== lineFeed && code !== carriageReturn) {
        if (code === quote) throw csvError(`row ${line} has a quote inside a field that is not quoted`);
        at += 1;
        code = text.charCodeAt(at);
      }
      fields.push(text.slice(start, at));
    }
    if (text.charCodeAt(at) === comma) {
      at += 1;
      continue;
    }
    if (text.charCodeAt(at) === carriageReturn) at += 1;
    if (text.charCodeAt(at) !== lineFeed)
      throw csvError(`row ${line} has characters between a quoted field and the next comma or line end`);
    at += 1;
    endRow();
  }
}

export const format: FormatModule = {
  async open({ schema }) {
    const decode = (file: Uint8Array<ArrayBuffer>, only: string | null) => {
      const taker = createFieldCollector(schema, only);
      read(csvText(file), taker);
      return taker.finish();
    };
    return { encode, decode: (file) => decode(file, null), project: (file, column) => decode(file, column) };
  },
  forget: applyCsvLoss,
};
