import { parquetHeader } from 'hyparquet/src/column.js';
import { expect, it } from 'vitest';
import { FormatlabError } from '../model/errors';
import type { OwnFileType } from '../model/plan';
import { type Connection, connect } from '../model/protocol/connect';
import type { OwnFileReport } from '../model/protocol/coordinator';
import type { DataCalls } from '../model/protocol/data';
import { mutantsOf } from './mutants';
import { foreignBytes } from './test-files';

type Bytes = Uint8Array<ArrayBuffer>;
interface Sound {
  readonly fileName: string;
  readonly type: OwnFileType;
  readonly bytes: () => Bytes | Promise<Bytes>;
  /** What another reading of the mutant says: null that it cannot be read, else what the report of a right reading has. Left out where there is none. */
  readonly reference?: (mutant: Bytes, sound: OwnFileReport) => Partial<OwnFileReport> | null | undefined;
}

/** Only what hangs takes so long, on any machine. */
const hangMs = 60_000;

class DataWorker {
  #connection: Connection<DataCalls> | null = null;

  async inspect(bytes: Bytes, fileName: string, type: OwnFileType): Promise<OwnFileReport | FormatlabError> {
    this.#connection ??= connect<DataCalls>(
      new Worker(new URL('../engine/data.worker.ts', import.meta.url), { type: 'module' }),
      'data',
    );
    const connection = this.#connection;
    const hang = setTimeout(
      () => connection.terminate({ tag: 'timedOut', stage: 'import', message: 'The reader hangs.' }),
      hangMs,
    );
    try {
      return await connection.remote.inspect({
        file: new Blob([bytes]),
        fileName,
        type,
        columnTypes: null,
        malformed: 'skip',
        reading: {},
      });
    } catch (thrown) {
      if (!(thrown instanceof FormatlabError)) throw thrown;
      // The page takes a new worker for each file; here only after a library trapped, which leaves its memory as it was.
      if (/unreachable|RuntimeError|out of bounds|null function/i.test(thrown.record.cause ?? '')) this.end();
      return thrown;
    } finally {
      clearTimeout(hang);
    }
  }

  end() {
    this.#connection?.terminate();
    this.#connection = null;
  }
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

function jsonReference(mutant: Bytes): Partial<OwnFileReport> | null | undefined {
  let content: string;
  try {
    content = new TextDecoder('utf-8', { fatal: true }).decode(mutant);
  } catch {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(content);
    return Array.isArray(value) && value.length > 0 ? { itemCount: value.length } : undefined;
  } catch {
    return null;
  }
}

/** The sum of what is packed tells any change of it. */
const checksummed = (_: Bytes, { sha256, itemCount }: OwnFileReport) => ({ sha256, itemCount });

/** A page that its checksum covers is read as it was, or not at all: what holds the sums may change. */
function pagesReference(mutant: Bytes, { sha256 }: OwnFileReport): Partial<OwnFileReport> | undefined {
  const whole = foreignBytes('checksums.parquet');
  const footerBytes = new DataView(whole.buffer).getUint32(whole.length - 8, true);
  const isPage = (at: number) => pages.some(([from, to]) => at >= from && at < to);
  const pages = pageBodies(whole, whole.length - 8 - footerBytes);
  const differing = mutant.length === whole.length ? [...whole.keys()].filter((at) => mutant[at] !== whole[at]) : [];
  return differing.length > 0 && differing.every(isPage) ? { sha256 } : undefined;
}

/** Where the bytes of pages lie, between their headers. */
function pageBodies(file: Bytes, end: number): (readonly [from: number, to: number])[] {
  const reader = { view: new DataView(file.buffer, 0, end), offset: 4 };
  const bodies: (readonly [number, number])[] = [];
  while (reader.offset < end) {
    const { compressed_page_size: sizeBytes } = parquetHeader(reader);
    bodies.push([reader.offset, reader.offset + sizeBytes]);
    reader.offset += sizeBytes;
  }
  return bodies;
}

