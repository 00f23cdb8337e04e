import { describe, expect, it } from 'vitest';
import type { DatasetSample } from '../../../workers/model/result';
import type { EncodingEffect, EncodingEffects, DetectedReading } from '../../../workers/model/protocol/coordinator';
import { type TextEncodingLabel, textEncodings } from '../../../workers/model/reading-options';
import { encodingLabel, encodingsHelp, escapeLabel, quoteLabel } from './reading-words';
import { sampleText, typesSoFarText } from './sample-words';

const found = (
  effects: Partial<Record<TextEncodingLabel, EncodingEffect>>,
  counted: Partial<EncodingEffects> = {},
): EncodingEffects => {
  const nothing = { changedLines: 0, unreadable: 0 };
  const all = Object.fromEntries(textEncodings.map((encoding) => [encoding, effects[encoding] ?? nothing]));
  return { countedBytes: 10, isWholeFile: true, effects: all as EncodingEffects['effects'], ...counted };
};

describe('what a choice of reading says before it is made', () => {
  it('names what an encoding changes and cannot decode', () => {
    const effects = found({
      'utf-8': { changedLines: 1, unreadable: 1_200 },
      'utf-16le': { changedLines: null, unreadable: 0 },
    });
    expect(encodingLabel(effects, 'utf-8')).toBe('utf-8 · changes 1 line, 1,200 characters unreadable');
    expect(encodingLabel(effects, 'utf-16le')).toBe('utf-16le · changes every line');
    expect(encodingLabel(effects, 'big5')).toBe('big5 · changes nothing');
    expect(encodingLabel(undefined, 'big5')).toBe('big5');
    expect(encodingsHelp(effects)).toBe(undefined);
  });

  it('says over what part of the file the encodings were counted', () => {
    const part = found({}, { countedBytes: 16_000_000, isWholeFile: false });
    expect(encodingsHelp(part)).toBe('Counted over the first 16.0 MB only.');
    const none = found({}, { countedBytes: 0, isWholeFile: false });
    expect(encodingsHelp(none)).toBe('Not counted: a line of the file is too long.');
    expect(encodingLabel(none, 'big5')).toBe('big5');
  });

  it('names the fields that each escape of quotes breaks', () => {
    const escapes = {
      broken: { doubled: 3, backslash: 0, backslashQuote: 0 },
      escapedQuotes: 2,
      pairs: 1,
      others: 0,
    };
    const delimited = { escapes } as NonNullable<DetectedReading['delimited']>;
    expect(escapeLabel(delimited, 'doubled')).toBe('Doubled "" · 3 broken fields');
    expect(escapeLabel(delimited, 'backslash')).toBe(
      'Backslash \\" and \\\\ · 2 escaped quotes, 1 pair of backslashes becomes one',
    );
    const none = { escapes: null } as NonNullable<DetectedReading['delimited']>;
    expect(escapeLabel(none, 'backslash')).toMatch(/ · changes nothing$/u);
  });

  it('names what a quote changes and leaves out', () => {
    const delimited = {
      quotes: { double: { changedRows: 0, leftOut: 0 }, single: { changedRows: 2, leftOut: 1 }, none: null },
    } as NonNullable<DetectedReading['delimited']>;
    expect(quoteLabel(delimited, 'double')).toBe('Double " · changes nothing');
    expect(quoteLabel(delimited, 'single')).toBe("Single ' · changes 2 rows, leaves out 1 line");
    expect(quoteLabel(delimited, 'none')).toBe('None · the file can’t be read with it');
  });
});

it.each([
  [{}, 'Sample: 4.0 %, 240,000 of 6,000,000 rows (8 of 60 row groups).'],
  [
    { unitKind: 'blocks', isTotalEstimated: true },
    'Sample: 4.0 %, 240,000 of about 6,000,000 rows (in 8 blocks spread over the file).',
  ],
  [{ unitKind: 'files', unitCount: 1 }, 'Sample: 4.0 %, 240,000 of 6,000,000 rows (8 of 1 file).'],
  [{ isFirstPart: true }, 'Sample: the first 4.0 %, 240,000 of 6,000,000 rows.'],
] as const)('a sample of %o is told in a line', (change, text) => {
  const sample: DatasetSample = {
    unitKind: 'rowGroups',
    unitItems: new Array<number>(8).fill(30_000),
    unitCount: 60,
    totalItems: 6_000_000,
    isTotalEstimated: false,
    isFirstPart: false,
    fileBytes: 1,
    ...change,
  };
  expect(sampleText(sample, 240_000, 'row').replaceAll('\u202f', ' ').replaceAll('\u00a0', ' ')).toBe(text);
});

it('says that types are those of the sample so far, where values say which types there are', () => {
  expect(typesSoFarText('csv', 'row')).toBe(
    'Types and counts are those of this sample so far. “Read all rows” completes them.',
  );
  expect(typesSoFarText('parquet', 'row')).toBeNull();
});
