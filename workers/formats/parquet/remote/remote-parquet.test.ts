import { readFileSync } from 'node:fs';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { largeParquet, rowAt } from '../../../../e2e/large-parquet';
import { type HostBehaviour, type RangeServer, servedBytes, serveRanges } from '../../../../e2e/range-server';
import { mapParquet } from '../map/parquet';
import { sourceOf } from '../../../byte-map/source';
import { bytesByKind, spansOf } from '../../../model/byte-map';
import { FormatlabError } from '../../../model/errors';
import { openAddress, type RemotePlace, RemoteRequests, type Traffic } from '../../../model/remote/remote-file';
import { bytesOfPart, samplePart } from '../../../model/remote/remote-table';
import { fetchPart, readRemoteTable } from './remote-parquet';
import { cutSample } from '../../../open-file/sample/cut-sample';
import { sampleInfo } from '../../../open-file/sample/sample-info';

const GB = 1_000_000_000;
const large = largeParquet(GB, 200_000);
const small = (name: string) => servedBytes(new Uint8Array(readFileSync(`fixtures/${name}.parquet`)));
const text = new TextEncoder().encode(`name,count\n${'row,1\n'.repeat(50_000)}`);
let server: RangeServer;
beforeAll(async () => {
  server = await serveRanges({
    'large.parquet': large,
    'rich.parquet': small('golden/parquet/rich.zstd.v2'),
    'nested.parquet': small('golden/parquet/typed-nested.snappy.v2'),
    'long.parquet': small('golden/parquet/long.zstd.v2'),
    'paged.parquet': small('parquet/alp'),
    'text.csv': servedBytes(text),
    'short.csv': servedBytes(text.subarray(0, 100)),
  });
});
afterAll(() => server.close());

function optionsOf() {
  let traffic: Traffic = { requests: 0, bytes: 0 };
  const options = {
    signal: new AbortController().signal,
    onTraffic: (next: Traffic) => {
      traffic = next;
    },
    onProgress: () => undefined,
  };
  return { options, traffic: () => traffic };
}

const open = (behaviour: HostBehaviour, name: string) =>
  openAddress(server.address(behaviour, name), new RemoteRequests(optionsOf().options));

async function placeOf(behaviour: HostBehaviour, name: string): Promise<RemotePlace> {
  const opened = await open(behaviour, name);
  opened.close();
  if (opened.place === null) throw new Error('It has no ranges.');
  return opened.place;
}

const failure = async (work: Promise<unknown>) => {
  const thrown = await work.then(() => null).catch((error: unknown) => error);
  if (!(thrown instanceof FormatlabError)) throw thrown ?? new Error('It did not fail.');
  expect(thrown.record.remedy).toBeTruthy();
  return thrown.record;
};

describe('a Parquet file of 1 GB at an address', () => {
  it('shows its map, schema and statistics with less than 2 MB fetched, as the server counts too', async () => {
    server.takeTraffic();
    const first = optionsOf();
    const opened = await openAddress(server.address('ranges', 'large.parquet'), new RemoteRequests(first.options));
    opened.close();
    if (opened.place === null) throw new Error('It has no ranges.');
    const second = optionsOf();
    const table = await readRemoteTable(opened.place, second.options);
    const counted = server.takeTraffic();
    expect(first.traffic().requests + second.traffic().requests).toBe(counted.requests);
    expect(first.traffic().bytes + second.traffic().bytes).toBe(counted.bytes);
    expect(counted.bytes).toBeLessThan(2_000_000);
    expect(counted.requests).toBeLessThanOrEqual(5);

    expect(large.sizeBytes).toBeGreaterThan(GB);
    expect(table.rows).toBe(large.groups * large.groupRows);
    expect(table.columns).toEqual(large.columns);
    expect(table.map.columns.map(({ min, max }) => [min, max])[0]).toEqual(['0', String(large.groupRows - 1)]);
    let end = 0;
    for (const { offset, bytes } of spansOf(table.map.parts)) {
      expect(offset).toBe(end);
      end = offset + bytes;
    }
    expect(end).toBe(large.sizeBytes);
    expect(bytesByKind(table.map.parts).get('notFetched') ?? 0).toBe(0);
    // Its offset indexes tell the pages.
    expect(spansOf(table.map.parts).filter(({ kind }) => kind === 'page').length).toBeGreaterThanOrEqual(
      6 * large.groups,
    );
  });

  it('fetches a column of a row group with the values that were written', async () => {
    const table = await readRemoteTable(await placeOf('ranges', 'large.parquet'), optionsOf().options);
    server.takeTraffic();
    const part = { columns: [0, 1], groups: [3] };
    const blob = await fetchPart(table, part, optionsOf().options);
    expect(server.takeTraffic()).toEqual({ requests: 1, bytes: bytesOfPart(table, part) });
    const rows = await parquetReadObjects({ file: await blob.arrayBuffer() });
    expect(rows.length).toBe(large.groupRows);
    for (const row of [0, 1, 99_999, large.groupRows - 1]) {
      const { id, city } = rowAt(row);
      expect(rows[row]).toEqual({ id: expect.anything(), city });
      expect(Number(rows[row]?.id)).toBe(id);
    }
  });
});

