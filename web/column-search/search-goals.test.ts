import { describe, expect, test } from 'vitest';
import {
  candidateOf,
  defaultLayout,
  type FileVariant,
  type SearchPlan,
  type TriedSetting,
} from '../../workers/model/column-search';
import { type ColumnParts, rowBytesOf } from '../../workers/model/remote/parquet-reads';
import {
  bestFile,
  bestFileWithin,
  bestTrials,
  fileOfTrials,
  type FoundFile,
  weighed,
} from '../../workers/model/search-choice';
import { formats } from '../../workers/registry/metadata';
import { totalOf } from '../decide/totals';
import { mulberry } from '../../workers/model/testing/mulberry';
import { telling } from '../../workers/model/testing/telling';
import { namedSituations } from '../view/named-situations';
import { goals, type Situation } from '../view/situation';
import { newestTrials, withEarlierTrials } from './earlier-trials';
import { extentText } from './extent-text';
import { predictedFigures } from './predicted-figures';
import { defaultPlan } from '../../workers/registry/default-plan';
import { contender, figures } from '../decide/testing/made-contenders';
import type { CompletedRow } from '../figures/rows';
import { isNotPredicted, predictedBest } from './predicted-best';
import { runSearchOf } from './run-search';
import { bestForSituation, candidateOfFound, searchForRun } from './search-for-run';
import {
  aimOf,
  alsoCounted,
  beatenBy,
  frontierOf,
  missedShare,
  permittedTrials,
  untriedCount,
  usualFile,
  usualSetting,
} from './search-goals';
import type { ColumnSearchState } from './use-column-search';

const natural: FileVariant = { order: [], sortMs: 0, layout: defaultLayout };
const plan: SearchPlan = {
  rows: 10,
  sampleRows: null,
  columns: ['a', 'b', 'c'],
  settings: {},
  narrowings: {},
  sharedFooter: { ownBytes: 0, narrowBytes: 0 },
  workers: 1,
};

const endedSearch: ColumnSearchState = {
  status: 'done',
  plan,
  trials: [],
  permissions: { reorder: false, narrow: false },
  orders: [],
  done: 0,
  planned: 0,
  remainingMs: null,
  end: 'complete',
  error: null,
};

/** A column of two row groups. The second holds the middle row, in a page that takes some share of it. */
function partsOf(sizeBytes: number, share: number, hasIndex: boolean): ColumnParts {
  const bytes = sizeBytes / 2;
  const indexBytes = hasIndex ? 500 : 0;
  const row = { dictionaryBytes: 1_000, pageStart: 3_000, pageBytes: Math.round(share * (bytes - 3_000)) };
  return {
    rowGroup: 1,
    groups: [null, hasIndex ? row : null].map((each) => [{ bytes, indexBytes, row: each, bounds: null }]),
  };
}

const trials = ['a', 'b', 'c'].flatMap((column, seed) =>
  Array.from({ length: 6 }, (_, index): TriedSetting => {
    const sizeBytes = 100_000 + ((index * 7_919 + seed * 3_001) % 9_973) * 100;
    return {
      column,
      setting: { encoding: `E${index}`, codec: null, narrowing: null },
      variant: natural,
      allRows: true,
      footerBytes: 0,
      sizeBytes,
      encodeMs: 1 + ((index * 104_729 + seed) % 89),
      decodeMs: 1 + ((index * 1_299_709 + seed) % 97),
      lookupMs: 0.1 + ((index * 15_485_863 + seed) % 31) / 10,
      parts: partsOf(sizeBytes, (1 + ((index * 32_452_843 + seed) % 13)) / 14, index % 3 > 0),
    };
  }),
);

const next = mulberry(11);
const speed = () => (next() < 0.2 ? null : 1e4 * 1e6 ** next());
const situations = Array.from(
  { length: 60 },
  (_, turn): Situation => ({
    ...namedSituations.message.situation,
    goal: goals[turn % goals.length] ?? 'time',
    writes: Math.round(1_000 ** next()),
    reads: Math.round(1_000 ** next()),
    columnReads: Math.round(1_000 ** next()) - 1,
    lookups: Math.round(10_000 ** next()) - 1,
    latencyMs: 100 * next(),
    uploadBytesPerSecond: speed(),
    downloadBytesPerSecond: speed(),
    pipelined: false,
    months: Math.round(100 * next()),
    storagePerGbMonth: 0.05 * next(),
    egressPerGb: 0.1 * next(),
    corePerHour: 0.1 * next(),
  }),
);

