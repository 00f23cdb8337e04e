import type { OwnFileType } from '../model/plan';
import { type ImportResult, importResult, type ReadOptions } from './imported';
import { toUnreadableFileError } from './refusal';
import { typeLabels } from './sniff';

/** Reads a file with the reader of its type, which is downloaded on first use. */
export async function readAs(type: OwnFileType, file: Blob, options: ReadOptions): Promise<ImportResult> {
  const withTimes = async (read: ImportResult) =>
    (await import('./offered-times')).offerTimes(read, options.columnTypes, type);
  try {
    switch (type) {
      case 'csv':
        return await (await import('./csv/read-csv')).readCsv(file, options);
      case 'json':
        return await (await import('./json')).readJson(file, options);
      case 'ndjson':
        return await (await import('./ndjson')).readNdjson(file, options);
      case 'parquet':
        return await (await import('./parquet')).readParquet(file, options);
      case 'arrow':
        return await (await import('./arrow')).readArrow(file);
      case 'avro':
        return await withTimes(await (await import('./avro/read-avro')).readAvro(file));
      case 'orc':
        return await (await import('./orc/read-orc')).readOrc(file);
      case 'npy':
        return (await import('./npy')).readNpy(new Uint8Array(await file.arrayBuffer()));
      case 'npz':
        return await (await import('./npz')).readNpz(file, options);
      case 'sqlite':
        return await (await import('./sqlite/read-sqlite')).readSqlite(file, options);
      case 'hdf5':
        return await (await import('./hdf5/read-hdf5')).readHdf5(file, options);
      case 'pickle':
        return await withTimes(await (await import('./pickle/read-pickle')).readPickle(file, options));
      case 'xlsx':
        return await (await import('./xlsx/read-xlsx')).readXlsx(file, options);
      case 'smiles':
        return await (await import('./smiles')).readSmilesFile(file, options);
      case 'sdf':
        return await (await import('./sdf')).readSdfFile(file, options);
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