describe('a sample of a file at an address', () => {
  const group = { rows: 10, columnBytes: [700, 300] };
  const table = { groups: Array.from({ length: 50 }, () => group) };

  it('has row groups from all over the file, with about so many bytes', () => {
    const sample = samplePart(table, [0, 1], { seed: 3, targetBytes: 10_000 });
    expect(sample.columns).toEqual([0, 1]);
    expect(bytesOfPart(table, sample)).toBe(10_000);
    sample.groups.forEach((chosen, stratum) => {
      expect(Math.floor(chosen / 5)).toBe(stratum);
    });
    expect(samplePart(table, [1], { seed: 3, targetBytes: 3_000 }).groups).toHaveLength(10);
  });

  it('has a row group at least, and no more than there are', () => {
    expect(samplePart(table, [0], { seed: 3, targetBytes: 1 }).groups).toHaveLength(1);
    expect(samplePart(table, [0], { seed: 3, targetBytes: 1_000_000 }).groups).toHaveLength(50);
  });
});

it('a fetched sample tells the rows and bytes of the whole file, also where it is cut again', async () => {
  const table = await readRemoteTable(await placeOf('ranges', 'large.parquet'), optionsOf().options);
  const part = { columns: [1], groups: [1, 3], isSample: true };
  const blob = await fetchPart(table, part, optionsOf().options);
  const rows = large.groups * large.groupRows;
  for (const targetBytes of [2 ** 40, 100_000]) {
    const cut = await cutSample(blob, 'parquet', { seed: 1, targetBytes });
    if (cut === null) throw new Error('It is no sample.');
    const { unitKind, unitItems, wholeBytes } = cut;
    expect(cut.totalItems).toBe(rows);
    expect(
      Math.abs((wholeBytes ?? 0) - bytesOfPart(table, { columns: [1], groups: table.groups.map((_, group) => group) })),
    ).toBeLessThanOrEqual(table.footer.length);
    const read = sampleInfo(
      cut,
      unitItems.reduce((sum, items) => sum + items, 0),
      { fileSizeBytes: wholeBytes ?? 0, chosenRows: 'all' },
    );
    expect(read).toMatchObject({ unitKind, totalItems: rows, isTotalEstimated: false });
    expect([unitKind, unitItems.length < 3]).toEqual(targetBytes > 2 ** 30 ? ['rowGroups', true] : ['pages', false]);
  }
  const chosen = await fetchPart(table, { columns: [1], groups: [1] }, optionsOf().options);
  expect(await cutSample(chosen, 'parquet', { seed: 1, targetBytes: 2 ** 40 })).toBe(null);
});

describe('the metadata of a file at an address', () => {
  it.each(['rich', 'nested', 'long', 'paged'])('has the columns of %s as the whole file has them', async (name) => {
    const table = await readRemoteTable(await placeOf('ranges', `${name}.parquet`), optionsOf().options);
    const file = {
      rich: 'golden/parquet/rich.zstd.v2',
      nested: 'golden/parquet/typed-nested.snappy.v2',
      long: 'golden/parquet/long.zstd.v2',
      paged: 'parquet/alp',
    }[name];
    const whole = await mapParquet(sourceOf(new Blob([new Uint8Array(readFileSync(`fixtures/${file}.parquet`))])));
    const facts = ({ columns }: typeof whole) => columns.map(({ distinct: _, ...told }) => told);
    expect(facts(table.map)).toEqual(facts(whole));
    expect(table.map.fileBytes).toBe(whole.fileBytes);
  });

  it.each(['rich', 'nested', 'long', 'paged'])(
    'fetches each second column of %s with the same values',
    async (name) => {
      const table = await readRemoteTable(await placeOf('hidden', `${name}.parquet`), optionsOf().options);
      const columns = table.columns
        .map((_, index) => index)
        .filter((index) => table.columns.length === 1 || index % 2 === 1);
      const groups = table.groups.map((_, index) => index);
      const part = new Uint8Array(
        await (await fetchPart(table, { columns, groups }, optionsOf().options)).arrayBuffer(),
      );
      const map = await mapParquet(sourceOf(new Blob([part])));
      const all = table.map.columns.filter(({ name: path }) =>
        columns.some((index) => path.split('.')[0] === table.columns[index]),
      );
      expect(map.columns.map(({ distinct: _, ...told }) => told)).toEqual(all.map(({ distinct: _, ...told }) => told));
    },
  );
});

