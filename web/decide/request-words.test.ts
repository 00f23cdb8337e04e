import { describe, expect, it } from 'vitest';
import { telling } from '../../workers/model/testing/telling';
import type { CompletedRow } from '../figures/rows';
import { namedSituations } from '../view/named-situations';
import type { Standing } from './answer';
import type { Contender } from './contenders';
import { decodedTexts, requestTexts, unknownRequestTexts } from './request-words';

const contender = (label: string, unknownRequests: Contender['unknownRequests'] = {}): Contender => ({
  row: { names: { label } } as CompletedRow,
  figures: {
    sizeBytes: 100_000_000,
    encodeMs: 10,
    decodeMs: 5,
    columnMs: 2,
    lookupMs: 0.01,
    columnRequests: { requests: 5, steps: 2, bytes: 400_000 },
    lookupRequests: {
      open: { requests: 1, steps: 1, bytes: 65_536 },
      each: { requests: 3, steps: 2, bytes: 20_000 },
    },
  },
  roundBestMs: {},
  neverWarm: new Set(),
  assumptions: [],
  unknownRequests,
});
const analytics = namedSituations.analytics.situation;
/** One text that tells these facts. */
const told = (...facts: (string | number)[]) => [expect.stringMatching(telling(...facts))];

describe('what a total counts of the requests', () => {
  it('is the parts, or the whole file if that takes less time', () => {
    const one = contender('Parquet');
    expect(requestTexts(one, analytics)).toEqual(told(5, '400 kB'));
    expect(requestTexts(one, { ...analytics, pipelined: true })).toEqual(told(5, 2, '400 kB'));
    const far = requestTexts(one, { ...analytics, latencyMs: 10_000 });
    expect(far).toEqual(told(5, '400 kB'));
    expect(far).not.toEqual(requestTexts(one, analytics));
    // Over a link without a limit, one request for a part takes as long as one for the whole.
    const single = { ...one, figures: { ...one.figures, columnRequests: { requests: 1, steps: 1, bytes: 400_000 } } };
    expect(requestTexts(single, { ...analytics, downloadBytesPerSecond: null })).toEqual(told(1, '400 kB'));
    expect(requestTexts(one, { ...analytics, columnReads: 0, lookups: 2 })).toEqual(told(1, '65.5 kB', 3, '20.0 kB'));
    const none = { requests: 0, steps: 0, bytes: 0 };
    const held = { open: { requests: 1, steps: 1, bytes: 65_536 }, each: none };
    const toOpenOnly = requestTexts(
      { ...one, figures: { ...one.figures, lookupRequests: held } },
      { ...analytics, columnReads: 0, lookups: 2 },
    );
    expect(toOpenOnly).toEqual(told(1, '65.5 kB'));
    expect(toOpenOnly).not.toEqual(told(0));
    expect(requestTexts(one, { ...analytics, goal: 'money' })).toEqual(told('400 kB'));
  });

  it('is what a reader sends, once to open and then for each read', () => {
    const { row, figures, ...rest } = contender('Parquet');
    const toOpen = { requests: 4, steps: 4, bytes: 131_072 };
    const columnRequests = { requests: 17, steps: 6, bytes: 688_000, toOpen };
    const one = { ...rest, row, figures: { ...figures, columnRequests } };
    const reading = namedSituations.columnAnalytics.situation;
    expect(requestTexts(one, reading)).toEqual(told(4, '131 kB', 13, 2, '557 kB'));
    expect(requestTexts(one, { ...reading, requestsAtOnce: 1 })).toEqual([expect.not.stringMatching(telling('steps'))]);
    expect(requestTexts(one, { ...reading, keepsFooter: false })).toEqual(told(17, 6, '688 kB'));
    // It sends them, even where the whole file would take less time or decoding it would.
    expect(requestTexts(one, { ...reading, latencyMs: 10_000 })).toEqual(told(4, 13));
    expect(decodedTexts({ ...one, figures: { ...one.figures, columnMs: 1e6 } }, reading)).toEqual([]);
    // Requests cost something even where bytes do not.
    const money = { ...reading, goal: 'money' as const, egressPerGb: 0 };
    expect(requestTexts(one, money)).toEqual([]);
    expect(requestTexts(one, { ...money, per1000Reads: 1 })).toHaveLength(1);
  });

  it('is decoding the whole file once, if single look-ups take longer or cost more', () => {
    const one = contender('Parquet');
    const looking = { ...analytics, columnReads: 0, lookups: 1_000_000 };
    expect(decodedTexts(one, looking)).toHaveLength(1);
    expect(requestTexts(one, looking)).toEqual([]);
    expect(decodedTexts(one, { ...looking, goal: 'money' })).toHaveLength(1);
    expect(requestTexts(one, { ...looking, goal: 'money' })).toEqual([]);
    for (const other of [{ goal: 'size' }, { lookups: 0 }, { lookups: 2 }, { needsOneRow: true }] as const)
      expect(decodedTexts(one, { ...looking, ...other })).toEqual([]);
    // That a file without single look-ups is decoded is an assumption, which the answer names apart.
    expect(decodedTexts({ ...one, figures: { ...one.figures, lookupMs: null } }, looking)).toEqual([]);
  });

  it('is decoding the whole file for one column, if reading it alone takes longer or costs more', () => {
    const { row, figures, ...rest } = contender('Parquet');
    const slow = { ...rest, row, figures: { ...figures, columnMs: 9, columnRequests: null } };
    expect(decodedTexts(slow, analytics)).toHaveLength(1);
    const money = { ...analytics, goal: 'money' as const, corePerHour: 1 };
    expect(decodedTexts(slow, money)).toHaveLength(1);
    for (const other of [{ goal: 'size' }, { columnReads: 0 }, { needsOneColumn: true }] as const)
      expect(decodedTexts(slow, { ...analytics, ...other })).toEqual([]);
    // Without a link, or where latency decides, the parts are not asked for, and one sentence says so.
    const inParts = { ...slow, figures: { ...slow.figures, columnRequests: figures.columnRequests } };
    const near = { ...analytics, downloadBytesPerSecond: 1e12 };
    expect(decodedTexts(inParts, near)).toHaveLength(1);
    expect(requestTexts(inParts, near)).toEqual([]);
    expect(decodedTexts(inParts, { ...analytics, downloadBytesPerSecond: 1e6 })).toEqual([]);
  });

  it('is nothing without a link, and for sizes', () => {
    const none = { ...analytics, latencyMs: 0, downloadBytesPerSecond: null };
    expect(requestTexts(contender('Parquet'), none)).toEqual([]);
    expect(requestTexts(contender('Parquet'), { ...analytics, goal: 'size' })).toEqual([]);
  });

  it('names the candidates whose requests are not known, and what counts for them', () => {
    const reason = 'Not counted.';
    const standings = ['Arrow', 'HDF5', 'Parquet'].map(
      (label) => ({ contender: contender(label, label === 'Parquet' ? {} : { project: reason }) }) as Standing,
    );
    expect(unknownRequestTexts(standings, analytics)).toEqual(told(reason, 'Arrow', 'HDF5'));
    expect(unknownRequestTexts(standings, { ...analytics, columnReads: 0 })).toEqual([]);
  });
});
