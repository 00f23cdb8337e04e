import { fromCanonical, toCanonical } from '../../model/canonical';
import type { Dataset } from '../../model/dataset';
import type { FormatLookup, FormatModule } from '../../model/entry';
import { FormatlabError } from '../../model/errors';
import { rowOf } from '../../model/table-row';

/** The canonical byte form as a file: no codec, no encoding, nothing but copies. */
function encode(dataset: Dataset): Uint8Array<ArrayBuffer> {
  const { parts, sizeBytes } = toCanonical(dataset);
  const file = new Uint8Array(sizeBytes);
  let offset = 0;
  for (const part of parts) {
    file.set(part, offset);
    offset += part.length;
  }
  return file;
}

function decode(file: Uint8Array<ArrayBuffer>): Dataset {
  // Views need a buffer of their own that starts where the file does.
  const whole = file.byteOffset === 0 && file.byteLength === file.buffer.byteLength;
  return fromCanonical(whole ? file.buffer : file.slice().buffer);
}

function project(file: Uint8Array<ArrayBuffer>, column: string): Dataset {
  const dataset = decode(file);
  if (dataset.kind !== 'table') throw new FormatlabError({ tag: 'unsupported', stage: 'project', message: 'Only a table has columns.', format: 'raw' });
  const found = dataset.columns.find(({ name }) => name === column);
  if (found === undefined) throw new FormatlabError({ tag: 'malformedInput', stage: 'project', message: `The file has no column “${column}”.`, format: 'raw' });
  return { ...dataset, columns: [found] };
}

function openLookup(file: Uint8Array<ArrayBuffer>): FormatLookup {
  const dataset = decode(file);
  const missing = (key: number | string) => new FormatlabError({ tag: 'malformedInput', stage: 'lookup', message: `There is no ${String(key)} in the file.`, format: 'raw' });
  switch (dataset.kind) {
    case 'table':
      return {
        get(key) {
          if (typeof key !== 'number' || !(key >= 0 && key < dataset.rowCount)) throw missing(key);
          return rowOf(dataset, key);
        },
      };
    case 'keyedVectors':
      return {
        get(key) {
          const vector = dataset.entries.get(String(key));
          if (vector === undefined) throw missing(key);
          return vector;
        },
      };
    default:
      throw new FormatlabError({ tag: 'unsupported', stage: 'lookup', message: 'Only tables and dictionaries can be looked up by row or id.', format: 'raw' });
  }
}

export const format: FormatModule = {
  async open() {
    return { encode, decode, project, openLookup };
  },
};
