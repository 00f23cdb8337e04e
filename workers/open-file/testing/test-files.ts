import type { ChosenType } from '../../model/chosen-type';
import type { Column } from '../../model/column';
import type { Table } from '../../model/dataset';
import { FormatlabError } from '../../model/errors';
import { cellValue } from '../../model/table-row';
import type { FileSample, MalformedChoice, OwnFileType } from '../../model/plan';
import type { ReadingOptions } from '../../model/reading-options';
import avro from '../fixtures/avro.json';
import foreign from '../fixtures/foreign.json';
import hdf5 from '../fixtures/hdf5.json';
import kinds from '../fixtures/kinds.json';
import orc from '../fixtures/orc.json';
import pandasHdf5 from '../fixtures/pandas-hdf5.json';
import pickles from '../fixtures/pickles.json';
import { readOwnFile } from '../read';
import { unpackGzip } from './unpack-gzip';

/** Helpers for the tests of this folder. */

const files: Record<string, string> = { ...avro, ...foreign, ...hdf5, ...kinds, ...orc, ...pandasHdf5, ...pickles };

/** A file that a reference library wrote (fixtures/make*.py). Those of HDF5 are packed as gzip. */
export function foreignFileBytes(name: string): Uint8Array<ArrayBuffer> {
  const encoded = files[name];
  if (encoded === undefined) throw new Error(`fixtures has no ${name}.`);
  return Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
}

/** An HDF5 file that h5py, PyTables or pandas wrote (fixtures/make_hdf5.py, fixtures/make_pandas_hdf5.py). */
export const hdf5File = (name: string): Promise<Uint8Array<ArrayBuffer>> => unpackGzip(foreignFileBytes(name));

interface ReadChoices {
  readonly type?: OwnFileType;
  readonly columnTypes?: readonly ChosenType[];
  readonly malformed?: MalformedChoice;
  readonly reading?: ReadingOptions;
  readonly sample?: FileSample;
}

type Content = string | Uint8Array<ArrayBuffer> | Blob;
const blobOf = (content: Content) => (content instanceof Blob ? content : new Blob([content]));

export function readTestFile(content: Content, fileName: string, options: ReadChoices = {}) {
  return readOwnFile(blobOf(content), {
    fileName,
    type: options.type ?? null,
    columnTypes: options.columnTypes ?? null,
    reading: options.reading ?? {},
    sample: options.sample ?? null,
    ...(options.malformed === undefined ? {} : { malformed: options.malformed }),
  });
}

export async function readTestTable(content: Content, fileName: string, options: ReadChoices = {}) {
  const { dataset, report } = await readTestFile(content, fileName, options);
  if (dataset.kind !== 'table') throw new Error(`${fileName} became ${dataset.kind}.`);
  return { table: dataset, report };
}

/** The record of the FormatlabError that reading throws. Fails if it throws none or another error. */
export async function caughtErrorRecord(content: Content, fileName: string, options: ReadChoices = {}) {
  try {
    await readTestFile(content, fileName, options);
  } catch (thrown) {
    if (thrown instanceof FormatlabError) return thrown.record;
    throw thrown;
  }
  throw new Error(`${fileName} was read.`);
}

export function columnByName(table: Table, name: string): Column {
  const found = table.columns.find((candidate) => candidate.name === name);
  if (found === undefined)
    throw new Error(`There is no column ${name}, but ${table.columns.map((each) => each.name).join(', ')}.`);
  return found;
}

/** All values of a column: null, number, bigint or text; binary values as numbers. */
export function columnValues(table: Table, name: string): unknown[] {
  const found = columnByName(table, name);
  return Array.from({ length: table.rowCount }, (_, row) => {
    const isNull = found.validity !== null && (((found.validity[row >> 3] ?? 0) >> (row & 7)) & 1) === 0;
    if (isNull) return null;
    if (found.type === 'bool') return found.values[row];
    const value = cellValue(found, row);
    return value instanceof Uint8Array ? [...value] : value;
  });
}

export const columnTypesByName = (table: Table) =>
  Object.fromEntries(table.columns.map(({ name, type }) => [name, type]));
export const countNulls = (table: Table, name: string) =>
  columnValues(table, name).filter((value) => value === null).length;