/** Every file: each setting of a with each of b and each of c. */
const files = [0, 1, 2, 3, 4, 5].flatMap((a) =>
  [0, 1, 2, 3, 4, 5].flatMap((b) =>
    [0, 1, 2, 3, 4, 5].map((c) =>
      fileOfTrials(
        new Map(
          [trials[a], trials[6 + b], trials[12 + c]].flatMap((each) =>
            each === undefined ? [] : [[each.column, each]],
          ),
        ),
        natural,
        plan,
      ),
    ),
  ),
);

const noLimits = { sizeBytes: null, encodeMs: null, decodeMs: null };

const chosenFor = (situation: Situation, readColumn: string): FoundFile | undefined =>
  bestFileWithin(trials, aimOf('situation', situation, readColumn, plan), noLimits, plan)?.file;

/** The total of the chosen file, and the least of all files. */
function bestOf(situation: Situation): { best: number; least: number } {
  const total = (file: FoundFile) => totalOf(situation, predictedFigures(file, plan.columns, 'b', situation));
  const file = chosenFor(situation, 'b');
  if (file === undefined) throw new Error('No file was chosen.');
  return { best: total(file), least: Math.min(...files.map(total)) };
}

describe('the best settings of columns', () => {
  test('have the least total of every file, in 60 situations that read files as a whole', () => {
    for (const each of situations) {
      const situation = { ...each, columnReads: 0, lookups: 0 };
      const { best, least } = bestOf(situation);
      expect(best).toBeLessThanOrEqual(least + 1e-6 * Math.abs(least));
    }
  });

  test('have nearly the least total in 60 situations that also read one column and look up rows', () => {
    const excesses = situations.map((situation) => {
      const { best, least } = bestOf(situation);
      return best / least - 1;
    });
    // Requests that are merged, and bytes that come with the end of the file, are no sums over columns.
    expect(Math.max(...excesses)).toBeLessThan(0.05);
    expect(excesses.filter((excess) => excess < 1e-6).length).toBeGreaterThan(45);
  });

  test('depend on which column is read alone, and on the page of a look-up', () => {
    const situation: Situation = {
      ...namedSituations.message.situation,
      ...{ goal: 'time', writes: 0, reads: 0, lookups: 0, columnReads: 1_000, latencyMs: 1, pipelined: false },
      downloadBytesPerSecond: 1e7,
    };
    const smallestOf = (column: string, figure: (trial: TriedSetting) => number) =>
      Math.min(...trials.filter((trial) => trial.column === column).map(figure));
    const readMs = ({ sizeBytes, decodeMs }: TriedSetting) => sizeBytes / 1e4 + decodeMs;
    for (const column of plan.columns) {
      const trial = chosenFor(situation, column)?.trials.get(column);
      expect(trial && readMs(trial)).toBe(smallestOf(column, readMs));
    }
    const lookups = { ...situation, columnReads: 0, lookups: 1_000 };
    const rowMs = ({ parts, lookupMs }: TriedSetting) => rowBytesOf(parts) / 1e4 + (lookupMs ?? 0);
    const found = chosenFor(lookups, 'a');
    for (const column of plan.columns) {
      const trial = found?.trials.get(column);
      expect(trial && rowMs(trial)).toBe(smallestOf(column, rowMs));
    }
  });

  test('are those of reading the whole file once where look-ups take longer, unless rows must be readable alone', () => {
    // What decodes fastest is slowest to look up.
    const opposed = trials.map((trial) => ({ ...trial, lookupMs: 200 - trial.decodeMs }));
    const lookups: Situation = {
      ...namedSituations.message.situation,
      ...{ goal: 'time', writes: 0, reads: 0, lookups: 1e6, latencyMs: 0, downloadBytesPerSecond: null },
    };
    const chosen = (situation: Situation) =>
      bestFileWithin(opposed, aimOf('situation', situation, 'a', plan), noLimits, plan)?.file;
    const [once, alone] = [chosen(lookups), chosen({ ...lookups, needsOneRow: true })];
    for (const column of plan.columns) {
      const times = opposed.filter((trial) => trial.column === column).map(({ decodeMs }) => decodeMs);
      expect(once?.trials.get(column)?.decodeMs).toBe(Math.min(...times));
      expect(alone?.trials.get(column)?.decodeMs).toBe(Math.max(...times));
    }
  });

  test('are the smallest, or the fastest to read', () => {
    const [size, read] = (['size', 'read'] as const).map(
      (goal) =>
        bestFileWithin(trials, aimOf(goal, namedSituations.message.situation, null, plan), noLimits, plan)?.file,
    );
    expect(size?.sizeBytes).toBe(Math.min(...files.map(({ sizeBytes }) => sizeBytes)));
    expect(read?.decodeMs).toBe(Math.min(...files.map(({ decodeMs }) => decodeMs)));
  });

  test('lie on a frontier that no other file surpasses', () => {
    const frontier = frontierOf(trials, plan);
    expect(frontier.length).toBeGreaterThanOrEqual(2);
    for (const each of frontier)
      expect(
        files.some(({ sizeBytes, decodeMs }) => sizeBytes < each.sizeBytes && decodeMs < each.decodeMs),
        `${each.sizeBytes}`,
      ).toBe(false);
  });
});

