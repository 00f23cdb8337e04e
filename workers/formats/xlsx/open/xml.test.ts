import { DamagedInput } from '../../../model/damaged-input';
import { describe, expect, it } from 'vitest';
import { numberFormatKind } from './number-formats';
import { isoCell, serialTime } from './serial-dates';
import { CellTime } from '../../../own-file/cells/cell-kinds';
import { XmlReader } from './xml';

function eventsOf(xml: string, pieceBytes: number): string[] {
  const events: string[] = [];
  const reader = new XmlReader({
    open: (name, attribute) => events.push(`<${name} ${attribute('a') ?? ''}>`),
    close: (name) => events.push(`</${name}>`),
    text: (text) => events.push(text),
  });
  const bytes = new TextEncoder().encode(xml);
  for (let at = 0; at < bytes.length; at += pieceBytes) reader.push(bytes.subarray(at, at + pieceBytes));
  reader.end();
  return events;
}

const sound = `<?xml version="1.0"?><!-- a > b --><x:r a='1 > "2"'><c x:a="&lt;ä&#x1F600;"/>t&amp;u<![CDATA[<&>]]></x:r>`;

describe('XML', () => {
  it.each([1, 7, 1_000])('is read in pieces of %s bytes', (pieceBytes) => {
    const all = ['<r 1 > "2">', '<c <ä😀>', '</c>', 't&u', '<&>', '</r>'];
    expect(eventsOf(sound, pieceBytes)).toEqual(all);
  });

  it.each([
    '<a><b></a></b>',
    '<a>',
    '<a/>b',
    '',
    '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    '<a>&b;</a>',
    '<a>&#x110000;</a>',
    '<a b="',
    '<a b="<c">d</a>',
    '<a>\0</a>',
    '<a b="\x01"/>',
    '<a>&#1;</a>',
    '<a>&#xD800;</a>',
    '<a b"c"/>',
    '<a b="c"d="e"/>',
    '<a b="c" b="c"/>',
    '<a/><b/>',
    '<x:a></y:a>',
    '<a></ a>',
  ])('that is not well-formed is refused: %s', (xml) => {
    expect(() => eventsOf(xml, 3)).toThrow(DamagedInput);
  });
});

it('number formats tell dates from numbers', () => {
  const kinds = (codes: readonly (string | undefined)[], id = 164) => codes.map((code) => numberFormatKind(id, code));
  expect(kinds(['yyyy-mm-dd', 'h:mm AM/PM', '[$-409]d/m/yy;@', '"on" d'])).toEqual(['time', 'time', 'time', 'time']);
  expect(kinds(['General', '0.00', '0.00E+00', '#,##0 "days"', '[Red]0;[Blue]-0', '\\d0', '_d0'])).toEqual(
    Array.from({ length: 7 }, () => 'number'),
  );
  expect(kinds(['[h]:mm:ss', '[mm]:ss'])).toEqual(['elapsed', 'elapsed']);
  expect([14, 22, 46, 0, 2, 49].map((id) => numberFormatKind(id, undefined))).toEqual([
    'time',
    'time',
    'elapsed',
    'number',
    'number',
    'number',
  ]);
});

it('serial numbers are dates and times of both calendars', () => {
  const cell = (serial: number, is1904 = false) => serialTime(serial, is1904).cell;
  expect(cell(1)).toEqual(new CellTime('date', -25_567n));
  expect(cell(59)).toEqual(new CellTime('date', -25_509n));
  expect(cell(60)).toBe(60);
  expect(cell(61)).toEqual(new CellTime('date', -25_508n));
  expect(cell(25_569)).toEqual(new CellTime('date', 0n));
  expect(cell(0, true)).toEqual(new CellTime('date', -24_107n));
  expect(cell(0.5)).toEqual(new CellTime('time', 43_200_000_000n));
  expect(cell(25_569.5)).toEqual(new CellTime('timestamp', 43_200_000_000n));
  expect([cell(-1), cell(2_958_466)]).toEqual([-1, 2_958_466]);
  expect(serialTime(25_569 + 1 / 3, false).isRounded).toBe(false);
  expect(serialTime(0.123_456_789_012_345, false).isRounded).toBe(true);
  expect(isoCell('2024-02-29')).toEqual(new CellTime('date', 19_782n));
  expect(isoCell('1970-01-01T00:00:01.5')).toEqual(new CellTime('timestamp', 1_500_000n));
  expect(isoCell('soon')).toBe('soon');
});
