import { parquetHeader } from 'hyparquet/src/column.js';
import { expect, it } from 'vitest';
import { FormatlabError } from '../../model/errors';
import type { OwnFileType } from '../../model/plan';
import { type Connection, connect } from '../../model/protocol/connect';
import type { OwnFileReport } from '../../model/protocol/coordinator';
import type { DataCalls } from '../../model/protocol/data';
import { mutantsOfFile } from './mutants';
import { validFiles } from './sound-files';
import { foreignFileBytes } from './test-files';

type Bytes = Uint8Array<ArrayBuffer>;
/** Only what hangs takes so long, on any machine. */
const hangMs = 60_000;

class DataWorker {
  #connection: Connection<DataCalls> | null = null;

  async inspect(bytes: Bytes, fileName: string, type: OwnFileType): Promise<OwnFileReport | FormatlabError> {
    this.#connection ??= connect<DataCalls>(
      new Worker(new URL('../../engine/data.worker.ts', import.meta.url), { type: 'module' }),
      'data',
    );
    const connection = this.#connection;
    const hang = setTimeout(
      () => connection.terminate({ tag: 'timedOut', stage: 'import', message: 'The reader hangs.' }),
      hangMs,
    );
    try {
      const { report } = await connection.remote.inspect({
        file: new Blob([bytes]),
        fileName,
        type,
        columnTypes: null,
        malformed: 'skip',
        reading: {},
        sample: null,
      });
      return report;
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
  const whole = foreignFileBytes('checksums.parquet');
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

/** What another reading of the mutant says, by the sound file: null that it cannot be read, else what the report of a right reading has. Most have none. */
const references: Readonly<
  Record<string, (mutant: Bytes, sound: OwnFileReport) => Partial<OwnFileReport> | null | undefined>
> = {
  'a.json': jsonReference,
  'checksums.parquet': pagesReference,
  'a.ndjson.gz': checksummed,
  'a.npy.gz': checksummed,
  'rows.ndjson.lz4': checksummed,
  'rows.ndjson.bz2': checksummed,
  'rows.ndjson.xz': checksummed,
  'rows.zip': checksummed,
  'one.npz': checksummed,
};
const kinds = validFiles(foreignFileBytes);

/** Mutants of each kind, from one number to another: the suites have different ones. */
async function survives(kind: string, from: number, to: number): Promise<void> {
  const sources = kinds[kind] ?? [];
  const worker = new DataWorker();
  const outcomes = { read: 0, refused: 0 };
  try {
    for (const [index, { fileName, type, bytes }] of sources.entries()) {
      const reference = references[fileName];
      const whole = await bytes();
      const sound = await worker.inspect(whole, fileName, type);
      if (sound instanceof FormatlabError) throw sound;
      const ofFile = [from, to].map((count) => Math.ceil(count / sources.length));
      for (const { what, bytes: mutant } of [...mutantsOfFile(whole, index + 1, ofFile[1] ?? 0)].slice(ofFile[0])) {
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
  // The first mutants of a kind show that some are read and some are refused. The few more of one file may all be refused.
  if (from > 0) return;
  // Most changes of a CSV give another CSV: a few mutants of it may all be read.
  if (kind !== 'CSV') expect(outcomes.refused).toBeGreaterThan(0);
  // Nearly every change of what has a checksum is told by it.
  if (sources.some(({ fileName }) => references[fileName] !== checksummed)) expect(outcomes.read).toBeGreaterThan(0);
}

const kindNames = Object.keys(kinds);
const full = { tags: ['full'] };
const [quickCount, fullCount] = [28, 84];

it.each(kindNames)('some mutants of %s are read or refused', (kind) => survives(kind, 0, quickCount));
it.each(kindNames)('more mutants of %s are read or refused', full, (kind) => survives(kind, quickCount, fullCount));
