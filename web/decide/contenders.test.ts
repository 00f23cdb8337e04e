import { describe, expect, it } from 'vitest';
import type { Operation } from '../../workers/model/plan';
import { telling } from '../../workers/model/testing/telling';
import { operationNames } from '../figures/operation-names';
import { resultRows } from '../figures/rows';
import { candidate, codec, type MadeCell, makeRun } from '../results/testing/test-results';
import { namedSituations } from '../view/named-situations';
import type { Situation } from '../view/situation';
import { contendersOf } from './contenders';
import { neededOperations } from './needed-operations';

const message = namedSituations.message.situation;
const all: readonly Operation[] = ['encode', 'decode', 'project', 'lookup'];
const times = { encode: 10, decode: 5, project: 2, lookup: 100 };

function divide(
  cells: readonly MadeCell[],
  situation: Partial<Situation> = {},
  over: {
    operations?: readonly Operation[];
    unreadable?: readonly string[];
    unsupported?: Partial<Record<Operation, string>>;
    rounds?: number;
  } = {},
) {
  const run = makeRun({ cells, operations: over.operations ?? all, rounds: over.rounds ?? 8 });
  return contendersOf(
    resultRows(run, false),
    { ...message, ...situation },
    {
      candidates: run.plan.candidates,
      unreadableReason: ({ format }, tool) =>
        over.unreadable?.includes(format) ? `No reader in ${tool} is known.` : null,
      unsupportedReason: (_, operation) => over.unsupported?.[operation] ?? null,
    },
  );
}

const pickle: MadeCell = { candidate: candidate('pickle'), sizeBytes: 1_000_000, ms: times };
const reasons = (...given: Parameters<typeof divide>) => divide(...given).excluded.map(({ reason }) => reason);