const kinds: Readonly<Record<string, readonly Sound[]>> = {
  CSV: [{ fileName: 'a.csv', type: 'csv', bytes: () => csv }],
  JSON: [
    { fileName: 'a.json', type: 'json', bytes: () => text(`[${records.join(',\n')}]`), reference: jsonReference },
    {
      fileName: 'columns.json',
      type: 'json',
      bytes: () => text(JSON.stringify({ a: [1, 2, 3], b: ['x', null, 'z'], c: [0.5, 1e300, -0] })),
    },
  ],
  NDJSON: [{ fileName: 'a.ndjson', type: 'ndjson', bytes: () => text(`${records.join('\n')}\n`) }],
  Parquet: ['types', 'none', 'snappy', 'gzip', 'brotli', 'zstd', 'checksums'].map((name) => ({
    fileName: `${name}.parquet`,
    type: 'parquet' as const,
    bytes: () => foreignBytes(`${name}.parquet`),
    ...(name === 'checksums' ? { reference: pagesReference } : {}),
  })),
  Arrow: ['stream', 'lz4', 'zstd'].map((name) => ({
    fileName: `${name}.arrow`,
    type: 'arrow' as const,
    bytes: () => foreignBytes(`${name}.arrow`),
  })),
  'NumPy .npy': [
    'c',
    'fortran',
    'big-endian-v2',
    'half',
    'bool',
    'records-v3',
    'dates',
    'texts',
    'scalar',
    'empty',
  ].map((name) => ({ fileName: `${name}.npy`, type: 'npy' as const, bytes: () => foreignBytes(`${name}.npy`) })),
  SMILES: [{ fileName: 'a.smi', type: 'smiles', bytes: () => smiles }],
  SDF: [{ fileName: 'a.sdf', type: 'sdf', bytes: () => text(`${molfile}${molfile3000}`.repeat(3)) }],
  gzip: [
    { fileName: 'a.ndjson.gz', type: 'ndjson', bytes: () => gzipped(text(records.join('\n'))), reference: checksummed },
    { fileName: 'a.npy.gz', type: 'npy', bytes: () => gzipped(foreignBytes('fortran.npy')), reference: checksummed },
  ],
};

async function survives(sources: readonly Sound[], count: number): Promise<void> {
  const worker = new DataWorker();
  const outcomes = { read: 0, refused: 0 };
  try {
    for (const [index, { fileName, type, bytes, reference }] of sources.entries()) {
      const whole = await bytes();
      const sound = await worker.inspect(whole, fileName, type);
      if (sound instanceof FormatlabError) throw sound;
      for (const { what, bytes: mutant } of mutantsOf(whole, index + 1, Math.ceil(count / sources.length))) {
        const place = `${fileName}: ${what}`;
        const found = await worker.inspect(mutant, fileName, type);
        const expected = reference?.(mutant, sound);
        if (found instanceof FormatlabError) {
          outcomes.refused += 1;
          const { tag, stage, message, remedy } = found.record;
          expect(['malformedInput', 'unsupported', 'tooLarge', 'outOfMemory'], `${place}: ${message}`).toContain(tag);
          expect(stage, place).toBe('import');
          expect(message, place).toMatch(/^[\p{L}\p{N}“].{10,}/u);
          expect(remedy, `${place}: ${message}`).toBeTruthy();
        } else {
          outcomes.read += 1;
          expect(expected, `${place}: read though it is damaged`).not.toBeNull();
          if (expected !== undefined) expect(found, place).toMatchObject(expected ?? {});
        }
      }
    }
  } finally {
    worker.end();
  }
  expect(outcomes.refused).toBeGreaterThan(0);
  // Nearly every change of what has a checksum is told by it.
  if (sources.some(({ reference }) => reference !== checksummed)) expect(outcomes.read).toBeGreaterThan(0);
}

const kindNames = Object.keys(kinds);
const full = { tags: ['full'], timeout: 1_800_000 };

it.each(kindNames)('30 mutants of %s are read or refused', (kind) => survives(kinds[kind] ?? [], 30));
it.each(kindNames)('1,000 mutants of %s are read or refused', full, (kind) => survives(kinds[kind] ?? [], 1_000));
