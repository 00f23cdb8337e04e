import { expect, test } from 'vitest';
import { TextSink, textOfFile } from './text-file';
import { telling } from '../model/testing/telling';

const written = (...texts: string[]) => {
  const sink = new TextSink();
  for (const text of texts) sink.write(text);
  return sink.finish();
};

test('what is written comes out in order, in UTF-8', () => {
  expect(new TextDecoder().decode(written('é', '', 'b'))).toBe('éb');
  expect(written()).toEqual(new Uint8Array(0));
});

test('long texts are gathered in chunks', () => {
  const parts = Array.from({ length: 9 }, (_, part) => `${part}€`.repeat(10_000));
  expect(new TextDecoder().decode(written(...parts))).toBe(parts.join(''));
});

test('the file is allocated once, of its size', () => {
  const sizes: number[] = [];
  const sink = new TextSink();
  sink.write('é'.repeat(70_000));
  sink.write('a');
  sink.finish((bytes) => {
    sizes.push(bytes);
    return new Uint8Array(bytes);
  });
  expect(sizes).toEqual([140_001]);
});

test('a file in UTF-8 is its text, a byte order mark with it', () =>
  expect(textOfFile(new TextEncoder().encode('\ufeffé'), 'csv')).toBe('\ufeffé'));

test('a file that is not UTF-8 is refused', () =>
  expect(() => textOfFile(Uint8Array.of(0xff), 'csv')).toThrowError(
    expect.objectContaining({
      record: {
        tag: 'malformedInput',
        stage: 'decode',
        format: 'csv',
        message: expect.stringMatching(telling('UTF-8')),
      },
    }),
  ));

test('a file longer than any string is refused before it is read', () =>
  expect(() => textOfFile({ length: 536_870_889 } as Uint8Array<ArrayBuffer>, 'json')).toThrowError(
    expect.objectContaining({
      record: {
        tag: 'tooLarge',
        stage: 'decode',
        format: 'json',
        message: expect.stringMatching(telling('536870889 bytes', 536870888)),
      },
    }),
  ));
