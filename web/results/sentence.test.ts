import { describe, expect, it } from 'vitest';
import { type Comparison, compare, type Verdict } from '../../workers/model/statistics/compare';
import type { Registry } from './candidate-names';
import { resultRows } from './rows';
import { resultsSentence, type SentenceContext } from './sentence';
import { candidate, codec, type MadeCell, type MadeRun, makeRun } from './test-results';

const registry: Registry = { formats: new Map(), codecs: new Map() };

function say(made: MadeRun, context: Partial<SentenceContext> = {}): string {
  const run = makeRun(made);
  return resultsSentence(resultRows(run, context.running ?? false, registry), {
    running: false,
    effort: run.plan.effort,
    plannedRounds: run.plan.effort === 'quick' ? 2 : 8,
    seed: run.plan.seed,
    operations: ['encode', 'decode'],
    filtered: false,
    ...context,
  });
}

const made = (format: string, sizeBytes: number, encode: number, decode: number): MadeCell => ({
  candidate: candidate(format),
  sizeBytes,
  ms: { encode, decode },
});
const verdict = (given: Verdict) => (): Comparison => ({
  verdict: given,
  ratio: 0.5,
  interval: null,
  p: null,
  pairCount: 8,
});

describe('resultsSentence', () => {
  it('names clear winners with their factor', () => {
    expect(say({ cells: [made('small', 1_000_000, 40, 20), made('fast', 9_000_000, 8, 4)], jitter: 0.02 })).toMatch(
      /^Small is smallest \(1\.00 MB, ratio 10\.0\); fast encodes fastest \(1\.2 GB\/s, (4\.9|5\.0|5\.1)× the speed of small\); fast decodes fastest \(2\.5 GB\/s, (4\.9|5\.0|5\.1)× the speed of small\)\.$/,
    );
  });

  it('names ties as ties', () => {
    const text = say({
      cells: [made('one', 2_000_000, 8, 4), made('two', 2_000_000, 8.01, 4.01), made('large', 4_000_000, 30, 20)],
      jitter: 0.05,
    });
    expect(text).toBe(
      'One and two tie for the smallest file (2.00 MB, ratio 5.00); encoding, one and two tie for the fastest (about 1.2 GB/s, no clear difference); decoding, one and two tie for the fastest (about 2.5 GB/s, no clear difference).',
    );
  });

  it('says that all take the same', () => {
    expect(say({ cells: [made('one', 2_000_000, 10, 5), made('two', 2_000_000, 20, 10)] })).toMatch(
      /^All 2 candidates take the same 2\.00 MB, ratio 5\.00;/,
    );
  });

  it('shortens long ties', () => {
    const cells = Array.from({ length: 7 }, (_, index) => made(`f${index}`, 1_000_000 + index, 10, 5));
    expect(say({ cells }, { compare: verdict('noClearDifference'), operations: ['encode'] })).toContain(
      'encoding, f0, f1, f2 and 4 others tie',
    );
  });

  it('ranks no speed in quick mode', () => {
    expect(say({ cells: [made('small', 1_000_000, 40, 20), made('fast', 9_000_000, 10, 5)], effort: 'quick' })).toBe(
      'Small is smallest (1.00 MB, ratio 10.0); sizes are exact, but speeds get no verdict from 2 rounds.',
    );
  });

  it('ranks no speed while there are too few rounds', () => {
    expect(
      say(
        { cells: [made('small', 1_000_000, 40, 20), made('fast', 9_000_000, 10, 5)], rounds: 3, finished: false },
        { running: true },
      ),
    ).toBe(
      'So far, with 2 of 2 candidates measured, small is smallest (1.00 MB, ratio 10.0); sizes are exact, but speeds get no verdict yet, after 3 of 8 rounds.',
    );
  });

  it('speaks of one candidate without comparing', () => {
    expect(say({ cells: [made('only', 2_000_000, 10, 5)] })).toBe(
      'Only takes 2.00 MB, ratio 5.00 and encodes at 1.0 GB/s and decodes at 2.0 GB/s; with one candidate there is nothing to compare.',
    );
  });

  it('speaks of the first one measured without saying that there is but one', () => {
    const cells = [made('only', 2_000_000, 10, 5)];
    expect(say({ cells, finished: false }, { running: true })).not.toContain('nothing to compare');
  });

  it('says that the timer hides a time', () => {
    expect(say({ cells: [made('only', 2_000_000, 0, 5)] })).toContain('encodes faster than the timer can tell');
  });

  it('says that all failed, with the first reason', () => {
    expect(
      say({
        cells: [
          { candidate: candidate('a'), status: 'unsupported' },
          { candidate: candidate('b'), status: 'failed' },
        ],
      }),
    ).toBe(
      'None of the 2 candidates gave figures. b: What was decoded differs from the data at byte 4,096 of column 3.',
    );
  });

  it('counts those without figures', () => {
    const text = say({
      cells: [
        made('a', 1_000, 1, 1),
        made('b', 2_000, 2, 2),
        { candidate: candidate('c'), status: 'failed' },
        { candidate: candidate('d'), status: 'timedOut' },
        { candidate: candidate('e'), status: 'unsupported' },
        { candidate: candidate('f'), status: 'cancelled' },
      ],
    });
    expect(text).toMatch(/ Of 6 candidates, 2 failed, 1 can’t hold this data and 1 was stopped; the table says why\.$/);
  });

  it('speaks of nothing yet, nothing at all, and a stop before anything', () => {
    const nothing = { cells: [{ candidate: candidate('a'), status: 'missing' as const }] };
    expect(say(nothing, { running: true })).toMatch(/^Nothing is measured yet/);
    expect(say({ cells: [] })).toBe('There is nothing to show: the plan has no candidates.');
    expect(say({ cells: [] }, { filtered: true })).toBe('The filters hide every candidate.');
    expect(say(nothing)).toBe('The run was stopped before anything was measured.');
  });

  it('tells what is measured so far, and that it speaks of what is shown', () => {
    const cells = [
      made('a', 1_000, 1, 1),
      made('b', 2_000, 2, 2),
      { candidate: candidate('c'), status: 'missing' as const },
    ];
    expect(say({ cells }, { running: true })).toMatch(/^So far, with 2 of 3 candidates measured, a is smallest/);
    expect(say({ cells: cells.slice(0, 2) }, { filtered: true })).toMatch(/^Of the 2 shown, a is smallest/);
  });

  it('does not rank clocks of unlike scope against each other, and says so', () => {
    const cells: MadeCell[] = [
      { ...made('reads', 1_000_000, 10, 1), clock: { decode: ['read', 'decode'] } },
      made('memory', 2_000_000, 20, 5),
      made('slow', 2_000_000, 20, 50),
    ];
    const text = say({ cells }, { compare: verdict('faster'), operations: ['decode'] });
    expect(text).toContain(
      'memory decodes fastest (2.0 GB/s, 2.0× the speed of slow), leaving out 1 whose clocks include other work',
    );
    expect(say({ cells: cells.slice(0, 2) }, { compare: verdict('faster'), operations: ['decode'] })).not.toContain(
      'fastest',
    );
  });

  it('does not count the baseline among the contenders', () => {
    const run = makeRun({
      cells: [
        made('raw', 10_000_000, 1, 1),
        made('one', 5_000_000, 10, 10),
        { candidate: candidate('one', codec('zstd', 3)), sizeBytes: 1_000_000, ms: { encode: 50, decode: 5 } },
      ],
    });
    const rows = resultRows(run, false, registry).map((row) =>
      row.names.formatId === 'raw' ? { ...row, names: { ...row.names, isBaseline: true } } : row,
    );
    const text = resultsSentence(rows, {
      running: false,
      effort: 'standard',
      plannedRounds: 8,
      seed: 7,
      operations: ['encode'],
      filtered: false,
    });
    expect(text).toMatch(/; one encodes fastest after the uncompressed baseline \(/);
    expect(text).toContain('One · zstd 3 is smallest (');
  });
});

it('takes the short cut past resampling only where the verdict is certain', () => {
  const cells = Array.from({ length: 12 }, (_, index) => made(`f${index}`, 1_000_000 + index, 10 * 1.01 ** index, 5));
  for (const jitter of [0, 0.02, 0.2]) {
    for (const rounds of [5, 6, 8]) {
      const run: MadeRun = { cells, jitter, rounds };
      expect(say(run, { operations: ['encode'] })).toBe(say(run, { operations: ['encode'], compare }));
    }
  }
});

describe('with what does not conform', () => {
  const refused = (cell: MadeCell): MadeCell => ({ ...cell, rejectedBy: 'specification' });

  it('recommends others, and says why', () => {
    const text = say({
      cells: [refused(made('broken', 500_000, 4, 2)), made('small', 1_000_000, 40, 20), made('fast', 9_000_000, 8, 4)],
    });
    expect(text).toMatch(/^Small is smallest \(1\.00 MB, ratio 10\.0\); fast encodes fastest/);
    expect(text).toMatch(/ Not ranked, as not conforming: broken; others refuse some of what it writes\.$/);
  });

  it('knows it by the metadata, too', () => {
    const run = makeRun({
      cells: [
        { ...made('raw', 500_000, 4, 2), candidate: candidate('raw', codec('lz4', null, 'lz4js')) },
        made('csv', 9_000_000, 8, 4),
      ],
    });
    const text = resultsSentence(resultRows(run, false), {
      running: false,
      effort: 'standard',
      plannedRounds: 8,
      seed: 1,
      operations: ['encode'],
      filtered: false,
    });
    expect(text).toMatch(/^CSV takes 9\.00 MB/);
    expect(text).not.toContain('with one candidate');
    expect(text).toMatch(/Not ranked, as not conforming: .*LZ4; others refuse some of what it writes\./);
  });

  it('says of nothing else that none conforms', () => {
    expect(say({ cells: [refused(made('one', 1_000_000, 40, 20)), refused(made('two', 9_000_000, 8, 4))] })).toMatch(
      /None of them conforms: others refuse some of what they write\.$/,
    );
    expect(say({ cells: [refused(made('one', 1_000_000, 40, 20))] })).toMatch(
      /It does not conform: others refuse some of what it writes\.$/,
    );
  });
});