/** The same trials in another order of rows, smaller and with a sort. */
const sorted: FileVariant = { order: [{ column: 'a', descending: false }], sortMs: 1_000, layout: defaultLayout };
const sortedTrials = trials.map((trial) => ({ ...trial, variant: sorted, sizeBytes: trial.sizeBytes / 2 }));
const sizeOnly = { perByte: 1, perEncodeMs: 0, perDecodeMs: 0 };
const sizeAim = { weights: [sizeOnly], totalOf: ({ sizeBytes }: FoundFile) => sizeBytes };

describe('the best file', () => {
  test('has one order of rows, and pays for the sort', () => {
    const both = [...trials, ...sortedTrials];
    expect(bestFile(both, sizeOnly, plan)?.variant).toBe(sorted);
    expect(bestFile(both, { perByte: 0.001, perEncodeMs: 1, perDecodeMs: 0 }, plan)?.variant).toBe(natural);
    expect(bestFile(both, sizeOnly, plan)?.encodeMs).toBeGreaterThan(1_000);
    // An order in which a column was not tried is no file.
    expect(bestFile(sortedTrials.slice(1, 7), sizeOnly, plan)).toBe(null);
    expect(bestFile([...trials, ...sortedTrials.slice(0, 12)], sizeOnly, plan)?.variant).toBe(natural);
  });

  test('is the best of every file within a limit, or nearly', () => {
    for (const share of [0.15, 0.3, 0.5, 0.8]) {
      const times = files.map(({ decodeMs }) => decodeMs).sort((one, other) => one - other);
      const decodeMs = times[Math.floor(times.length * share)] ?? 0;
      const within = bestFileWithin(trials, sizeAim, { sizeBytes: null, encodeMs: null, decodeMs }, plan);
      const least = Math.min(...files.filter((each) => each.decodeMs <= decodeMs).map(({ sizeBytes }) => sizeBytes));
      expect(within?.isWithin).toBe(true);
      expect(within?.file.decodeMs).toBeLessThanOrEqual(decodeMs);
      expect(within?.file.sizeBytes).toBeLessThan(1.05 * least);
    }
  });

  test('is the best of every file within limits of any figures, by any sum of them', () => {
    const figures = ['sizeBytes', 'encodeMs', 'decodeMs'] as const;
    const sortedBy = (figure: (typeof figures)[number]) =>
      files.map((file) => file[figure]).sort((one, other) => one - other);
    const shares = [null, 0.05, 0.4] as const;
    const excesses: number[] = [];
    for (const turn of Array.from({ length: 27 }, (_, each) => each)) {
      const [size = null, encode = null, decode = null] = [
        turn % 3,
        Math.floor(turn / 3) % 3,
        Math.floor(turn / 9),
      ].map((place, index) => {
        const share = shares[place] ?? null;
        const figure = figures[index] ?? 'sizeBytes';
        return share === null ? null : (sortedBy(figure)[Math.floor(share * files.length)] ?? null);
      });
      const limits = { sizeBytes: size, encodeMs: encode, decodeMs: decode };
      const isWithin = (file: FoundFile) =>
        figures.every((figure) => file[figure] <= (limits[figure] ?? Number.POSITIVE_INFINITY));
      const weights = { perByte: 1e-4, perEncodeMs: turn % 2, perDecodeMs: 1 };
      const totalOf = ({ sizeBytes, encodeMs, decodeMs }: FoundFile) =>
        sizeBytes * weights.perByte + encodeMs * weights.perEncodeMs + decodeMs;
      const best = bestFileWithin(trials, { weights: [weights], totalOf }, limits, plan);
      const permitted = files.filter(isWithin);
      if (permitted.length === 0) expect(best?.isWithin).toBe(false);
      if (best === null || !best.isWithin) continue;
      expect(isWithin(best.file)).toBe(true);
      excesses.push(totalOf(best.file) / Math.min(...permitted.map(totalOf)) - 1);
    }
    expect(excesses.length).toBeGreaterThan(20);
    expect(Math.max(...excesses)).toBeLessThan(1e-9);
  });

  test('is the nearest one if none is within the limit', () => {
    const within = bestFileWithin(trials, sizeAim, { sizeBytes: null, encodeMs: null, decodeMs: 1 }, plan);
    expect(within?.isWithin).toBe(false);
    expect(within?.file.decodeMs).toBe(Math.min(...files.map(({ decodeMs }) => decodeMs)));
  });

  test('has the footer of all columns, whose shared part counts once', () => {
    const withFooter = trials.map((trial) => ({ ...trial, footerBytes: 500 }));
    const file = bestFile(withFooter, sizeOnly, { ...plan, sharedFooter: { ownBytes: 300, narrowBytes: 300 } });
    const columns = [...(file?.trials.values() ?? [])].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    expect(file?.sizeBytes).toBe(columns + 3 * 500 - 2 * 300);
  });
});