describe('a whole file at an address', () => {
  it.each(['ranges', 'hidden', 'noRanges', 'slow'] as const)(
    'is the same from a host of the kind %s',
    async (behaviour) => {
      const opened = await open(behaviour, 'text.csv');
      const blob = await opened.whole(1_000_000, () => undefined);
      expect(new Uint8Array(await blob.arrayBuffer())).toEqual(text);
    },
  );

  it('has its own length, where the host would compress it and hide that', async () => {
    const requests = new RemoteRequests(optionsOf().options);
    expect(await requests.length(server.address('hidden', 'text.csv'))).toBe(text.length);
  });

  it('takes one request if it is short', async () => {
    server.takeTraffic();
    const opened = await open('ranges', 'short.csv');
    expect((await opened.whole(1_000_000, () => undefined)).size).toBe(100);
    expect(server.takeTraffic()).toEqual({ requests: 1, bytes: 100 });
  });

  it('is fetched whole from a host that refuses to send parts', async () => {
    server.takeTraffic();
    const opened = await open('noParts', 'short.csv');
    expect(opened.place).toBeNull();
    expect((await opened.whole(1_000_000, () => undefined)).size).toBe(100);
    expect(server.takeTraffic()).toEqual({ requests: 2, bytes: 100 });
  });

  it('is not fetched beyond the limit', async () => {
    const opened = await open('ranges', 'text.csv');
    expect((await failure(opened.whole(100_000, () => undefined))).tag).toBe('tooLarge');
  });

  it('ends at the limit if the host never ends', async () => {
    const opened = await open('endless', 'text.csv');
    const { tag, message } = await failure(opened.whole(10_000_000, () => undefined));
    expect(tag).toBe('tooLarge');
    expect(message).toContain('there is no end');
  });

  it('can be stopped', async () => {
    const controller = new AbortController();
    const requests = new RemoteRequests({ signal: controller.signal, onTraffic: () => undefined });
    const opened = await openAddress(server.address('slow', 'text.csv'), requests);
    const whole = opened.whole(1_000_000, () => undefined);
    controller.abort();
    await expect(whole).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('errors of a host', () => {
  it.each([
    ['a missing file', 'ranges', 'nothing.csv', 'status 404'],
    ['a forbidden file', 'forbidden', 'text.csv', 'status 403'],
    ['a broken host', 'broken', 'text.csv', 'status 500'],
  ] as const)('names %s', async (_, behaviour, name, said) => {
    expect((await failure(open(behaviour, name))).message).toContain(said);
  });

  it('names a body that ends early', async () => {
    const reading = async () => (await open('lying', 'text.csv')).whole(1_000_000, () => undefined);
    expect((await failure(reading())).message).toMatch(/[\d,]+ bytes\D+[\d,]+ bytes/u);
  });

  it.each(['otherPart', 'changing'] as const)('refuses the parts of a host of the kind %s', async (behaviour) => {
    const place = await placeOf(behaviour, 'large.parquet');
    const { message } = await failure(readRemoteTable(place, optionsOf().options));
    expect(message).toMatch(behaviour === 'changing' ? /changed on its host/ : /sent other bytes/);
  });

  it('names a host that cannot be reached', async () => {
    const gone = await serveRanges({});
    const url = gone.address('ranges', 'x');
    await gone.close();
    expect((await failure(openAddress(url, new RemoteRequests(optionsOf().options)))).message).toContain(
      'could not be read',
    );
  });

  it('refuses a file that is cut off', async () => {
    const cut = await serveRanges({ 'cut.parquet': servedBytes(small('golden/parquet/rich.zstd.v2').read(0, 5_000)) });
    const opened = await openAddress(cut.address('ranges', 'cut.parquet'), new RemoteRequests(optionsOf().options));
    if (opened.place === null) throw new Error('It has no ranges.');
    const thrown = await readRemoteTable(opened.place, optionsOf().options).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ record: { message: expect.stringContaining('truncated') } });
    await cut.close();
  });
});