describe('contenders', () => {
  it('have the figures that the total needs, and those of each round', () => {
    const [one] = divide([pickle], { columnReads: 3, lookups: 5 }).contenders;
    expect(one?.figures).toEqual({
      sizeBytes: 1_000_000,
      encodeMs: 10,
      decodeMs: 5,
      columnMs: 2,
      lookupMs: 1,
      columnRequests: null,
      lookupRequests: null,
    });
    expect(one?.roundBestMs.lookup?.get(7)).toBe(1);
    expect(one?.roundBestMs.encode?.size).toBe(8);
    expect(one?.assumptions).toEqual([]);
  });

  it('say of which operations no round got warm', () => {
    // The made cells are warm below 200 ms.
    const [one] = divide([{ ...pickle, ms: { ...times, encode: 300 } }]).contenders;
    expect([...(one?.neverWarm ?? [])]).toEqual(['encode']);
  });

  it('have the requests of the reader, as far as the run counted them', () => {
    // A footer of 17,194 bytes; 12 chunks of a column, which a reader with the gap of 64 KiB fetches by 6 requests.
    const counts = {
      networkRequestsToOpen: 1,
      networkBytesToOpen: 65_536,
      networkRequestsForOneColumn: 7,
      networkBytesForOneColumn: 900_000,
      networkRequestsForOneRow: 4,
      networkBytesForOneRow: 70_000,
      networkBytesOfFooter: 17_194,
      networkBytesOfRowGroup: 3_000_000,
      networkRequestsOfChunksGap0: 12,
      networkBytesOfChunksGap0: 556_561,
      networkRequestsOfChunksGap65536: 6,
      networkBytesOfChunksGap65536: 834_464,
    };
    const parquet: MadeCell = { ...pickle, candidate: candidate('parquet'), counts, sizeBytes: 4_854_513 };
    const asked = (over: Partial<Situation>) => {
      const [one] = divide([parquet], { columnReads: 3, lookups: 5, ...over }).contenders;
      const { columnRequests, lookupRequests } = one?.figures ?? {};
      return [columnRequests?.toOpen, columnRequests, lookupRequests?.each].map((some) =>
        some == null ? some : [some.requests, some.steps, some.bytes],
      );
    };
    // A dataset opens the file twice; then the file’s size and 12 chunks; the size and the row group.
    const gapBytes = 8_192;
    expect(asked({ reader: 'pyarrow', gapBytes })).toEqual([
      [4, 4, 2 * 65_536],
      [17, 6, 2 * 65_536 + 556_561],
      [2, 2, 3_000_000],
    ]);
    expect(asked({ reader: 'pyarrow', gapBytes: 1_048_576 })[1]).toEqual([11, 6, 2 * 65_536 + 834_464]);
    // Its first request of 16 KiB does not hold the footer, which it fetches again as a whole.
    expect(asked({ reader: 'duckdb', gapBytes: 0 })).toEqual([
      [2, 2, 16_384 + 17_194],
      [15, 4, 16_384 + 17_194 + 556_561],
      [2, 2, 3_000_000],
    ]);
    // It asks for the size only once, and for 2 MiB at a time.
    expect(asked({ reader: 'hyparquet', gapBytes: 0 })).toEqual([
      [2, 2, 524_288],
      [14, 3, 524_288 + 556_561],
      [2, 1, 3_000_000],
    ]);
    expect(asked({ reader: 'none' })[1]).toEqual([7, 7, 900_000]);
    const before = Object.fromEntries(Object.entries(counts).slice(0, 6));
    const old = divide([{ ...parquet, counts: before }], { columnReads: 3, reader: 'pyarrow' }).contenders[0];
    // One more for the file’s size, which the page’s count takes as known.
    expect(old?.figures.columnRequests).toMatchObject({ requests: 8, bytes: 900_000 });
    expect(old?.assumptions).toHaveLength(1);
    expect(divide([parquet], { columnReads: 3, reader: 'pyarrow' }).contenders[0]?.assumptions).toEqual([]);
  });

  it('have the requests over a link that were counted, and say where none were', () => {
    const counts = {
      networkRequestsToOpen: 1,
      networkStepsToOpen: 1,
      networkBytesToOpen: 65_536,
      networkRequestsForOneColumn: 5,
      networkStepsForOneColumn: 2,
      networkBytesForOneColumn: 400_000,
      networkRequestsForOneRow: 4,
      networkStepsForOneRow: 3,
      networkBytesForOneRow: 70_000,
    };
    const parquet: MadeCell = { ...pickle, candidate: candidate('parquet'), counts };
    const arrow: MadeCell = { ...pickle, candidate: candidate('arrow') };
    const [one, other] = divide([parquet, arrow], { columnReads: 3, lookups: 5 }).contenders;
    expect(one?.figures.columnRequests).toEqual({
      requests: 5,
      steps: 2,
      bytes: 400_000,
      toOpen: { requests: 1, steps: 1, bytes: 65_536 },
    });
    expect(one?.figures.lookupRequests).toEqual({
      open: { requests: 1, steps: 1, bytes: 65_536 },
      each: { requests: 3, steps: 2, bytes: 4_464 },
    });
    expect(one?.unknownRequests).toEqual({});
    const [odd] = divide(
      [{ ...parquet, counts: { ...counts, networkRequestsToOpen: 9, networkBytesToOpen: 90_000 } }],
      {
        lookups: 5,
      },
    ).contenders;
    expect(odd?.figures.lookupRequests?.each).toEqual({ requests: 0, steps: 2, bytes: 0 });
    expect(Object.keys(other?.unknownRequests ?? {})).toEqual(['project', 'lookup']);
    // What was not measured has an assumption instead.
    const [decoded] = divide([{ ...parquet, ms: { encode: 10, decode: 5 } }], { columnReads: 3 }).contenders;
    expect(decoded).toMatchObject({ figures: { columnRequests: null }, unknownRequests: {} });
  });

  it('need no times for the size', () => {
    expect(neededOperations({ ...message, goal: 'size' })).toEqual([]);
    expect(divide([{ ...pickle, ms: {} }], { goal: 'size' }).contenders).toHaveLength(1);
  });

  it('read columns and look up by decoding, if that was not measured, and say so', () => {
    const [one] = divide([pickle], { columnReads: 3, lookups: 5 }, { operations: ['encode', 'decode'] }).contenders;
    expect(one?.figures).toMatchObject({ decodeMs: 5, columnMs: null, lookupMs: null });
    expect(one?.assumptions).toHaveLength(2);
    expect(one?.assumptions[0]).not.toBe(one?.assumptions[1]);
    const [looking] = divide([pickle], { reads: 0, writes: 0, lookups: 5 }, { operations: ['decode'] }).contenders;
    expect(looking?.figures.decodeMs).toBe(5);
  });

  it('have the time to decode beside that of a part, if it was measured and reading the part may count as decoding', () => {
    const looking = { reads: 0, writes: 0, lookups: 5 };
    const decodeMs = (...[situation, over]: [Partial<Situation>, Parameters<typeof divide>[2]?]) =>
      divide([pickle], situation, over).contenders[0]?.figures.decodeMs;
    expect(decodeMs(looking)).toBe(5);
    expect(divide([pickle], looking).contenders[0]?.assumptions).toEqual([]);
    expect(decodeMs({ ...looking, needsOneRow: true })).toBeNaN();
    expect(decodeMs(looking, { operations: ['lookup'] })).toBeNaN();
    expect(decodeMs({ reads: 0 })).toBeNaN();
    const projecting = { reads: 0, writes: 0, columnReads: 5 };
    expect(decodeMs(projecting)).toBe(5);
    expect(decodeMs({ ...projecting, needsOneColumn: true })).toBeNaN();
    expect(decodeMs(projecting, { operations: ['project'] })).toBeNaN();
  });

  it('decode for look-ups by the clock of the others only', () => {
    const clock = { decode: ['generate', 'decode'] } as const;
    const found = divide(
      [pickle, { ...pickle, candidate: candidate('arrow') }, { ...pickle, candidate: candidate('csv'), clock }],
      {
        reads: 0,
        writes: 0,
        lookups: 5,
      },
    );
    expect(found.contenders.map(({ figures }) => figures.decodeMs)).toEqual([5, 5, Number.NaN]);
  });

  it('need the operations that have no substitute', () => {
    expect(reasons([pickle], {}, { operations: ['encode'] })).toEqual([
      expect.stringMatching(telling(`“${operationNames.decode}”`)),
    ]);
    // The run says of an operation that it did not time why.
    expect(reasons([{ ...pickle, ms: { encode: 1 } }])).toEqual([
      expect.stringMatching(telling(operationNames.decode, 'no decode')),
    ]);
  });

  it('are not the baseline, nor without a file, nor refused by others, nor failed', () => {
    const { contenders, excluded } = divide([
      pickle,
      { candidate: candidate('raw'), ms: times },
      { candidate: candidate('structured-clone'), sizeBytes: null, ms: times },
      { ...pickle, candidate: candidate('csv'), rejectedBy: 'python' },
      { ...pickle, candidate: candidate('arrow', null, {}, 'apache-arrow'), status: 'failed' },
    ]);
    expect(contenders.map(({ row }) => row.names.formatId)).toEqual(['pickle']);
    expect(excluded.map(({ row }) => row.names.formatId)).toEqual(['raw', 'structured-clone', 'csv', 'arrow']);
    expect(excluded[3]?.reason).toMatch(telling('byte 4,096', 'column 3'));
  });

  it('have clocks that include the same work', () => {
    const clock = { encode: ['generate', 'encode'] } as const;
    const cells = [
      pickle,
      { ...pickle, candidate: candidate('pickle', codec('zstd', 3, 'zstd')) },
      { ...pickle, candidate: candidate('csv'), clock },
    ];
    const { excluded } = divide(cells);
    expect(excluded.map(({ row, reason }) => [row.names.formatId, reason])).toEqual([
      ['csv', expect.stringMatching(telling(operationNames.encode))],
    ]);
  });

  it('meet the requirements', () => {
    const told = (...facts: string[]) => [expect.stringMatching(telling(...facts))];
    expect(reasons([pickle], { readableBy: ['r'] }, { unreadable: ['pickle'] })).toEqual(told('r'));
    expect(reasons([pickle], { needsOneColumn: true }, { unsupported: { project: 'No columns.' } })).toEqual(
      told('No columns.'),
    );
    expect(reasons([pickle], { needsOneRow: true }, { unsupported: { lookup: 'No index.' } })).toEqual(
      told('No index.'),
    );
    expect(reasons([pickle], { maxSizeBytes: 999_999 })).toEqual(told('1.00 MB'));
    expect(reasons([pickle], { maxWriteMs: 9 })).toEqual(told('10.0 ms', '9.00 ms'));
    expect(reasons([pickle], { maxMemoryBytes: 1e9 })).toHaveLength(1);
    expect(divide([pickle], { maxSizeBytes: 1e6, maxWriteMs: 10, needsOneColumn: true }).contenders).toHaveLength(1);
  });

  it('keep every value, if that is required: a loss of types alone does no harm', () => {
    const lossy = { ...pickle, loss: ['Types: all are text.'] };
    expect(reasons([lossy], { needsEveryValue: true })).toEqual([expect.stringMatching(telling('types'))]);
    expect(reasons([{ ...lossy, changedValues: { changed: 3, total: 10 } }], { needsEveryValue: true })).toEqual([
      expect.stringMatching(telling(3)),
    ]);
    const unchanged = { ...lossy, changedValues: { changed: 0, total: 10 } };
    expect(divide([unchanged], { needsEveryValue: true }).contenders).toHaveLength(1);
  });
});
