import { describe, expect, it } from 'vitest';
import type { CodecImplementationMeta } from '../../workers/model/entry';
import { completeOptions, type OptionValues } from '../../workers/model/options';
import { type Candidate, candidateKey } from '../../workers/model/plan';
import { type Tool, tools } from '../../workers/model/tools';
import { codecs, formats } from '../../workers/registry/metadata';
import { formatCases } from '../../workers/registry/testing/contract-cases';
import { readersOf } from './readers';

const wrapped = (id: string, implementation: Pick<CodecImplementationMeta, 'id' | 'levels'>): Candidate['codec'] => ({
  id,
  level: implementation.levels?.default ?? null,
  implementation: implementation.id,
  granularity: 'file',
});

/** Every format under each of its settings, and once inside every codec. */
function allCandidates(): Candidate[] {
  return [...formats.values()].flatMap((format) =>
    format.implementations.flatMap((implementation) => [
      ...formatCases(format, implementation).map(({ options, innerCodec }) => {
        const inner = implementation.innerCodecs.find(({ id }) => id === innerCodec?.id);
        return {
          format: format.id,
          implementation: implementation.id,
          options,
          codec:
            innerCodec === null || inner === undefined
              ? null
              : { ...innerCodec, implementation: null, granularity: inner.granularity },
        };
      }),
      ...[...codecs.values()].flatMap((codec) =>
        codec.implementations
          .filter(({ compresses }) => compresses)
          .map((by) => ({
            format: format.id,
            implementation: implementation.id,
            options: completeOptions(implementation.options, {}, format.label),
            codec: wrapped(codec.id, by),
          })),
      ),
    ]),
  );
}

function candidate(format: string, options: OptionValues = {}, codec: Candidate['codec'] = null): Candidate {
  const implementation = formats.get(format)?.implementations[0];
  if (implementation === undefined) throw new Error(`There is no format ${format}.`);
  return {
    format,
    implementation: implementation.id,
    options: completeOptions(implementation.options, options, format),
    codec,
  };
}

const inside = (id: string, granularity: 'page' | 'buffer' | 'record', level: number | null = null) =>
  ({ id, level, implementation: null, granularity }) as const;
const around = (id: string, granularity: 'file' | 'page' = 'file', implementation = 'native') =>
  ({ id, level: 1, implementation, granularity }) as const;

const readingTools = (of: Candidate): Tool[] => {
  const readers = readersOf(of);
  return tools.filter((tool) => readers[tool].readable);
};

describe('readersOf', () => {
  it('answers for every tool, with a library or a sentence, whatever the candidate', () => {
    const all = allCandidates();
    expect(all.length).toBeGreaterThan(500);
    const wrong = all.flatMap((each) =>
      Object.entries(readersOf(each))
        .filter(([, reader]) => (reader.readable ? reader.by.trim() === '' : !/^\S.+ .+\.$/u.test(reader.reason)))
        .map(([tool, reader]) => `${candidateKey(each)} ${tool}: ${JSON.stringify(reader)}`),
    );
    expect(wrong).toEqual([]);
    expect(all.every((each) => Object.keys(readersOf(each)).length === tools.length)).toBe(true);
  });

  it('knows readers of the usual formats in every tool', () => {
    for (const format of ['parquet', 'csv', 'json', 'arrow', 'hdf5']) {
      expect(readingTools(candidate(format)), format).toEqual([...tools]);
    }
  });

  it('gives a pickle to Python alone, and says that reading it runs code', () => {
    expect(readingTools(candidate('pickle'))).toEqual(['python']);
    expect(readersOf(candidate('pickle')).python).toMatchObject({ by: expect.stringContaining('runs') as unknown });
  });

  it('needs both the format and the codec around it', () => {
    expect(readersOf(candidate('parquet', {}, around('zstd'))).python).toEqual({
      readable: true,
      by: 'pyarrow, after zstandard',
    });
    expect(readingTools(candidate('parquet', {}, around('zstd')))).not.toContain('duckdb');
    expect(readingTools(candidate('csv', {}, around('zstd')))).toContain('duckdb');
    expect(readingTools(candidate('csv', {}, around('xz')))).not.toContain('duckdb');
    expect(readingTools(candidate('csv', {}, around('pco')))).toEqual(['python']);
  });

  it('knows that nothing else reads our own layouts', () => {
    for (const each of [
      candidate('raw'),
      candidate('destination'),
      candidate('structured-clone'),
      candidate('smiles-coordinates'),
      candidate('csv', {}, around('fsst')),
      candidate('csv', {}, around('zstd', 'page')),
      candidate('csv', {}, around('lz4', 'file', 'lz4js')),
      candidate('hashdbm', {}, inside('zstd-dictionary', 'record')),
      candidate('parquet', { encoding: 'ALP' }),
      candidate('parquet', { columns: 'price: ALP' }),
    ])
      expect(readingTools(each), candidateKey(each)).toEqual([]);
  });

  it('knows Parquet’s rarer codecs and encodings', () => {
    expect(readingTools(candidate('parquet', {}, inside('brotli', 'page', 1)))).not.toContain('java');
    expect(readingTools(candidate('parquet', { columns: 'note: brotli 5' }))).not.toContain('java');
    expect(readersOf(candidate('parquet', {}, inside('zstd', 'page', 1))).julia).toMatchObject({ by: 'Parquet2.jl' });
    for (const encoding of ['BYTE_STREAM_SPLIT', 'DELTA_BINARY_PACKED', 'DELTA_BYTE_ARRAY'])
      expect(readersOf(candidate('parquet', { encoding })).julia, encoding).toMatchObject({ by: 'DuckDB.jl' });
  });

  it('reads the bytes of a file by the codec alone', () => {
    const zstd = readersOf(candidate('raw', {}, around('zstd')), { kind: 'bytes' });
    expect(zstd.commandLine).toEqual({ readable: true, by: 'zstd' });
    expect(zstd.duckdb.readable).toBe(false);
  });

  it('depends on the data where the readers do', () => {
    expect(readersOf(candidate('npy'), { kind: 'stringArray' }).julia.readable).toBe(false);
    expect(readersOf(candidate('npy'), { kind: 'array', elementType: 'float64', shape: [3] }).julia.readable).toBe(
      true,
    );
    expect(readersOf(candidate('npz')).julia.readable).toBe(false);
    expect(readersOf(candidate('npz'), { kind: 'dict', keyType: 'int64', valueType: 'float64' }).julia.readable).toBe(
      true,
    );
  });
});
