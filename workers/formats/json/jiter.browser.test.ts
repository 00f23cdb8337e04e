import { describe, expect, it } from 'vitest';
import { type Dataset, schemaOf, type Table } from '../../model/dataset';
import type { FormatSession } from '../../model/entry';
import { unsupportedReason } from '../../model/unsupported-reason';
import { sampleDatasets, typedColumns } from '../../registry/testing/sample-datasets';
import { format as ownFormat } from './implementations/formatlab';
import { format } from './implementations/jiter';
import { meta } from './meta';
import { telling } from '../../model/testing/telling';

const layouts = ['columns', 'records', 'lines'] as const;
const [implementation] = meta.implementations;

const open = async (dataset: Dataset, layout: string, { open } = format): Promise<Required<FormatSession>> =>
  (await open({ options: { layout }, innerCodec: null, schema: schemaOf(dataset) })) as Required<FormatSession>;

const isSupported = (dataset: Dataset, layout: string) =>
  implementation !== undefined &&
  unsupportedReason(implementation, 'encode', schemaOf(dataset), { options: { layout }, innerCodec: null }) === null;

const table: Table = {
  kind: 'table',
  rowCount: 1,
  columns: [
    { name: 'n', type: 'int8', validity: null, values: Int8Array.of(1) },
    {
      name: 'tags',
      type: 'list',
      validity: null,
      offsets: Int32Array.of(0, 1),
      item: { name: 'item', type: 'float64', validity: null, values: Float64Array.of(0.5) },
    },
  ],
};

describe('jiter', () => {
  it.each(layouts)('writes the same bytes as Formatlab’s own writer, as %s', async (layout) => {
    let compared = 0;
    for (const [name, dataset] of [...sampleDatasets(), ...typedColumns()]) {
      if (!isSupported(dataset, layout)) continue;
      const parts = async (session: FormatSession) =>
        new TextDecoder().decode(await session.encode?.(dataset)).split(/(?<=,)/);
      const expected = await parts(await open(dataset, layout, ownFormat));
      const found = await parts(await open(dataset, layout));
      expect(found.filter((part, index) => part !== expected[index]).slice(0, 3), name).toEqual([]);
      expect(found.length).toBe(expected.length);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(15);
  });

  it('reads white space between tokens, escapes, and numbers in every notation', async () => {
    const session = await open(table, 'records');
    expect(session.decode(new TextEncoder().encode(' [ { "n" : 1 ,\n"\\u0074ags":[ 5e-1 ] } ] \n'))).toEqual(table);
  });

  it('says where a file is wrong, and how', async () => {
    const session = await open(table, 'records');
    const read = (text: string) => () => session.decode(new TextEncoder().encode(text));
    expect(read('')).toThrow(telling('EOF', 'value', 'byte 0'));
    expect(read('[{"n":1,"tags":[0.5]}')).toThrow(telling('EOF', 'list'));
    expect(read('[{"n":300,"tags":[]}]')).toThrow(telling('column n', '“300”', 'int8'));
    expect(read('[{"n":null,"tags":[]}]')).toThrow(telling('column n', '“null”', 'int8'));
    expect(read('[{"n":1,"tags":[true]}]')).toThrow('JSON: ');
    expect(read('[{"n":1,"tag":[]}]')).toThrow(telling('“tag”', '“tags”'));
    expect(read('[{"n":1}]')).toThrow(telling('“tags”'));
    expect(read('[{"n":1,"tags":[],"more":1}]')).toThrow(telling('“}”'));
    expect(read('[] []')).toThrow(telling('byte 2', '“ []”'));
    expect(read('[{"n":01,"tags":[]}]')).toThrow('JSON: ');
    expect(() => session.decode(Uint8Array.of(0x5b, 0xff, 0x5d))).toThrow(telling('UTF-8'));
    const lines = await open(table, 'lines');
    expect(() => lines.decode(new TextEncoder().encode('{"n":1,"tags":[]}'))).toThrow('the file is truncated');
  });

  it('refuses nested values that it cannot check', async () => {
    const nestedOf = (text: string): Table => {
      const data = new TextEncoder().encode(text);
      return {
        kind: 'table',
        rowCount: 1,
        columns: [{ name: 'any', type: 'json', validity: null, offsets: Int32Array.of(0, data.length), data }],
      };
    };
    const session = await open(nestedOf('1'), 'columns');
    expect(() => session.encode(nestedOf('{'))).toThrow(telling('column any', 'row 0', 'JSON'));
    expect(() => session.encode(nestedOf('['.repeat(300) + ']'.repeat(300)))).toThrow(telling(200));
    expect(new TextDecoder().decode(await session.encode(nestedOf(' [ 1, "a b" ] ')))).toBe('{"any":[[1,"a b"]]}');
  });
});