describe('what the user lets the search change', () => {
  const narrow = trials.map((trial) => ({
    ...trial,
    setting: { ...trial.setting, narrowing: { to: 'int32' } as const },
  }));
  const all = [...trials, ...sortedTrials, ...narrow];
  test.each([
    [false, false, 18],
    [true, false, 36],
    [false, true, 36],
    [true, true, 54],
  ])('is chosen from: reorder %s, narrow %s', (reorder, narrowed, count) => {
    expect(permittedTrials(all, { reorder, narrow: narrowed })).toHaveLength(count);
  });
  test('never ends with a larger file than an earlier search that was allowed less', () => {
    const [nothing, orders, both] = [
      { reorder: false, narrow: false },
      { reorder: true, narrow: false },
      { reorder: true, narrow: true },
    ];
    const random = mulberry(34);
    const drawn = (share: number) => all.filter(() => random() < share);
    const bytesOf = (some: readonly TriedSetting[]) =>
      bestFile(some, sizeOnly, plan)?.sizeBytes ?? Number.POSITIVE_INFINITY;
    for (let round = 0; round < 50; round += 1) {
      let earlier: readonly TriedSetting[] = [];
      let before = Number.POSITIVE_INFINITY;
      for (const permissions of [nothing, orders, both]) {
        const withTrial = withEarlierTrials(earlier, permissions);
        const tried = permittedTrials(drawn(0.5), permissions);
        const found = tried.map(withTrial).at(-1) ?? [];
        expect(bytesOf(found)).toBeLessThanOrEqual(Math.min(before, bytesOf(tried)));
        before = bytesOf(found);
        earlier = newestTrials([...earlier, ...found]);
        expect(newestTrials(found)).toHaveLength(found.length);
      }
      const [first] = all;
      if (first === undefined) throw new Error('There are no trials.');
      const again = withEarlierTrials(earlier, nothing)({ ...first, decodeMs: 0.5 });
      expect(permittedTrials(again, nothing)).toEqual(again);
      expect(again.filter(({ column, setting }) => column === first.column && setting.encoding === 'E0')).toEqual([
        { ...first, decodeMs: 0.5 },
      ]);
    }
  });
  test('is not in the usual file', () => {
    const usual = ['a', 'b', 'c'].map(
      (column): TriedSetting => ({ ...(trials[0] as TriedSetting), column, setting: usualSetting }),
    );
    const others = usual.map((trial) => ({ ...trial, variant: sorted, sizeBytes: 1 }));
    expect(usualFile([...others, ...usual], plan)?.variant).toBe(natural);
    expect(usualFile([...others, ...usual.slice(1)], plan)).toBe(null);
  });
  test('shows what the sample says was missed', () => {
    const file = bestFile(trials, sizeOnly, plan);
    if (file === null) throw new Error('There is no file.');
    expect(missedShare(trials, file)).toBe(null);
    const sample = trials.map((trial) => ({ ...trial, allRows: false }));
    expect(missedShare(sample, file)).toBe(0);
    const less = sample.map((trial) => ({
      ...trial,
      sizeBytes: trial.setting.encoding === 'E1' ? 1 : trial.sizeBytes,
    }));
    expect(missedShare(less, file)).toBeGreaterThan(0.3);
  });
});

