/**
 * The types of files that are opened, with the library that reads them beside the page.
 *
 * `megabytes` are the sizes that are made: larger ones would take minutes, or the page reads none. `reason` says why the page takes more than four times its
 * reference's time, as a profile has shown. Without a profile, it is absent.
 * @typedef {{ reference: string, megabytes: readonly number[], reason?: string }} OpenedType
 * @type {Readonly<Record<string, OpenedType>>}
 */
export const openedTypes = {
  csv: { reference: 'pandas.read_csv(engine="c")', megabytes: [1, 20, 100] },
  'csv.gz': { reference: 'pandas.read_csv(engine="c")', megabytes: [1, 20] },
  'csv.zip': { reference: 'pandas.read_csv(engine="c")', megabytes: [1, 20] },
  json: { reference: 'pandas.read_json', megabytes: [1, 20, 100] },
  ndjson: { reference: 'pandas.read_json(lines=True)', megabytes: [1, 20, 100] },
  parquet: { reference: 'pyarrow.parquet.read_table', megabytes: [1, 20, 100] },
  arrow: { reference: 'pyarrow.feather.read_table', megabytes: [1, 20, 100] },
  orc: { reference: 'pyarrow.orc.read_table', megabytes: [1, 20, 100] },
  avro: { reference: 'fastavro.reader', megabytes: [1, 10] },
  npy: { reference: 'numpy.load', megabytes: [1, 20, 100] },
  npz: { reference: 'numpy.load', megabytes: [1, 20, 100] },
  xlsx: { reference: 'zipfile and xml.etree of CPython', megabytes: [1, 10] },
  sqlite: { reference: 'sqlite3 of CPython', megabytes: [1, 20, 100] },
  hdf5: { reference: 'h5py', megabytes: [1, 20] },
  pickle: { reference: 'pandas.read_pickle', megabytes: [1, 20, 100] },
  smi: { reference: 'rdkit.Chem.MolFromSmiles, without sanitizing', megabytes: [0.2, 1] },
  sdf: { reference: 'rdkit.Chem.ForwardSDMolSupplier, without sanitizing', megabytes: [1, 20] },
};
