import { unpackGzip } from './unpack-gzip';
import type { OwnFileType } from '../../model/plan';

type Bytes = Uint8Array<ArrayBuffer>;

/** A small valid file, of which tests make damaged copies. */
export interface ValidFile {
  readonly fileName: string;
  readonly type: OwnFileType;
  readonly bytes: () => Bytes | Promise<Bytes>;
}

const text = (content: string): Bytes => new TextEncoder().encode(content);
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index));

async function gzipped(bytes: Bytes): Promise<Bytes> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

const csv = text(
  `id,name,weight,born,seen,ok\n${lines(60, (index) => `${index},"name, ${index}",${index / 8},2024-01-${10 + (index % 20)},2024-01-02T03:04:${10 + (index % 50)},${index % 2 === 0}`).join('\n')}\n`,
);
const records = lines(30, (index) =>
  JSON.stringify({ id: index, big: 2 ** 40 + index, name: `näme ${index}`, list: [index, null], ok: index % 3 === 0 }),
);
const molfile = `ethanol
  made by hand

  3  2  0  0  0  0  0  0  0  0999 V2000
    0.0000    0.0000    0.0000 C   0  0  0  0  0  0  0  0  0  0  0  0
    1.5000    0.0000    0.0000 C   0  0  0  0  0  0  0  0  0  0  0  0
    2.2500    1.2990    0.0000 O   0  0  0  0  0  0  0  0  0  0  0  0
  1  2  1  0  0  0  0
  2  3  1  0  0  0  0
M  CHG  1   3  -1
M  END
> <NAME>
ethanol

$$$$
`;
const molfile3000 = `V3
  made by hand

  0  0  0     0  0            999 V3000
M  V30 BEGIN CTAB
M  V30 COUNTS 2 1 0 0 0
M  V30 BEGIN ATOM
M  V30 1 C 0 0 0 0
M  V30 2 N 1.5 0 0 0 CHG=1
M  V30 END ATOM
M  V30 BEGIN BOND
M  V30 1 1 1 2
M  V30 END BOND
M  V30 END CTAB
M  END
$$$$
`;
const smiles = text(
  [
    'CCO ethanol',
    'c1ccccc1 benzene',
    'C[C@H](N)C(=O)O alanine',
    '[Na+].[Cl-] salt',
    'F/C=C/F difluoroethene',
    'C1CC2CCC1CC2 bicycle',
    'c1cc[nH]c1 pyrrole',
    'C%12CCCC%12 ring',
  ]
    .flatMap((line) => [line, line])
    .join('\n'),
);

/**
 * For tests: valid files of every type that can be opened, by the type's name.
 * @param foreign files that other programs wrote (fixtures/foreign.json)
 */
export function validFiles(foreign: (name: string) => Bytes): Readonly<Record<string, readonly ValidFile[]>> {
  const all = (type: OwnFileType, ...names: readonly string[]) =>
    names.map((fileName): ValidFile => ({ fileName, type, bytes: () => foreign(fileName) }));
  return {
    CSV: [{ fileName: 'a.csv', type: 'csv', bytes: () => csv }],
    JSON: [
      { fileName: 'a.json', type: 'json', bytes: () => text(`[${records.join(',\n')}]`) },
      {
        fileName: 'columns.json',
        type: 'json',
        bytes: () => text(JSON.stringify({ a: [1, 2, 3], b: ['x', null, 'z'], c: [0.5, 1e300, -0] })),
      },
    ],
    NDJSON: [{ fileName: 'a.ndjson', type: 'ndjson', bytes: () => text(`${records.join('\n')}\n`) }],
    Parquet: all(
      'parquet',
      ...['types', 'none', 'snappy', 'gzip', 'brotli', 'zstd', 'checksums'].map((name) => `${name}.parquet`),
    ),
    Arrow: all('arrow', 'stream.arrow', 'lz4.arrow', 'zstd.arrow', 'run-ends.arrow', 'list-view.arrow'),
    Avro: all('avro', 'types.avro', 'deflate.avro', 'snappy.avro'),
    ORC: all('orc', 'types.orc', 'zlib.orc', 'zstd.orc'),
    'NumPy .npy': all(
      'npy',
      ...['c', 'fortran', 'big-endian-v2', 'half', 'bool', 'records-v3', 'dates', 'texts', 'scalar', 'empty'].map(
        (name) => `${name}.npy`,
      ),
    ),
    'NumPy .npz': [{ fileName: 'one.npz', type: 'npz', bytes: () => foreign('one.npz') }],
    SQLite: all('sqlite', 'exact.sqlite', 'wal.sqlite'),
    HDF5: ['columns', 'pytables', 'checksums', 'extensible', 'tree', 'user-block', 'pandas-fixed', 'pandas-table'].map(
      (name) => ({
        fileName: `${name}.h5`,
        type: 'hdf5' as const,
        bytes: () => unpackGzip(foreign(`${name}.h5`)),
      }),
    ),
    'Python pickles': all(
      'pickle',
      ...[
        'frame-2',
        'frame-3',
        'columns-2',
        'records',
        'structured',
        'tuples',
        'levels-3',
        'series-2-zoned',
        'labels-2',
      ].map((name) => `${name}.pkl`),
    ),
    'Excel .xlsx': [{ fileName: 'one-sheet.xlsx', type: 'xlsx', bytes: () => foreign('one-sheet.xlsx') }],
    SMILES: [{ fileName: 'a.smi', type: 'smiles', bytes: () => smiles }],
    SDF: [{ fileName: 'a.sdf', type: 'sdf', bytes: () => text(`${molfile}${molfile3000}`.repeat(3)) }],
    gzip: [
      { fileName: 'a.ndjson.gz', type: 'ndjson', bytes: () => gzipped(text(records.join('\n'))) },
      { fileName: 'a.npy.gz', type: 'npy', bytes: () => gzipped(foreign('fortran.npy')) },
    ],
    'compressed files': all(
      'ndjson',
      ...['zst', 'xz', 'lzma', 'bz2', 'lz4', 'br'].map((extension) => `rows.ndjson.${extension}`),
      'rows.zip',
    ),
  };
}
