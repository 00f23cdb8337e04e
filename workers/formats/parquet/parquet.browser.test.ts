import { describe, expect, it, type TestContext } from 'vitest';
import { toCanonical } from '../../model/canonical';
import { type Dataset, schemaOf } from '../../model/dataset';
import type { FormatContext, FormatModule, FormatOperation } from '../../model/entry';
import { unsupportedReason } from '../../model/unsupported-reason';
import { completeOptions } from '../../model/options';
import { rowValues } from '../../model/table-row';
import { fixedColumn, longTable, richTable, sampleDatasets } from '../../registry/testing/sample-datasets';
import { format as arrowRs } from './implementations/arrow-rs';
import { format as hyparquet } from './implementations/hyparquet';
import { meta } from './meta';
import { format as parquetWasm } from './implementations/parquet-wasm';
import { telling } from '../../model/testing/telling';

const longAgain = ['long again', longTable()] as const;
const modules: Record<string, FormatModule> = { 'arrow-rs': arrowRs, 'parquet-wasm': parquetWasm, hyparquet };
const encodings = ['PLAIN', 'DICTIONARY', 'DELTA_BINARY_PACKED', 'BYTE_STREAM_SPLIT'] as const;

async function canonical(dataset: Dataset): Promise<string> {
  const bytes = await new Blob([...toCanonical(dataset).parts]).arrayBuffer();
  return Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

const samples = [...sampleDatasets()];
const hashes = new WeakMap<Dataset, Promise<string>>();

/** Of what is expected, once. */
function canonicalOnce(dataset: Dataset): Promise<string> {
  const hash = hashes.get(dataset) ?? canonical(dataset);
  hashes.set(dataset, hash);
  return hash;
}

async function expectSame(found: Dataset, expected: Dataset): Promise<void> {
  expect(schemaOf(found)).toEqual(schemaOf(expected));
  const [left, right] = [await canonical(found), await canonicalOnce(expected)];
  // Which says where they differ.
  if (left !== right) expect(found).toEqual(expected);
  expect(left).toBe(right);
}

function contextOf(
  dataset: Dataset,
  options: object = {},
  innerCodec: FormatContext['innerCodec'] = null,
): FormatContext {
  return {
    options: { ...completeOptions(meta.implementations[0]?.options ?? [], {}, 'Parquet'), ...options },
    innerCodec,
    schema: schemaOf(dataset),
  };
}

const reasonAgainst = (implementation: string, context: FormatContext, operation: FormatOperation = 'encode') => {
  const found = meta.implementations.find(({ id }) => id === implementation);
  if (found === undefined) throw new Error(`There is no ${implementation}.`);
  const { options, innerCodec } = context;
  return unsupportedReason(found, operation, context.schema, { options, innerCodec: innerCodec?.id ?? null });
};

it.each([-2, 6])('refuses decimals of 5 digits, %i of them after the point, by name', (scale) => {
  const part = {
    name: 'd',
    type: 'decimal',
    precision: 5,
    scale,
    validity: null,
    values: BigInt64Array.of(1n),
  } as const;
  const offsets = Int32Array.of(0, 1);
  for (const column of [part, { name: 'l', type: 'list', validity: null, offsets, item: part } as const]) {
    const context = contextOf({ kind: 'table', rowCount: 1, columns: [column] });
    for (const writer of ['arrow-rs', 'parquet-wasm'])
      expect(reasonAgainst(writer, context)).toMatch(
        telling(`“${column === part ? 'd' : 'l.d'}”`, `decimal(5, ${scale})`),
      );
  }
});

describe.each(Object.keys(modules))('what %s writes, both read', (writer) => {
  // With codecs, the pairs of the contract do so: formats-parquet.contract.browser.test.ts.
  const isRead = async (encoding: (typeof encodings)[number], { skip }: TestContext) => {
    let written = 0;
    let reason: string | null | undefined;
    for (const [name, dataset] of [...samples, longAgain]) {
      const context = contextOf(dataset, {
        encoding,
        pageVersion: name === 'long' ? '2' : '1',
        rowGroupRows: name === 'long' ? 1_000 : 1_048_576,
      });
      const refusal = reasonAgainst(writer, context);
      reason ??= refusal;
      if (refusal) continue;
      written += 1;
      const session = await modules[writer]?.open(context);
      const file = await session?.encode?.(dataset);
      if (file === undefined) throw new Error('Nothing was written.');
      for (const [reader, module] of Object.entries(modules)) {
        if (reasonAgainst(reader, context, 'decode') !== null) continue;
        const decoded = await (await module.open(context)).decode?.(file);
        if (decoded === undefined) throw new Error('Nothing was read.');
        await expectSame(decoded, modules[writer]?.forget?.(dataset) ?? dataset).catch((error: unknown) => {
          throw new Error(`${name} by ${reader}: ${error instanceof Error ? error.message : String(error)}`);
        });
      }
    }
    if (written === 0) skip(reason ?? '');
  };
  it.for(encodings.slice(0, 2))('%s, without a codec', isRead);
  it.for(encodings.slice(2))('%s, without a codec', { tags: ['full'] }, isRead);

  it('projects each column and looks up each row', async () => {
    for (const table of [richTable(), longTable()]) {
      const context = contextOf(table, { rowGroupRows: 1_000 });
      const session = await modules[writer]?.open(context);
      const file = (await session?.encode?.(table)) as Uint8Array<ArrayBuffer>;
      for (const module of Object.values(modules)) {
        const reader = await module.open(context);
        for (const column of table.columns) {
          const projected = await reader.project?.(file, column.name);
          await expectSame(projected as Dataset, { kind: 'table', rowCount: table.rowCount, columns: [column] });
        }
        const lookup = await reader.openLookup?.(file);
        for (const row of [0, 1, 5, 10, 999, 1_000, 2_999].filter((row) => row < table.rowCount))
          expect(await lookup?.get(row)).toEqual(rowValues(table, row));
        await expect(Promise.resolve().then(() => lookup?.get(table.rowCount))).rejects.toThrow(/no row/);
        lookup?.close?.();
      }
    }
  });

  it('looks vectors up by id', async () => {
    const dataset = sampleDatasets().get('vectors-1000');
    if (dataset?.kind !== 'keyedVectors') throw new Error('No vectors.');
    const context = contextOf(dataset, { encoding: 'PLAIN' });
    const file = (await (await modules[writer]?.open(context))?.encode?.(dataset)) as Uint8Array<ArrayBuffer>;
    for (const module of Object.values(modules)) {
      const lookup = await (await module.open(context)).openLookup?.(file);
      for (const id of ['é ünï', 'x', 'id999', 'id0']) expect(await lookup?.get(id)).toEqual(dataset.entries.get(id));
      await expect(Promise.resolve().then(() => lookup?.get('nobody'))).rejects.toThrow(/no row “nobody”/);
    }
  });
});

describe.each(Object.keys(modules))('damaged files, read by %s', (reader) => {
  const isOurs = (error: unknown) =>
    expect(error).toMatchObject({
      name: expect.stringMatching(/^(FormatlabError|DamagedInput)$/),
      record: { stage: expect.any(String), message: expect.stringMatching(/./) },
    });

  async function written(options: object, codec: FormatContext['innerCodec']) {
    const table = longTable();
    const context = contextOf(table, { rowGroupRows: 1_000, ...options }, codec);
    const file = (await (await parquetWasm.open(context)).encode?.(table)) as Uint8Array<ArrayBuffer>;
    const session = await modules[reader]?.open(context);
    if (session === undefined) throw new Error('No session.');
    return { table, context, file, session };
  }

  it('cut short at any place', async () => {
    const { file, session } = await written({}, { id: 'snappy', level: null });
    for (const length of [0, 4, 8, 11, 12, 100, file.length >> 1, file.length - 8, file.length - 1]) {
      await expect(Promise.resolve().then(() => session.decode?.(file.slice(0, length)))).rejects.toThrow(/footer/);
    }
  });

  async function survivesAlterations(chosen: readonly string[], codec: FormatContext['innerCodec']): Promise<void> {
    for (const encoding of chosen) {
      const { table, file, session } = await written({ encoding }, codec);
      for (let seed = 0; seed < 20; seed += 1) {
        const altered = file.slice();
        for (let at = 0; at < 6; at += 1)
          altered[4 + ((seed * 7919 + at * 104_729) % (altered.length - 12))] = (seed * 31 + at * 17) & 255;
        await Promise.resolve()
          .then(() => session.decode?.(altered))
          .catch(isOurs);
      }
      await expectSame((await session.decode?.(file)) as Dataset, table);
    }
  }

  it('altered anywhere, and goes on after that', () => survivesAlterations(encodings, null));
  // A codec meets altered bytes before any encoding does: one encoding shows what it does then.
  it.each([
    ['PLAIN', { id: 'zstd', level: 1 }],
    ['DICTIONARY', { id: 'snappy', level: null }],
    ['PLAIN', { id: 'gzip', level: 6 }],
    ['DICTIONARY', { id: 'lz4', level: null }],
    ['PLAIN', { id: 'brotli', level: 1 }],
  ] as const)('altered anywhere, %s with %o, and goes on after that', { tags: ['full'] }, (encoding, codec) =>
    survivesAlterations([encoding], codec),
  );
});

describe('parquet-wasm after a trap', () => {
  const rows = [1, 2, 3];
  const table: Dataset = {
    kind: 'table',
    rowCount: 3,
    columns: [fixedColumn('é', 'int32', rows), fixedColumn('éa', 'int32', rows)],
  };

  it('is known to trap for these names, and says so', () => {
    const { options } = contextOf(table);
    expect(
      meta.implementations
        .find(({ id }) => id === 'parquet-wasm')
        ?.unsupported('project', schemaOf(table), { options, innerCodec: null }),
    ).toMatch(/non-ASCII letters/);
  });

  it('rejects the call and goes on with a new instance', async () => {
    const session = await parquetWasm.open(contextOf(table));
    const file = (await session.encode?.(table)) as Uint8Array<ArrayBuffer>;
    await expect(session.project?.(file, 'é')).rejects.toMatchObject({
      record: { tag: 'decodeFailed', stage: 'project', message: expect.stringContaining('stopped while it read') },
    });
    await expectSame((await session.decode?.(file)) as Dataset, table);
    await expectSame(
      (await session.project?.(file, 'éa')) as Dataset,
      { ...table, columns: table.columns.slice(1) } as Dataset,
    );
  });
});
