import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { Dataset } from '../../model/dataset';
import { schemaOf } from '../../model/dataset';
import type { FormatModule } from '../../model/entry';
import { format as own } from './implementations/formatlab';
import { format as papaparse } from './implementations/papaparse';

/** A quote at each place of a text, alone and beside what separates fields and rows. */
const texts = [
  'last"',
  '"first',
  'mid"dle',
  '"',
  '""',
  '"""',
  'two""',
  'comma,"',
  '",comma',
  'line\n"',
  '"\nline',
  'return\r"',
  'both\r\n"',
  '"whole"',
  'a","b',
  ' "',
  '" ',
  ',',
  '\n',
  'plain',
];
const encoder = new TextEncoder();
const fieldOf = (text: string) => (/[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

async function sessionOf(module: FormatModule, dataset: Dataset) {
  return module.open({
    schema: schemaOf(dataset),
    options: {},
    innerCodec: null,
    dataBytes: 1_000,
  } as unknown as Parameters<FormatModule['open']>[0]);
}

describe.each([
  ['Formatlab’s own', own],
  ['Papa Parse’s', papaparse],
] as const)('%s CSV', (_name, module) => {
  it.each(texts)('keeps %j in a row alone, among others, and in the last', async (text) => {
    for (const each of [
      { kind: 'stringArray', values: [text] },
      { kind: 'stringArray', values: ['before', text, 'after', text] },
    ] as const) {
      const session = await sessionOf(module, each);
      const file = await session.encode?.(each);
      if (file === undefined) throw new Error('It writes.');
      expect(await session.decode?.(file.slice() as Uint8Array<ArrayBuffer>)).toEqual(each);
      const { data, errors } = Papa.parse<string[]>(new TextDecoder().decode(file).replace(/\r?\n$/u, ''));
      expect(errors.filter(({ type }) => type === 'Quotes')).toEqual([]);
      expect(data.slice(1)).toEqual(each.values.map((value) => [value]));
    }
  });
});

it.each(texts)('our own writer quotes %j as RFC 4180 says', async (text) => {
  const dataset: Dataset = { kind: 'stringArray', values: [text] };
  const session = await sessionOf(own, dataset);
  expect(await session.encode?.(dataset)).toEqual(encoder.encode(`values\n${fieldOf(text)}\n`));
});
