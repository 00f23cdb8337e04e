import { describe, expect, it } from 'vitest';
import type { Registry } from '../../figures/candidate-names';
import { resultRows } from '../../figures/rows';
import {
  candidate,
  codec,
  formatImplementation,
  formatMeta,
  type MadeCell,
  type MadeRun,
  makeRun,
} from '../testing/test-results';
import { type CodecCost, codecCosts } from './codec-costs';

const registry: Registry = { formats: new Map(), codecs: new Map() };
/** 246,469 records, as the helpers of this folder count 10,240 bytes an item. */
const dataBytes = [246_469 * 10_240];
const tree = (id: string | null, options = {}) =>
  candidate('treedbm', id === null ? null : codec(id, null, null, 'page'), options);
const hash = (id: string | null) => candidate('hashdbm', id === null ? null : codec(id, null, null, 'record'));
const pages = { records: 246_469, leafPages: 43_143 };

function costsOf(cells: readonly MadeCell[], made: Partial<MadeRun> = {}) {
  const run = makeRun({ dataBytes, operations: ['encode', 'decode', 'store', 'load'], ...made, cells });
  return codecCosts(resultRows(run, false, registry), run.plan.candidates, 1, registry);
}

const only = (costs: ReturnType<typeof codecCosts>): CodecCost => {
  const cost = costs?.groups[0]?.costs[0];
  if (cost === undefined) throw new Error('there is a row with a codec');
  return cost;
};

