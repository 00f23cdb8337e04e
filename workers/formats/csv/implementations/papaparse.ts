import Papa from 'papaparse';
import type { FormatModule } from '../../../model/entry';
import { csvError, csvText } from '../text/file';
import { applyCsvLoss, createFieldCollector, csvRowsOf } from '../text/rows';

export const format: FormatModule = {
  async open({ schema }) {
    const decode = (file: Uint8Array<ArrayBuffer>, only: string | null) => {
      const taker = createFieldCollector(schema, only);
      const { data, errors } = Papa.parse<string[]>(csvText(file), {
        delimiter: ',',
        header: false,
        skipEmptyLines: false,
      });
      const [error] = errors;
      if (error !== undefined) throw csvError(`row ${(error.row ?? 0) + 1}: ${error.message}`);
      // Papa Parse takes the empty text after the last line end for a row with one empty field.
      const [header, ...rows] = data.slice(0, -1);
      if (header === undefined) throw csvError('the file has no header');
      taker.header(header);
      for (const [index, row] of rows.entries()) taker.row(row, index + 2);
      return taker.finish();
    };
    return {
      encode(dataset) {
        const rows = csvRowsOf(dataset);
        const data = Array.from({ length: rows.rowCount }, () => [...rows.next()]);
        // An empty field that is the only one of its row is quoted, because readers skip empty lines.
        const text = Papa.unparse([[...rows.header], ...data], { newline: '\n', quotes: rows.header.length === 1 });
        return new TextEncoder().encode(`${text}\n`);
      },
      decode: (file) => decode(file, null),
      project: (file, column) => decode(file, column),
    };
  },
  forget: applyCsvLoss,
};
