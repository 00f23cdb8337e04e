import { describe, expect, it } from 'vitest';
import type { Registry } from '../candidate-names';
import { resultRows } from '../rows';
import { candidate, codec, type MadeCell, type MadeRun, makeRun } from '../test-results';
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
    expect(write?.wholeMs).toBeCloseTo(187_400, -2);
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
    expect(only(costsOf(cells, { effort: 'quick', jitter: 0.2 })).write?.pure?.interval).toBeNull();
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
    expect(write?.perSecond?.interval).toEqual({ low: 43_143 / 0.01, high: null });
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
    ).toMatchObject({ wholeMs: 9, pure: null, perSecond: null }));
});
