import type { OwnFileType } from '../../../workers/model/plan';

/** The types of the user's files, as the page names them. */
export const typeLabels: Record<OwnFileType, string> = {
  csv: 'CSV or TSV',
  json: 'JSON',
  ndjson: 'NDJSON',
  parquet: 'Parquet',
  arrow: 'Arrow IPC',
  avro: 'Avro',
  orc: 'ORC',
  npy: 'NumPy .npy',
  npz: 'NumPy .npz',
  xlsx: 'Excel .xlsx',
  sqlite: 'SQLite',
  hdf5: 'HDF5',
  pickle: 'Python pickle',
  smiles: 'SMILES',
  sdf: 'SDF or molfile',
  bytes: 'Any file, as bytes',
};
