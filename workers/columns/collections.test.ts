import { describe, expect, it } from 'vitest';
import { packTexts, unpackTexts } from '../model/canonical';
import { ByteStringsBuilder, makeDict, makeList, makeRecords } from './collections';
import { FormatlabError } from '../model/errors';
import { telling } from '../model/testing/telling';

const strings = (...texts: string[]) => packTexts(texts, texts.length);

/** The record that is thrown. */
function refusal(make: () => unknown): unknown {
  try {
    make();
  } catch (thrown) {
    if (thrown instanceof FormatlabError) return thrown.record;
  }
  return null;
}
const damaged = (...facts: (string | number)[]) => ({
  tag: 'malformedInput',
  stage: 'decode',
  message: expect.stringMatching(telling(...facts)),
});

it('makes a list of values', () =>
  expect(makeList('int64', [1n])).toEqual({ kind: 'list', elementType: 'int64', values: [1n] }));

describe('dictOf', () => {
  it('pairs keys and values in their order', () => {
    expect(makeDict('utf8', 'float64', ['b', 'a'], [1, 2])).toEqual({
      kind: 'dict',
      keyType: 'utf8',
      valueType: 'float64',
      entries: new Map([
        ['b', 1],
        ['a', 2],
      ]),
    });
    expect(makeDict('int64', 'utf8', [], [])).toMatchObject({ entries: new Map() });
  });

  it('refuses other numbers of keys than of values, and repeated keys', () => {
    expect(refusal(() => makeDict('utf8', 'float64', ['a'], [1, 2]))).toEqual(damaged('1 keys', '2 values'));
    expect(refusal(() => makeDict('utf8', 'float64', ['a'], [1, 2], 'fake'))).toEqual({
      ...damaged('1 keys', '2 values'),
      format: 'fake',
    });
    expect(refusal(() => makeDict('utf8', 'float64', ['a', 'b', 'a'], [1, 2, 3], 'fake'))).toEqual({
      ...damaged('3 keys', 2),
      format: 'fake',
    });
  });
});

describe('recordsOf', () => {
  it('takes keys that ascend', () => {
    const [keys, values] = [strings('', 'a', 'b'), strings('x', '', 'y')];
    expect(makeRecords(keys, values)).toEqual({ kind: 'records', recordCount: 3, keys, values });
  });

  it('refuses other numbers of keys than of values, and keys out of order', () => {
    expect(refusal(() => makeRecords(strings('a', 'b'), strings('x')))).toEqual(damaged('2 keys', '1 values'));
    expect(refusal(() => makeRecords(strings('b', 'a'), strings('x', 'y'), 'fake'))).toEqual({
      ...damaged('keys', 'order'),
      format: 'fake',
    });
  });
});

describe('ByteStringsBuilder', () => {
  const encoder = new TextEncoder();
  const texts = ['', 'a', 'é'.repeat(24), 'x'.repeat(48), 'y'.repeat(49), '日'.repeat(500), '😀', ''];

  it.each([0, 1, 64, 10_000])('keeps texts and bytes where %i bytes are expected', (expectedBytes) => {
    const [ofTexts, ofBytes] = [
      new ByteStringsBuilder(expectedBytes, 'fake'),
      new ByteStringsBuilder(expectedBytes, 'fake'),
    ];
    for (const text of texts) {
      ofTexts.addText(text, encoder);
      const source = encoder.encode(`|${text}|`);
      ofBytes.add(source, 1, source.length - 1);
    }
    expect(unpackTexts(ofTexts.finish())).toEqual(texts);
    expect(ofTexts.finish()).toEqual(strings(...texts));
    expect(ofBytes.finish()).toEqual(strings(...texts));
  });

  it('keeps more texts than it has offsets for at first', () => {
    for (const count of [0, 1, 1_022, 1_023, 1_024, 1_025, 3_000]) {
      const many = Array.from({ length: count }, (_, at) => String(at % 7));
      const builder = new ByteStringsBuilder(0, 'fake');
      for (const text of many) builder.addText(text, encoder);
      expect(builder.finish()).toEqual(strings(...many));
    }
  });

  it('refuses more than 2 GiB', () => {
    const builder = new ByteStringsBuilder(0, 'fake');
    expect(refusal(() => builder.add(new Uint8Array(), 0, 0x80000000))).toEqual({
      tag: 'tooLarge',
      stage: 'decode',
      format: 'fake',
      message: expect.stringMatching(telling('texts', '2 GiB')),
    });
  });
});
