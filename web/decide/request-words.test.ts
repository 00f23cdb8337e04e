import { describe, expect, it } from 'vitest';
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

describe('what a total counts of the requests', () => {
  it('is the parts, or the whole file if that takes less time', () => {
    const one = contender('Parquet');
    expect(requestTexts(one, analytics)).toEqual(['To read one column, a reader sends 5 requests for 400 kB.']);
    expect(requestTexts(one, { ...analytics, pipelined: true })).toEqual([
      'To read one column, a reader sends 5 requests in 2 steps for 400 kB.',
    ]);
    expect(requestTexts(one, { ...analytics, latencyMs: 10_000 })).toEqual([
      'To read one column, the whole file is downloaded: that takes less time than 5 requests for 400 kB.',
    ]);
    // Over a link without a limit, one request for a part takes as long as one for the whole.
    const single = { ...one, figures: { ...one.figures, columnRequests: { requests: 1, steps: 1, bytes: 400_000 } } };
    expect(requestTexts(single, { ...analytics, downloadBytesPerSecond: null })).toEqual([
      'To read one column, a reader sends 1 request for 400 kB.',
    ]);
    expect(requestTexts(one, { ...analytics, columnReads: 0, lookups: 2 })).toEqual([
      'To look up rows, a reader sends 1 request for 65.5 kB to open the file, and 3 requests for 20.0 kB for each row.',
    ]);
    const none = { requests: 0, steps: 0, bytes: 0 };
    const held = { open: { requests: 1, steps: 1, bytes: 65_536 }, each: none };
    expect(
      requestTexts(
        { ...one, figures: { ...one.figures, lookupRequests: held } },
        { ...analytics, columnReads: 0, lookups: 2 },
      ),
    ).toEqual(['To look up rows, a reader sends 1 request for 65.5 kB to open the file, and none for the rows.']);
    expect(requestTexts(one, { ...analytics, goal: 'money' })).toEqual([
      'To read one column, 400 kB of the file are downloaded.',
    ]);
  });

  it('is decoding the whole file once, if single look-ups take longer or cost more', () => {
    const one = contender('Parquet');
    const looking = { ...analytics, columnReads: 0, lookups: 1_000_000 };
    expect(decodedTexts(one, looking)).toEqual([
      'To look up rows, the whole file is decoded once: that takes less time than single look-ups.',
    ]);
    expect(requestTexts(one, looking)).toEqual([]);
    expect(decodedTexts(one, { ...looking, goal: 'money' })).toEqual([
      'To look up rows, the whole file is decoded once: that costs less than single look-ups.',
    ]);
    expect(requestTexts(one, { ...looking, goal: 'money' })).toEqual([]);
    for (const other of [{ goal: 'size' }, { lookups: 0 }, { lookups: 2 }, { needsOneRow: true }] as const)
      expect(decodedTexts(one, { ...looking, ...other })).toEqual([]);
    // That a file without single look-ups is decoded is an assumption, which the answer names apart.
    expect(decodedTexts({ ...one, figures: { ...one.figures, lookupMs: null } }, looking)).toEqual([]);
  });

  it('is decoding the whole file for one column, if reading it alone takes longer or costs more', () => {
    const { row, figures, ...rest } = contender('Parquet');
    const slow = { ...rest, row, figures: { ...figures, columnMs: 9, columnRequests: null } };
    expect(decodedTexts(slow, analytics)).toEqual([
      'To read one column, the whole file is decoded: that takes less time than to read the column alone.',
    ]);
    const money = { ...analytics, goal: 'money' as const, corePerHour: 1 };
    expect(decodedTexts(slow, money)).toEqual([
      'To read one column, the whole file is decoded: that costs less than to read the column alone.',
    ]);
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
    const reason = 'It was not counted.';
    const standings = ['Arrow', 'HDF5', 'Parquet'].map(
      (label) => ({ contender: contender(label, label === 'Parquet' ? {} : { project: reason }) }) as Standing,
    );
    expect(unknownRequestTexts(standings, analytics)).toEqual([
      'It was not counted. Each read of one column counts as one request for the whole file for Arrow and HDF5.',
    ]);
    expect(unknownRequestTexts(standings, { ...analytics, columnReads: 0 })).toEqual([]);
  });
});