describe('the usual layout', () => {
  test('is that of the format’s options', () => {
    const options = formats.get('parquet')?.implementations.find(({ id }) => id === 'arrow-rs')?.options ?? [];
    for (const [id, value] of Object.entries(defaultLayout))
      expect(options.find((option) => option.id === id)?.default).toBe(value);
  });
});

describe('the candidate of some settings', () => {
  test('lists what differs from the usual, with names in quotation marks where they need them', () => {
    const zstd = { id: 'zstd', level: 3 };
    const candidate = candidateOf(
      new Map([
        ['id', { encoding: 'DELTA_BINARY_PACKED', codec: zstd }],
        ['name', { encoding: 'DICTIONARY', codec: zstd }],
        ['price: “net”; in "€"', { encoding: 'PLAIN', codec: null }],
      ]),
    );
    expect(candidate.codec).toEqual({ id: 'zstd', level: 3, granularity: 'page', implementation: null });
    expect(candidate.options.columns).toMatch(
      telling('id: DELTA_BINARY_PACKED', '; "price: “net”; in \\"€\\"": PLAIN', 'PLAIN, uncompressed'),
    );
    expect(candidate.options.columns).not.toContain('name');
  });

  test('is the least sum', () => {
    const weights = { perByte: 1, perEncodeMs: 2, perDecodeMs: 3 };
    for (const trial of bestTrials(trials, weights).values())
      expect(weighed(trial, weights)).toBe(
        Math.min(...trials.filter(({ column }) => column === trial.column).map((each) => weighed(each, weights))),
      );
  });
});

test('settings are untried if they were tried on no rows and in no order', () => {
  const [first] = trials;
  if (first === undefined) throw new Error('There are trials.');
  const settings = { a: 8, b: 6, c: 7 };
  expect(untriedCount({ ...plan, settings }, trials)).toBe(3);
  expect(untriedCount({ ...plan, settings }, [first, { ...first, allRows: false }])).toBe(20);
  const narrow = { ...first, setting: { ...first.setting, narrowing: { to: 'int32' } as const } };
  expect(untriedCount({ ...plan, settings }, [first, narrow])).toBe(19);
});

test('of settings tried on all rows, those in the usual layout are told, whichever came first', () => {
  const [first] = trials;
  if (first === undefined) throw new Error('There are trials.');
  const inOther = { ...first, variant: { ...natural, layout: { ...defaultLayout, pageKiB: 8_192 } } };
  const state = { ...endedSearch, plan: { ...plan, settings: { a: 20 } }, trials: [inOther, ...trials] };
  expect(extentText(state, null)).toMatch(new RegExp(`^${trials.length} of 20 `, 'u'));
});

describe('the search of a run', () => {
  const run = defaultPlan();
  const made = trials.map((trial) => ({ ...trial, setting: { ...trial.setting, encoding: 'PLAIN' } }));
  const situation = namedSituations.download.situation;
  const searching =
    (found: readonly TriedSetting[]): Parameters<typeof searchForRun>[1]['searchColumns'] =>
    async ({ budgetMs, permissions }, { onEvent }) => {
      expect({ budgetMs, permissions }).toEqual({ budgetMs: 3_000, permissions: { reorder: false, narrow: false } });
      onEvent({ type: 'plan', plan });
      for (const trial of found) onEvent({ type: 'trial', trial, done: 1, planned: 2, remainingMs: 5 });
      return { end: 'complete' };
    };
  const prepared = (searchColumns: ReturnType<typeof searching>, signal = new AbortController().signal) =>
    searchForRun({ plan: run, ownFile: null, situation }, { searchColumns }, signal);

  test('gives the run the best file for its situation as one more candidate, and keeps what it tried', async () => {
    const { plan: measured, spentMs } = await prepared(searching(made));
    const best = bestForSituation(made, plan, situation, run);
    if (best === null) throw new Error('All columns were tried.');
    const found = { ...candidateOfFound(best), foundByColumn: true };
    expect(measured).toEqual({ ...run, candidates: [...run.candidates, found] });
    expect(spentMs).toBeGreaterThanOrEqual(0);
    expect(runSearchOf(run, null)).toMatchObject({ trials: made, end: 'complete', error: null });
    expect(runSearchOf({ ...run, datasets: [] }, null)).toBeNull();
  });

  test('leaves the plan as it is if it fails or has not tried every column, and ends with the run', async () => {
    expect((await prepared(searching(made.filter(({ column }) => column !== 'a')))).plan).toBe(run);
    expect((await prepared(() => Promise.reject(new Error('broken')))).plan).toBe(run);
    expect(runSearchOf(run, null)?.error).not.toBeNull();
    const stop = new AbortController();
    stop.abort();
    const stopped = prepared(() => Promise.reject(new Error('stopped')), stop.signal);
    await expect(stopped).rejects.toMatchObject({ record: { tag: 'cancelled' } });
  });
});

