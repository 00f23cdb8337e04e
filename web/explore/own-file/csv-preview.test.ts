import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { describe, expect, it, vi } from 'vitest';
import { previewCsv, previewByteCount } from './csv-preview';

const data = (name: string) => readFileSync(`node_modules/vega-datasets/data/${name}`, 'utf8');

describe('previewCsv', () => {
  it('shows the first rows of public files', () => {
    const text = data('birdstrikes.csv');
    const preview = previewCsv(text.slice(0, previewByteCount), false);
    expect(preview).toMatchObject({ delimiter: ',', hasHeader: true, raggedLines: [] });
    expect(preview?.columnNames.slice(0, 2)).toEqual(['Airport Name', 'Aircraft Make Model']);
    expect(preview?.rows).toHaveLength(20);
    expect(preview?.rows[0]?.[3]).toBe('1990-01-08');
    expect(previewCsv(data('unemployment.tsv'), true)).toMatchObject({ delimiter: '\t', columnNames: ['id', 'rate'] });
  });

  it('leaves out a last line that may be cut, and only then', () => {
    expect(previewCsv('a,b\n1,2\n3,', false)?.rows).toEqual([['1', '2']]);
    expect(previewCsv('a,b\n1,2\n3,', true)?.rows).toEqual([
      ['1', '2'],
      ['3', null],
    ]);
  });

  it('takes quotes, line breaks in them, byte order marks and Windows line ends', () => {
    const preview = previewCsv('\uFEFFname;n\r\n"a; ""b""\nc";1\r\nd;2;3\r\n', true);
    expect(preview?.rows).toEqual([
      ['a; "b"\nc', '1'],
      ['d', '2'],
    ]);
    expect(preview?.columnNames).toEqual(['name', 'n']);
    expect(preview?.raggedLines).toEqual([4]);
  });

  it('counts blank lines', () => {
    expect(previewCsv('a,b\n\n1,2\n  \n3\n', true)).toMatchObject({
      raggedLines: [5],
      rows: [
        ['1', '2'],
        ['3', null],
      ],
    });
  });

  it('guesses whether there is a header', () => {
    expect(previewCsv('1,2\n3,4\n', true)).toMatchObject({ hasHeader: false, columnNames: ['column 1', 'column 2'] });
    expect(previewCsv('a,\n1,2\n', true)).toMatchObject({ hasHeader: true, columnNames: ['a', 'column 2'] });
    expect(previewCsv('x,x\ny,z\n', true)).toMatchObject({ hasHeader: false });
  });

  it('is null where nothing looks like rows', () => {
    for (const text of ['', '\n\n', '\uFEFF']) expect(previewCsv(text, true)).toBeNull();
  });

  it('looks at no more than it must of a huge text', () => {
    const parse = vi.spyOn(Papa, 'parse');
    expect(previewCsv('x'.repeat(50_000_000), true)).toBeNull();
    expect(parse.mock.calls.map(([text]) => String(text).length)).toEqual([previewByteCount]);
  });
});
