import { describe, expect, test } from 'vitest';
import type { MapNode } from '../../workers/model/byte-map';
import { hasUndrawnParts, labelWithin, layOut, neighbour } from './layout';

const leaf = (name: string, bytes: number): MapNode => ({ name, bytes, span: { kind: 'values', offset: 0, bytes } });
const branch = (name: string, parts: readonly MapNode[]): MapNode => ({
  name,
  bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
  parts,
});
const file = branch('file', [
  branch('a', [leaf('a1', 400), leaf('a2', 200)]),
  ...Array.from({ length: 5 }, (_, index) => leaf(`small ${index}`, 1)),
  leaf('b', 395),
]);
const drawn = layOut(file, '', 1_000);

describe('the layout of a map', () => {
  test('makes each part as wide as its bytes, below the whole', () =>
    expect(drawn.map(({ id, depth, x, width }) => [id, depth, x, width])).toEqual([
      ['', 0, 0, 1_000],
      ['0', 1, 0, 600],
      ['0/0', 2, 0, 400],
      ['0/1', 2, 400, 200],
      ['1-3', 1, 600, 3],
      ['4-5', 1, 603, 2],
      ['6', 1, 605, 395],
    ]));

  test('draws a bounded number of parts, however many there are', () => {
    const many = branch('many', [
      branch(
        'column',
        Array.from({ length: 100_000 }, () => leaf('page', 1)),
      ),
      leaf('b', 100_000),
    ]);
    const parts = layOut(many, '', 1_000);
    expect(parts.length).toBeLessThan(1_000);
    const group = parts.find(({ id }) => id.includes('-'));
    if (group === undefined) throw new Error('Nothing was grouped.');
    const opened = layOut(group.node, group.id, 1_000);
    expect(opened.length).toBe(301);
    expect(opened[1]?.id).toBe(`${group.id}/0-1`);
  });

  test('draws many equal parts of one whole', () => {
    const pages = branch(
      'column',
      Array.from({ length: 100_000 }, () => leaf('page', 1)),
    );
    const parts = layOut(pages, '', 1_000);
    expect(parts.length).toBeGreaterThan(100);
    expect(parts.length).toBeLessThan(400);
    expect(Math.max(...parts.map(({ depth }) => depth))).toBe(1);
  });

  test('tells whether a part is too narrow for its own parts', () => {
    expect(hasUndrawnParts(drawn)).toBe(true);
    expect(hasUndrawnParts(layOut(branch('file', [branch('a', [leaf('a1', 400)]), leaf('b', 395)]), '', 1_000))).toBe(
      false,
    );
  });

  test('leads arrow keys along a depth, up to the whole and down into the parts', () => {
    expect(neighbour(drawn, '0', 'ArrowRight')).toBe('1-3');
    expect(neighbour(drawn, '6', 'ArrowLeft')).toBe('4-5');
    expect(neighbour(drawn, '0/1', 'ArrowUp')).toBe('0');
    expect(neighbour(drawn, '0', 'ArrowDown')).toBe('0/0');
    expect(neighbour(drawn, '6', 'ArrowDown')).toBeUndefined();
    expect(neighbour(drawn, '0', 'End')).toBe('6');
  });

  test('labels a part with its name, or with a start that still tells it', () => {
    const labelOf = (name: string, characters: number) => labelWithin(name, characters, (text) => text.length);
    expect(labelOf('Row group 1', 11)).toBe('Row group 1');
    expect(labelOf('Row group 1', 10)).toBeNull();
    expect(labelOf('Dictionary', 9)).toBeNull();
    expect(labelOf('unit_price_in_euros', 14)).toBe('unit_price_in…');
    expect(labelOf('unit_price_in_euros', 10)).toBeNull();
    expect(labelOf('id', 1)).toBeNull();
  });
});
