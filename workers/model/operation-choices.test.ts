import { describe, expect, test } from 'vitest';
import { chosenTypeOf } from './chosen-type';
import { codecOptions, completeCodecOptions, splitCodecOptions, trainingSampleBytes } from './codec-options';
import type { CodecImplementationMeta } from './entry';
import { FormatlabError } from './errors';
import {
  collapseRanges,
  defaultLookupCount,
  lookupDetail,
  lookupKeysSchema,
  lookupKeysText,
  lookupNoun,
  missingColumnMessage,
  missingKeysMessage,
  projectColumnSchema,
  wantedColumnIndex,
} from './operation-choices';
import { completeOptions, type OptionDescriptor, optionHasEffect } from './options';
import { parseWithSchema } from './parse';
import { isRefused } from './testing/is-refused';
import { telling } from './testing/telling';

const accepts = (schema: typeof projectColumnSchema | typeof lookupKeysSchema, value: unknown) =>
  !isRefused(() => parseWithSchema(schema as typeof projectColumnSchema, value, 'choice'));

describe('the column that is read alone', () => {
  test('is a name or an index', () => {
    for (const column of ['', 'n'.repeat(1_000), 0, 9_999]) expect(accepts(projectColumnSchema, column)).toBe(true);
    for (const column of ['n'.repeat(1_001), -1, 10_000, 0.5, null])
      expect(accepts(projectColumnSchema, column)).toBe(false);
  });

  test('has a place in the table, or none', () => {
    const names = ['a', 'b', 'c'];
    expect([undefined, 0, 2, 3, 'b', 'x'].map((wanted) => wantedColumnIndex(wanted, names))).toEqual([
      0, 0, 2, -1, 1, -1,
    ]);
    expect(wantedColumnIndex(undefined, [])).toBe(-1);
  });

  test('that is missing is named, and up to five that exist', () => {
    expect(missingColumnMessage(2, ['a'])).toMatch(telling('column 3', '“a”'));
    expect(missingColumnMessage('n'.repeat(61), ['a'])).toMatch(telling(`“${'n'.repeat(60)}”`));
    const five = ['a', 'b', 'c', 'd', 'e'];
    expect(missingColumnMessage('x', five)).toMatch(/“a”, “b”, “c”, “d”, “e”\.$/);
    expect(missingColumnMessage('x', [...five, 'f', 'g'])).toMatch(/“d”, “e” and 2 more\.$/);
    expect(missingColumnMessage('x', ['m'.repeat(61)])).toMatch(telling(`“${'m'.repeat(60)}”`));
  });
});

