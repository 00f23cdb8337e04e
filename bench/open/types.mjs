const packedTextReason =
  'Two fifths of the time scan the text in WASM, where the types and what other readings would change are counted for all values; a sixth unpacks the file, and a tenth copies the dataset into one buffer and hashes it.';

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
  'csv.gz': {
    reference: 'pandas.read_csv(engine="c")',
    megabytes: [1, 20],
    reason: packedTextReason,
  },
  'csv.zip': {
    reference: 'pandas.read_csv(engine="c")',
    megabytes: [1, 20],
    reason: packedTextReason,
  },
  json: { reference: 'pandas.read_json', megabytes: [1, 20, 100] },
  ndjson: { reference: 'pandas.read_json(lines=True)', megabytes: [1, 20, 100] },
  parquet: {
    reference: 'pyarrow.parquet.read_table',
    megabytes: [1, 20, 100],
    reason:
      'A quarter of the time copies the dataset into one buffer and hashes it, which identifies the data of a run. A quarter joins batches and checks offsets, texts and null rows in JavaScript. A tenth checks what the pages claim before they are decoded. arrow-rs itself takes a quarter.',
  },
  arrow: {
    reference: 'pyarrow.feather.read_table',
    megabytes: [1, 20, 100],
    reason:
      'pyarrow decompresses buffers and hands them over without a look at them. Here two fifths of the time join batches and check offsets, texts and null rows in JavaScript, and a third copies the dataset into one buffer and hashes it.',
  },
  orc: {
    reference: 'pyarrow.orc.read_table',
    megabytes: [1, 20, 100],
    reason:
      'Half of the time copies the dataset into one buffer, hashes it and makes a Blob of it; reading the stripes in JavaScript takes a fifth, and facts about the values a tenth.',
  },
  avro: { reference: 'fastavro.reader', megabytes: [1, 10] },
  npy: {
    reference: 'numpy.load',
    megabytes: [1, 20, 100],
    reason:
      'numpy.load is one read of bytes that are in memory. Here half of the time joins the array into one buffer, since the browser hashes only whole buffers, a fifth hashes it, a tenth makes a Blob of it, and a tenth copies its values.',
  },
  npz: { reference: 'numpy.load', megabytes: [1, 20, 100] },
  xlsx: { reference: 'zipfile and xml.etree of CPython', megabytes: [1, 10] },
  sqlite: { reference: 'sqlite3 of CPython', megabytes: [1, 20, 100] },
  hdf5: { reference: 'h5py', megabytes: [1, 20] },
  pickle: {
    reference: 'pandas.read_pickle',
    megabytes: [1, 20, 100],
    reason:
      'pandas takes over the pickled buffers. Here a fifth of the time runs the opcodes in JavaScript, half finds the types of columns of objects and copies their texts cell by cell, and a sixth copies and hashes the dataset.',
  },
  smi: { reference: 'rdkit.Chem.MolFromSmiles, without sanitizing', megabytes: [0.2, 1] },
  sdf: { reference: 'rdkit.Chem.ForwardSDMolSupplier, without sanitizing', megabytes: [1, 20] },
};