describe('codecCosts', () => {
  it('computes what the source computes from its own figures: TreeDBM with zstd', () => {
    const costs = costsOf([
      { candidate: tree(null), sizeBytes: 173_908_640, counts: pages, ms: { store: 567, load: 567 } },
      { candidate: tree('zstd'), sizeBytes: 66_003_437, counts: pages, ms: { store: 1_473, load: 915 } },
    ]);
    expect(costs).toMatchObject({ write: 'store', read: 'load' });
    const { fileOverPlain, calls, write, read } = only(costs);
    expect(fileOverPlain).toBeCloseTo(0.3795, 4);
    expect(calls).toEqual({ count: 43_143, of: 'leafPages' });
    expect(write?.pure?.ms).toBeCloseTo(906);
    expect(write?.perSecond?.value).toBeCloseTo(47_619, -1);
    expect(read?.perSecond?.value).toBeCloseTo(123_974, -1);
  });

  it('counts records where the codec is applied to each', () =>
    expect(
      only(
        costsOf(
          [
            { candidate: hash(null), counts: pages, ms: { encode: 700 } },
            { candidate: hash('zlib'), counts: pages, ms: { encode: 10_737 } },
          ],
          { operations: ['encode'] },
        ),
      ).calls,
    ).toEqual({
      count: 246_469,
      of: 'records',
    }));

  it('scales the calls of a sample as its times are scaled', () => {
    const { calls, write } = only(
      costsOf([
        { candidate: hash(null), counts: { records: 246_469 }, ms: { store: 700 } },
        {
          candidate: hash('lzma'),
          counts: { records: 20_000 },
          sample: { items: 20_000, dataBytes: 20_000 * 10_240, fixedBytes: 0 },
          ms: { store: 15_207 },
        },
      ]),
    );
    expect(calls?.count).toBe(246_469);
    expect(write?.totalMs).toBeCloseTo(187_400, -2);
    // The source prints 4,737, which is not what its own times give.
    expect(write?.perSecond?.value).toBeCloseTo(1_320, -1);
  });

  it('gives an interval of the difference from three rounds on, and none from two', () => {
    const cells = [
      { candidate: tree(null), counts: pages, ms: { store: 567 } },
      { candidate: tree('zstd'), counts: pages, ms: { store: 1_473 } },
    ];
    const { write } = only(costsOf(cells, { jitter: 0.2 }));
    const { ms = Number.NaN, interval = null } = write?.pure ?? {};
    expect(interval?.lowMs).toBeLessThanOrEqual(ms);
    expect(interval?.highMs).toBeGreaterThanOrEqual(ms);
    expect(interval?.highMs ?? 0).toBeGreaterThan(interval?.lowMs ?? 0);
    expect(write?.perSecond?.interval?.low).toBeCloseTo(43_143 / ((interval?.highMs ?? 0) / 1_000));
    expect(only(costsOf(cells, { effort: 'sizes', jitter: 0.2 })).write?.pure?.interval).toBeNull();
  });

  it('gives no speed where the codec saves more time than it takes', () => {
    const { write } = only(
      costsOf([
        { candidate: tree(null), counts: pages, ms: { store: 567 } },
        { candidate: tree('lz4'), counts: pages, ms: { store: 560 } },
      ]),
    );
    expect(write?.pure?.ms).toBeCloseTo(-7);
    expect(write?.perSecond).toBeNull();
  });

  it('sets no limit above a speed whose pure time may be nothing', () => {
    const run = makeRun({
      dataBytes,
      operations: ['store'],
      cells: [
        { candidate: tree(null), counts: pages, ms: { store: 600 } },
        { candidate: tree('lz4'), counts: pages, ms: { store: 570 } },
      ],
    });
    // One quiet round alone makes the plain file the faster.
    const [plain] = run.cells;
    const stored = plain?.status === 'completed' ? plain.operations.store : undefined;
    if (stored?.status === 'measured') stored.rounds[0]?.samplesMs.fill(560);
    const { write } = only(codecCosts(resultRows(run, false, registry), run.plan.candidates, 1, registry));
    expect(write?.pure?.ms).toBeCloseTo(10);
    expect(write?.pure?.interval?.lowMs).toBeCloseTo(-30);
    expect(write?.perSecond?.interval).toEqual({ kind: 'interval95', low: 43_143 / 0.01, high: null });
  });

  it('compares like options only, and leaves codecs over the file out', () => {
    const cells = [
      { candidate: tree(null, { maxPageSize: 8_130 }), counts: pages, ms: { encode: 5 } },
      { candidate: tree('zstd', { maxPageSize: 131_072 }), counts: pages, ms: { encode: 9 } },
      { candidate: candidate('treedbm', codec('zstd', 3, 'native'), { maxPageSize: 8_130 }), ms: { encode: 9 } },
    ];
    expect(costsOf(cells)).toBeNull();
  });

  it('forms no difference between clocks of unlike scope', () =>
    expect(
      only(
        costsOf(
          [
            { candidate: tree(null), ms: { encode: 5 } },
            { candidate: tree('zstd'), ms: { encode: 9 }, clock: { encode: ['encode', 'write'] } },
          ],
          { operations: ['encode'] },
        ),
      ).write,
    ).toMatchObject({ totalMs: 9, pure: null, perSecond: null }));

  it('tells everything of a group in the plan’s order', () => {
    const cells = [
      { candidate: tree('zstd'), sizeBytes: 400, counts: pages, ms: { encode: 30, decode: 6 } },
      { candidate: tree(null), sizeBytes: 1_000, counts: pages, ms: { encode: 10, decode: 5 } },
      { candidate: tree('lz4'), sizeBytes: 500, counts: pages, ms: { encode: 20, decode: 5 } },
      { candidate: hash('zlib'), counts: pages, ms: { encode: 20 } },
    ];
    const run = makeRun({ dataBytes: [1_000_000], cells });
    const rows = resultRows(run, false, registry);
    const calls = { count: 43_143, of: 'leafPages' };
    const cost = (totalMs: number, ms: number) => ({
      totalMs,
      pure: { ms, interval: { kind: 'interval95', lowMs: ms, highMs: ms } },
      perSecond:
        ms === 0
          ? null
          : {
              value: 43_143 / (ms / 1_000),
              interval: { kind: 'interval95', low: 43_143 / (ms / 1_000), high: 43_143 / (ms / 1_000) },
            },
    });
    expect(codecCosts(rows, run.plan.candidates, 1, registry)).toEqual({
      write: 'encode',
      read: 'decode',
      groups: [
        {
          plain: rows[1],
          costs: [
            { row: rows[0], fileOverPlain: 0.4, calls, write: cost(30, 20), read: cost(6, 1) },
            { row: rows[2], fileOverPlain: 0.5, calls, write: cost(20, 10), read: cost(5, 0) },
          ],
        },
      ],
    });
  });

  it('takes storing and loading each where any of a group has it', () => {
    const operationsOf = (ms: NonNullable<MadeCell['ms']>) => {
      const costs = costsOf([
        { candidate: tree(null), ms: { encode: 1, decode: 1 } },
        { candidate: tree('zstd'), ms },
      ]);
      return [costs?.write, costs?.read];
    };
    expect(operationsOf({ encode: 1 })).toEqual(['encode', 'decode']);
    expect(operationsOf({ store: 1 })).toEqual(['store', 'decode']);
    expect(operationsOf({ load: 1 })).toEqual(['encode', 'load']);
  });

  it('has no quotient of sizes where either makes no file, or the plain one is empty', () => {
    const quotient = (plainBytes: number | null, codedBytes: number | null) =>
      only(
        costsOf([
          { candidate: tree(null), sizeBytes: plainBytes, ms: { encode: 1 } },
          { candidate: tree('zstd'), sizeBytes: codedBytes, ms: { encode: 1 } },
        ]),
      ).fileOverPlain;
    expect([quotient(100, 50), quotient(100, 0), quotient(0, 50), quotient(null, 50), quotient(100, null)]).toEqual([
      0.5,
      0,
      null,
      null,
      null,
    ]);
  });

  it.each([
    ['record', { records: 5, pages: 3 }, { count: 5, of: 'records' }],
    ['page', { pages: 3, leafPages: 2 }, { count: 2, of: 'leafPages' }],
    ['page', { pages: 3, leafPages: 0 }, { count: 3, of: 'pages' }],
    ['chunk', { chunks: 7 }, { count: 7, of: 'chunks' }],
    ['columnChunk', { columnChunks: 8 }, { count: 8, of: 'columnChunks' }],
    ['buffer', { buffers: 9 }, { count: 9, of: 'buffers' }],
    ['buffer', { buffers: 0 }, null],
    ['buffer', { pages: 9 }, null],
    ['file', { records: 9, pages: 9 }, null],
  ] as const)('counts the calls of a codec by %s among %j', (granularity, counts, calls) => {
    const cost = only(
      costsOf([
        { candidate: tree(null), counts, ms: { encode: 5 } },
        { candidate: candidate('treedbm', codec('zstd', null, null, granularity)), counts, ms: { encode: 9 } },
      ]),
    );
    expect(cost.calls).toEqual(calls);
    expect(cost.write?.perSecond?.value ?? null).toEqual(calls === null ? null : calls.count / 0.004);
  });

  it('does not scale the calls of a sample of nothing', () => {
    const sample = { items: 0, dataBytes: 0, fixedBytes: 0 };
    const cost = only(
      costsOf([
        { candidate: tree(null), ms: { encode: 5 } },
        { candidate: tree('zstd'), counts: pages, sample, ms: { encode: 9 } },
      ]),
    );
    expect(cost.calls).toEqual({ count: 43_143, of: 'leafPages' });
  });

  it('has no cost where the timer hides the whole time, and no pure one where it hides the plain file’s', () => {
    const write = (plainMs: number | undefined, codedMs: number | undefined) =>
      only(
        costsOf([
          { candidate: tree(null), counts: pages, ms: plainMs === undefined ? {} : { encode: plainMs } },
          { candidate: tree('zstd'), counts: pages, ms: codedMs === undefined ? {} : { encode: codedMs } },
        ]),
      ).write;
    expect([write(5, 0), write(5, undefined)]).toEqual([null, null]);
    const unknown = { totalMs: 9, pure: null, perSecond: null };
    expect([write(0, 9), write(undefined, 9)]).toEqual([unknown, unknown]);
  });

  it('needs both a plain file and one with a codec, which are not of the same implementation alone', () => {
    expect(costsOf([{ candidate: tree(null), ms: { encode: 5 } }])).toBeNull();
    expect(costsOf([{ candidate: tree('zstd'), ms: { encode: 5 } }])).toBeNull();
    expect(
      costsOf([
        { candidate: tree(null), ms: { encode: 5 } },
        { candidate: candidate('treedbm', codec('zstd', null), {}, 'other'), ms: { encode: 5 } },
      ]),
    ).toBeNull();
    expect(
      costsOf([
        { candidate: tree(null), ms: { encode: 5 } },
        { candidate: tree('zstd'), status: 'failed' },
      ]),
    ).toBeNull();
  });

  it('takes options in any order for the same, and leaves out those that do nothing without a codec', () => {
    const training = {
      type: 'integer',
      id: 'dictionaryKiB',
      label: 'Dictionary',
      min: 1,
      max: 256,
      default: 64,
      onlyWithCodecs: ['zstd'],
    } as const;
    const page = { type: 'integer', id: 'page', label: 'Page', min: 1, max: 256, default: 64 } as const;
    const implementations = [
      formatImplementation('other', 'Other'),
      formatImplementation('formatlab', 'Formatlab', [page, training]),
    ];
    const known: Registry = {
      formats: new Map([['treedbm', formatMeta('treedbm', 'TreeDBM', implementations)]]),
      codecs: new Map(),
    };
    const groupCount = (plain: Record<string, number>, coded: Record<string, number>) => {
      const run = makeRun({
        cells: [
          { candidate: tree(null, plain), ms: { encode: 5 } },
          { candidate: tree('zstd', coded), ms: { encode: 9 } },
        ],
      });
      return codecCosts(resultRows(run, false, known), run.plan.candidates, 1, known)?.groups.length ?? 0;
    };
    expect(groupCount({ page: 1, more: 2 }, { more: 2, page: 1 })).toBe(1);
    expect(groupCount({ page: 1 }, { page: 1, dictionaryKiB: 32 })).toBe(1);
    expect(groupCount({ page: 1 }, { page: 2, dictionaryKiB: 32 })).toBe(0);
    expect(groupCount({ page: 1 }, { page: 1, more: 2 })).toBe(0);
  });

  it('pairs rounds of the same number, and leaves out those without a sample', () => {
    const cells = [
      { candidate: tree(null), counts: pages, ms: { encode: 10 } },
      { candidate: tree('zstd'), counts: pages, ms: { encode: 30 } },
    ];
    const withRounds = (plainRounds: readonly number[], empty: readonly number[] = []) => {
      const run = makeRun({ cells, operations: ['encode'], rounds: 4 });
      run.cells.forEach((cell, place) => {
        const encode = cell.status === 'completed' ? cell.operations.encode : undefined;
        if (encode?.status !== 'measured') throw new Error('It was measured.');
        encode.rounds.forEach((round, index) => {
          if (place === 0) round.round = plainRounds[index] ?? index;
          if (empty.includes(index)) round.samplesMs = [];
        });
      });
      return only(codecCosts(resultRows(run, false, registry), run.plan.candidates, 1, registry)).write?.pure;
    };
    const interval = { kind: 'roundsRange', lowMs: 20, highMs: 20 };
    expect(withRounds([0, 1, 2, 3])).toEqual({ ms: 20, interval });
    expect(withRounds([0, 1, 2, 9])).toEqual({ ms: 20, interval });
    expect(withRounds([0, 1, 8, 9])).toEqual({ ms: 20, interval: null });
    expect(withRounds([0, 1, 2, 3], [0])).toEqual({ ms: 20, interval });
    expect(withRounds([0, 1, 2, 3], [0, 1])).toEqual({ ms: 20, interval: null });
  });
});