describe('look-ups', () => {
  test('have a number or keys', () => {
    const given = (...keys: unknown[]) => ({ choice: 'given', keys });
    for (const choice of ['random', 'first', 'last'])
      for (const [count, isValid] of [
        [1, true],
        [65_536, true],
        [0, false],
        [65_537, false],
        [1.5, false],
      ] as const)
        expect(accepts(lookupKeysSchema, { choice, count })).toBe(isValid);
    for (const keys of [given(0, 2 ** 40, ''), given('k'.repeat(1_000)), given(...Array(256).fill(1))])
      expect(accepts(lookupKeysSchema, keys)).toBe(true);
    for (const keys of [given(), given(-1), given(2 ** 40 + 1), given(0.5), given('k'.repeat(1_001))])
      expect(accepts(lookupKeysSchema, keys)).toBe(false);
    for (const keys of [given(...Array(257).fill(1)), { choice: 'first', count: 1, more: 1 }, { choice: 'other' }])
      expect(accepts(lookupKeysSchema, keys)).toBe(false);
  });

  test('are of rows, ids or keys', () => {
    const kinds = ['table', 'keyedVectors', 'dict', 'records'] as const;
    expect(kinds.map((kind) => lookupNoun(kind, 1))).toEqual(['row', 'id', 'key', 'key']);
    expect(kinds.map((kind) => lookupNoun(kind, 2))).toEqual(['rows', 'ids', 'keys', 'keys']);
  });

  test('collapse three and more numbers that follow each other', () => {
    expect(collapseRanges([5, 17, 30, 31, 32, 40, 41])).toEqual(['5', '17', '30–32', '40', '41']);
    expect(collapseRanges([])).toEqual([]);
    expect(collapseRanges([3, 2, 1])).toEqual(['3', '2', '1']);
    expect(collapseRanges(['1', '2', '3', 7, 8, 9])).toEqual(['1', '2', '3', '7–9']);
    expect(collapseRanges([1, 1, 1])).toEqual(['1', '1', '1']);
  });

  const given = (...keys: (number | string)[]) => ({ choice: 'given', keys }) as const;

  test('are named', () => {
    expect(defaultLookupCount).toBe(1_024);
    expect(lookupKeysText(undefined, 'table')).toBe('1,024 random rows');
    expect(lookupKeysText({ choice: 'random', count: 1 }, 'dict')).toBe('1 random key');
    expect(lookupKeysText({ choice: 'first', count: 1 }, 'table')).toBe('the first row');
    expect(lookupKeysText({ choice: 'last', count: 2_000 }, 'table')).toBe('the last 2,000 rows');
    expect(lookupKeysText(given(5), 'table')).toBe('the row 5');
    expect(lookupKeysText(given(5, 6, 7), 'keyedVectors')).toBe('the ids 5–7');
    expect(lookupKeysText(given(5, 9, 17), 'table')).toBe('the rows 5, 9 and 17');
    expect(lookupKeysText(given('a'.repeat(20), 'b'.repeat(20)), 'dict')).toMatch(/^the keys a+ and b+$/);
    expect(lookupKeysText(given('a'.repeat(20), 'b'.repeat(21)), 'dict')).toBe('2 chosen keys');
    expect(lookupKeysText(given('a'.repeat(41)), 'dict')).toBe('1 chosen key');
  });

  test('are told in a result', () => {
    expect(lookupDetail(undefined, 'table')).toMatch(/ 1024 drawn$/);
    expect(lookupDetail({ choice: 'random', count: 7 }, 'table')).toMatch(/ 7 drawn$/);
    expect(lookupDetail({ choice: 'first', count: 7 }, 'table')).toMatch(/of the first 7 rows$/);
    expect(lookupDetail(given(1), 'dict')).toMatch(/of the key 1$/);
  });

  test('of missing rows and keys are told, with the rows that exist', () => {
    expect(missingKeysMessage(['x'], 'dict', 5)).toMatch(telling('no key “x”'));
    expect(missingKeysMessage(['x', 'y'], 'keyedVectors', 5)).toMatch(telling('no ids “x”, “y”'));
    expect(missingKeysMessage(['7'], 'table', 1)).toMatch(telling('no row “7”', 'number 0'));
    expect(missingKeysMessage(['7', '8'], 'table', 1_001)).toMatch(telling('no rows “7”, “8”', 'from 0 to 1,000'));
  });
});