test('the best file for a later situation is offered where it is predicted to beat everything measured', () => {
  const made = trials.map((trial, index) => ({
    ...trial,
    setting: { encoding: 'PLAIN', codec: { id: 'zstd' as const, level: 1 + (index % 6) }, narrowing: null },
  }));
  const run = defaultPlan();
  const bestOf = (situation: Situation) => {
    const best = bestForSituation(made, plan, situation, run);
    if (best === null) throw new Error('All columns were tried.');
    return best;
  };
  const [of, later] = [
    namedSituations.message.situation,
    { ...namedSituations.archive.situation, goal: 'size' as const },
  ];
  const measured = bestOf(of);
  const measuredPlan = { ...run, candidates: [...run.candidates, candidateOfFound(measured)] };
  const datasets = [{ status: 'pending' as const }];
  const predictedFor = (situation: Situation, bestTotal: number, of: readonly FoundFile[] = [measured]) => {
    const row = { ...contender(figures()), row: { candidate: run.candidates.length } as CompletedRow };
    const standings = [{ contender: row, total: bestTotal }];
    return predictedBest(
      { search: plan, trials: made, measured: of },
      { plan: measuredPlan, datasets },
      standings,
      situation,
    );
  };
  // It is a candidate already.
  expect(predictedFor(of, Number.MAX_VALUE)).toBeNull();
  const smallest = bestOf(later);
  expect(smallest.sizeBytes).toBeLessThan(measured.sizeBytes);
  // The measured size is that of the search, so nothing is corrected.
  const predicted = predictedFor(later, measured.sizeBytes);
  expect(predicted?.candidate).toEqual(candidateOfFound(smallest));
  expect(predicted?.total).toBeCloseTo(smallest.sizeBytes, 0);
  expect(predicted?.saved).toBeCloseTo(1 - smallest.sizeBytes / measured.sizeBytes, 9);
  // Where the earlier found file was measured at twice what was predicted of it, so is what is predicted now.
  expect(predictedFor(later, 2 * measured.sizeBytes)?.total).toBeCloseTo(2 * smallest.sizeBytes, 0);
  expect(predictedFor(later, 2 * measured.sizeBytes, [])?.total).toBeCloseTo(smallest.sizeBytes, 0);
  // Less than one percent is not worth a run, and a file above the limit is none.
  expect(predictedFor(later, smallest.sizeBytes * 1.005, [])).toBeNull();
  expect(predictedFor({ ...later, maxSizeBytes: smallest.sizeBytes / 2 }, Number.MAX_VALUE)).toBeNull();
  // Sizes are the same in other tools, times are not known of them.
  const [nativeSize, nativeTime] = (['size', 'time'] as const).map((goal) => ({
    ...later,
    goal,
    timesOf: 'native' as const,
  })) as [Situation, Situation];
  expect(predictedFor(nativeSize, measured.sizeBytes)).toEqual(predicted);
  expect(predictedFor(nativeTime, Number.MAX_VALUE)).toBeNull();
  const search = { search: plan, trials: made };
  expect(isNotPredicted(search, measuredPlan, nativeSize)).toBe(false);
  expect(isNotPredicted(search, run, nativeTime)).toBe(true);
  const further = candidateOfFound(bestOf(nativeTime));
  expect(isNotPredicted(search, { ...run, candidates: [...run.candidates, further] }, nativeTime)).toBe(false);
});

test('what a chart of sizes and decode times does not draw of the choice', () => {
  const { columnAnalytics, lookupStore } = namedSituations;
  expect(alsoCounted('situation', columnAnalytics.situation, null)).toHaveLength(2);
  expect(alsoCounted('situation', lookupStore.situation, 5)).toHaveLength(3);
  expect(alsoCounted('situation', { ...lookupStore.situation, goal: 'size' }, null)).toEqual([]);
  expect(alsoCounted('read', columnAnalytics.situation, null)).toEqual([]);
  const chosen = { sizeBytes: 5, decodeMs: 5 };
  const others = [chosen, { sizeBytes: 5, decodeMs: 4 }, { sizeBytes: 4, decodeMs: 6 }, { sizeBytes: 1, decodeMs: 1 }];
  expect(beatenBy(chosen, others)).toBe(2);
});
