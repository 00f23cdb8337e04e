import type { OwnFileType } from '../model/plan';
import { type ImportResult, importResult, type ReadOptions } from '../own-file/imported';
import { toUnreadableFileError } from '../own-file/refusal';
import { typeLabels } from './sniff';

/** Reads a file with the reader of its type, which is downloaded on first use. */
export async function readAs(type: OwnFileType, file: Blob, options: ReadOptions): Promise<ImportResult> {
  const withTimes = async (read: ImportResult) =>
    (await import('./offered-times')).offerTimes(read, options.columnTypes, type);
  try {
    switch (type) {
      case 'csv':
        return await (await import('../formats/csv/open/read-csv')).readCsv(file, options);
      case 'json':
        return await (await import('../formats/json/open/json')).readJson(file, options);
      case 'ndjson':
        return await (await import('../formats/json/open/ndjson')).readNdjson(file, options);
      case 'parquet':
        return await (await import('../formats/parquet/open/parquet')).readParquet(file, options);
      case 'arrow':
        return await (await import('../formats/arrow/open/arrow')).readArrow(file);
      case 'avro':
        return await withTimes(await (await import('../formats/avro/open/read-avro')).readAvro(file));
      case 'orc':
        return await (await import('../formats/orc/open/read-orc')).readOrc(file);
      case 'npy':
        return (await import('../formats/npy/open/npy')).readNpy(new Uint8Array(await file.arrayBuffer()));
      case 'npz':
        return await (await import('../formats/npy/npz/open/npz')).readNpz(file, options);
      case 'sqlite':
        return await (await import('../formats/sqlite/open/read-sqlite')).readSqlite(file, options);
      case 'hdf5':
        return await (await import('../formats/hdf5/open/read-hdf5')).readHdf5(file, options);
      case 'pickle':
        return await withTimes(await (await import('../formats/pickle/open/read-pickle')).readPickle(file, options));
      case 'xlsx':
        return await (await import('../formats/xlsx/open/read-xlsx')).readXlsx(file, options);
      case 'smiles':
        return await (await import('../formats/smiles/open/smiles')).readSmilesFile(file, options);
      case 'sdf':
        return await (await import('../formats/sdf/open/sdf')).readSdfFile(file, options);
      case 'bytes':
        return importResult({ kind: 'bytes', bytes: new Uint8Array(await file.arrayBuffer()) });
    }
  } catch (thrown) {
    throw toUnreadableFileError(
      thrown,
      type,
      `${options.fileName} could not be read as ${typeLabels[type]}.`,
      'Check that it opens in the program it came from, or read it as plain bytes.',
    );
  }
}