describe('options', () => {
  const choice: OptionDescriptor = {
    type: 'choice',
    id: 'choice',
    label: '',
    choices: [
      { value: 'a', label: 'A' },
      { value: 'b', label: 'B' },
    ],
    default: 'b',
  };
  const integer: OptionDescriptor = { type: 'integer', id: 'integer', label: '', min: 2, max: 5, default: 3 };
  const number: OptionDescriptor = { type: 'number', id: 'number', label: '', min: -1, max: 1, step: 0.1, default: 0 };
  const text: OptionDescriptor = { type: 'text', id: 'text', label: '', maxLength: 3, default: '' };
  const boolean: OptionDescriptor = { type: 'boolean', id: 'boolean', label: '', default: true };
  const all = [choice, integer, number, text, boolean];
  const messageOf = (values: Record<string, string | number | boolean>, of = all) => {
    try {
      completeOptions(of, values, 'Owner');
    } catch (thrown) {
      const { record } = thrown as FormatlabError;
      expect(record).toMatchObject({ tag: 'invalidPlan', stage: 'parse' });
      return record.message;
    }
    return null;
  };

  test('are filled in with defaults', () => {
    const defaults = { choice: 'b', integer: 3, number: 0, text: '', boolean: true };
    expect(completeOptions(all, {}, 'Owner')).toEqual(defaults);
    expect(completeOptions(all, { choice: 'a', boolean: false }, 'Owner')).toEqual({
      ...defaults,
      choice: 'a',
      boolean: false,
    });
  });

  test.each([
    { integer: 2 },
    { integer: 5 },
    { number: -1 },
    { number: 0.5 },
    { number: 1 },
    { text: 'abc' },
    { boolean: false },
  ])('take %j', (values) => expect(messageOf(values as never)).toBeNull());

  test.each([
    [{ choice: 'c' }, ['“c”', 'a, b']],
    [{ integer: 1 }, [1, 'whole number', 2, 5]],
    [{ integer: 6 }, [6, 'whole number']],
    [{ integer: 2.5 }, [2.5, 'whole number']],
    [{ integer: '3' }, ['3', 'whole number']],
    [{ number: 1.01 }, [1.01, 'a number', -1, 1]],
    [{ number: -1.01 }, [-1.01, 'a number']],
    [{ number: Number.NaN }, ['NaN']],
    [{ text: 'abcd' }, [3]],
    [{ text: 3 }, [3]],
    [{ boolean: 'true' }, ['true', 'false']],
    [{ other: 1 }, ['“other”', 'choice, integer, number, text, boolean']],
  ])('refuse %j', (values, facts) => expect(messageOf(values as never)).toMatch(telling('Owner', ...facts)));

  test('may be none', () => expect(messageOf({ other: 1 }, [])).toMatch(telling('“other”', 'none')));

  test('may depend on the codec', () => {
    expect(optionHasEffect({}, null)).toBe(true);
    const only = { onlyWithCodecs: ['zstd', 'lz4'] };
    expect(['zstd', 'lz4', 'gzip', null].map((id) => optionHasEffect(only, id))).toEqual([true, true, false, false]);
  });

  test('of a codec include the dictionary’s size where blocks are small', () => {
    const meta = (over: object) => ({ ...over }) as CodecImplementationMeta;
    const ids = (over: object, granularity: 'file' | 'page') =>
      codecOptions(meta(over), granularity).map(({ id }) => id);
    expect(ids({}, 'page')).toEqual([]);
    expect(ids({ options: [integer], dictionaries: true }, 'page')).toEqual(['integer', 'dictionaryKiB']);
    expect(ids({ options: [integer], dictionaries: true }, 'file')).toEqual(['integer']);
    expect(ids({ dictionaries: false }, 'page')).toEqual([]);
    const withDictionary = meta({ dictionaries: true });
    expect(completeCodecOptions(withDictionary, 'page', undefined, 'Owner')).toEqual({ dictionaryKiB: 0 });
    expect(completeCodecOptions(withDictionary, 'page', { dictionaryKiB: 256 }, 'Owner')).toEqual({
      dictionaryKiB: 256,
    });
    expect(completeCodecOptions(withDictionary, 'file', undefined, 'Owner')).toBeUndefined();
    for (const dictionaryKiB of [-1, 257])
      expect(() => completeCodecOptions(withDictionary, 'page', { dictionaryKiB }, 'Owner')).toThrow(FormatlabError);
  });

  test('of a codec are divided into its own and the dictionary’s bytes', () => {
    expect(splitCodecOptions(undefined)).toEqual({ own: {}, dictionaryBytes: 0 });
    expect(splitCodecOptions({ dictionaryKiB: 2, level: 3 })).toEqual({ own: { level: 3 }, dictionaryBytes: 2_048 });
    expect(splitCodecOptions({ dictionaryKiB: 'x' })).toEqual({ own: {}, dictionaryBytes: 0 });
    expect([0, 1_024, 83_886, 83_887].map(trainingSampleBytes)).toEqual([0, 102_400, 8_388_600, 8_388_608]);
  });

  test('of a column’s type are words, and nested ones one of them', () => {
    expect(['int32', 'decimal', 'time', 'list', 'struct', 'nested', 'duration'].map(chosenTypeOf)).toEqual([
      ...['int32', 'decimal', 'time', 'nested', 'nested', 'nested'],
      undefined,
    ]);
  });
});
