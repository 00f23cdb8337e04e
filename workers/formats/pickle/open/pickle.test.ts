import { expect, it } from 'vitest';
import { columnOfTypedObjects } from './typed-objects';
import { textOfLabel } from './indexes';
import { PyList, PyObject, type PyValue } from './values';
import {
  caughtErrorRecord,
  columnTypesByName,
  columnValues,
  foreignFileBytes,
  readTestFile,
  readTestTable,
} from '../../../open-file/testing/test-files';
import { told } from '../../../open-file/testing/told';

/** Pickles of Python, NumPy and pandas 2.2 and 3.1 (fixtures/make_pickles.py). The expected values are those that Python wrote. */

it.each(['frame-2.pkl', 'frame-2-protocol-2.pkl', 'frame-3.pkl', 'frame-3-protocol-2.pkl'])(
  'the DataFrame of %s',
  async (name) => {
    const { table } = await readTestTable(foreignFileBytes(name), name);
    expect(columnTypesByName(table)).toEqual({
      i: 'int64',
      f: 'float64',
      s: 'utf8',
      b: 'bool',
      t: 'timestamp',
      j: 'int64',
      n: 'int16',
      d: 'duration',
    });
    expect(columnValues(table, 'i')).toEqual([1n, 2n, 3n]);
    expect(columnValues(table, 'f')).toEqual([0.5, Number.NaN, -0]);
    expect(columnValues(table, 's')).toEqual(['a', null, 'ü']);
    expect(columnValues(table, 'b')).toEqual([1, 0, 1]);
    const perSecond = name.startsWith('frame-2') ? 1_000_000_000n : 1_000_000n;
    expect(columnValues(table, 't')).toEqual([
      1_704_067_200n * perSecond,
      null,
      1_704_240_001n * perSecond + perSecond / 2n,
    ]);
    expect(columnValues(table, 'j')).toEqual([4n, 5n, 2n ** 62n]);
    expect(columnValues(table, 'n')).toEqual([1, null, 3]);
    expect(columnValues(table, 'd')[1]).toBeNull();
  },
);

it.each(['2', '3'])('an index of pandas %s that counts no rows is a column', async (major) => {
  const { table, report } = await readTestTable(foreignFileBytes(`indexed-${major}.pkl`), 'indexed.pkl');
  expect(columnTypesByName(table)).toEqual({ s: 'utf8', i: 'int64', j: 'int64' });
  expect(columnValues(table, 's')).toEqual(['a', null, 'ü']);
  expect(report.notes).toEqual([told('index', 'DataFrame', 'column “s”')]);
  const { table: series } = await readTestTable(foreignFileBytes(`series-${major}.pkl`), 'series.pkl');
  expect(columnValues(series, 'f')).toEqual([0.5, Number.NaN, -0]);
});

it.each([2, 3, 4, 5])('a dictionary of columns, by protocol %s', async (protocol) => {
  const { table } = await readTestTable(foreignFileBytes(`columns-${protocol}.pkl`), 'columns.pkl');
  expect(table.columns.map((column) => [column.name, column.type, columnValues(table, column.name)])).toEqual([
    ['id', 'int64', [1n, 2n ** 63n - 1n]],
    ['word', 'utf8', ['ä', null]],
    ['x', 'float32', [0.5, -0]],
  ]);
});

it('dictionaries and tuples are rows', async () => {
  const { table } = await readTestTable(foreignFileBytes('records.pkl'), 'records.pkl');
  expect(table.columns.map((column) => [column.name, column.type, columnValues(table, column.name)])).toEqual([
    ['id', 'int64', [1n, 2n]],
    ['name', 'utf8', ['ä', null]],
    ['when', 'timestamp', [1_709_168_523_000_004n, -86_400_000_000n]],
    ['raw', 'binary', [[255], null]],
    ['ok', 'bool', [1, null]],
    ['day', 'date', [null, 19_724]],
  ]);
  const { table: tuples } = await readTestTable(foreignFileBytes('tuples.pkl'), 'tuples.pkl');
  expect(columnValues(tuples, 'column 3')).toEqual([0.5, 0.25]);
});

it('arrays of NumPy', async () => {
  const read = async (name: string) => (await readTestFile(foreignFileBytes(name), name)).dataset;
  const matrix = { kind: 'array', shape: [2, 3], values: Int16Array.of(0, 1, 2, 3, 4, 5) };
  expect(await read('matrix.pkl')).toMatchObject(matrix);
  expect(await read('fortran.pkl')).toMatchObject(matrix);
  const { table } = await readTestTable(foreignFileBytes('structured.pkl'), 'structured.pkl');
  expect(columnTypesByName(table)).toEqual({ id: 'int64', name: 'utf8', xy: 'list' });
  expect(columnValues(table, 'xy')).toEqual([
    [0.5, 1],
    [2, 3],
  ]);
  const { table: times } = await readTestTable(foreignFileBytes('times.pkl'), 'times.pkl');
  expect(columnValues(times, 'value')).toEqual([1_704_153_600n, null]);
  const { table: objects, report } = await readTestTable(foreignFileBytes('objects.pkl'), 'objects.pkl');
  expect(columnValues(objects, 'value')).toEqual(['a', '1', null]);
  expect(report.notes[0]).toMatch(/mixes 1 integer, 1 text/u);
});

it('the user chooses one of several values, or vectors', async () => {
  expect(await caughtErrorRecord(foreignFileBytes('several.pkl'), 'several.pkl')).toMatchObject({
    message: 'It holds 3 values.',
    parts: [
      { name: 'x', holds: 'an array of 2 × 3' },
      { name: 'y', holds: 'an array of 1' },
      { name: 'counter', holds: 'an object of collections.Counter' },
    ],
  });
  const { dataset } = await readTestFile(foreignFileBytes('vectors.pkl'), 'vectors.pkl', { reading: { part: 1 } });
  expect(dataset.kind === 'keyedVectors' && dataset.entries.get('v4')).toEqual(Float32Array.of(4, 5, 6));
});

const unbased = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

it('bytes and texts of protocol 0, in which the characters of 0x80 to 0x9f are bytes of their own', async () => {
  // pickle.dumps(numpy.arange(120, 140, dtype='u1'), 0), of NumPy 2
  const { dataset } = await readTestFile(
    unbased(
      'Y251bXB5Ll9jb3JlLm11bHRpYXJyYXkKX3JlY29uc3RydWN0CnAwCihjbnVtcHkKbmRhcnJheQpwMQooSTAKdHAyCmNfY29kZWNzCmVuY29kZQpwMwooVmIKcDQKVmxhdGluMQpwNQp0cDYKUnA3CnRwOApScDkKKEkxCihJMjAKdHAxMApjbnVtcHkKZHR5cGUKcDExCihWdTEKcDEyCkkwMApJMDEKdHAxMwpScDE0CihJMwpWfApwMTUKTk5OSS0xCkktMQpJMAp0cDE2CmJJMDAKZzMKKFZ4eXp7fH1+f4CBgoOEhYaHiImKiwpwMTcKZzUKdHAxOApScDE5CnRwMjAKYi4=',
    ),
    'array.pkl',
    { type: 'pickle' },
  );
  expect(dataset).toMatchObject({ kind: 'array', values: Uint8Array.from({ length: 20 }, (_, at) => 120 + at) });
  // pickle.dumps({'t': ['x\\x85y', '€'], 'n': [1, 2], 'f': [0.5, 1e300]}, 0)
  const { table } = await readTestTable(
    unbased(
      'KGRwMApWdApwMQoobHAyClZ4hXkKcDMKYVZcdTIwYWMKcDQKYXNWbgpwNQoobHA2CkkxCmFJMgphc1ZmCnA3CihscDgKRjAuNQphRjFlKzMwMAphcy4=',
    ),
    'table.pkl',
    { type: 'pickle' },
  );
  expect(columnValues(table, 't')).toEqual(['x\u0085y', '€']);
  expect(columnValues(table, 'n')).toEqual([1n, 2n]);
  expect(columnValues(table, 'f')).toEqual([0.5, 1e300]);
});

it('a small pickle whose table would be huge is refused before it is made', async () => {
  // A list of 60,000 times one dictionary of 3,000 keys.
  const pairs = Array.from({ length: 3_000 }, (_, key) => `I${key}\nI1\ns`).join('');
  const text = `(lp0\n(dp1\n${pairs}a${'g1\na'.repeat(60_000)}.`;
  expect(await caughtErrorRecord(new TextEncoder().encode(text), 'rows.pkl', { type: 'pickle' })).toMatchObject({
    tag: 'tooLarge',
  });
});

it('any other class is refused by its name, and nothing is called', async () => {
  const classOf = async (name: string, options = {}) => await caughtErrorRecord(foreignFileBytes(name), name, options);
  expect(await classOf('several.pkl', { reading: { part: 2 } })).toMatchObject({
    tag: 'unsupported',
    message: told('collections.Counter'),
  });
  // os.system('echo'), as an attacker writes it.
  const bytes = Uint8Array.from('\x80\x02cos\nsystem\nX\x04\0\0\0echo\x85R.', (character) => character.charCodeAt(0));
  expect(await caughtErrorRecord(bytes, 'attack.pkl')).toMatchObject({
    tag: 'unsupported',
    message: told('os.system'),
  });
});

it('a truncated pickle is refused', async () => {
  const whole = foreignFileBytes('frame-3.pkl');
  for (const length of [3, 40, 900, whole.length - 1])
    expect(await caughtErrorRecord(whole.slice(0, length), 'frame.pkl')).toMatchObject({ remedy: expect.any(String) });
});

it('a pickle whose frame has another length than it says is refused, as Python does', async () => {
  const whole = foreignFileBytes('columns-5.pkl');
  // PROTO 5, then FRAME with the length in eight bytes.
  expect([...whole.subarray(0, 3)]).toEqual([0x80, 5, 0x95]);
  for (const change of [1, 20]) {
    const changed = whole.slice();
    changed[3] = (changed[3] ?? 0) + change;
    expect((await caughtErrorRecord(changed, 'frame.pkl')).message).toMatch(/frame.* byte \d+/u);
  }
});

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const readPickle = (text: string) => readTestTable(latin1(text), 'a.pkl', { type: 'pickle' });

it('a key that is set again has its last value, in its first place', async () => {
  // {'a': [1], 'b': [2], 'a': [3]}
  const { table } = await readPickle('\x80\x02}(X\x01\0\0\0a]K\x01aX\x01\0\0\0b]K\x02aX\x01\0\0\0a]K\x03au.');
  expect(table.columns.map(({ name }) => [name, columnValues(table, name)])).toEqual([
    ['a', [3n]],
    ['b', [2n]],
  ]);
});

it.each([
  ['adds an item to a tuple', '\x80\x02)K\x01a.', /adds items to/u],
  ['has a list as a key', '\x80\x02}]K\x01s.', /as a key/u],
  ['pops from an empty stack', '\x80\x020N.', /empty stack/u],
])('a pickle that %s is refused, as Python does', async (_, text, message) => {
  const record = await caughtErrorRecord(latin1(text), 'a.pkl', { type: 'pickle' });
  expect(record).toMatchObject({ tag: 'malformedInput', message: expect.stringMatching(message) });
});

it('a label of tuples within each other is read, unless it is too long or too deep', () => {
  const nested = (depth: number, width: number) =>
    Array.from({ length: depth }).reduce<PyValue>(
      (label) =>
        new PyList(
          'tuple',
          Array.from({ length: width }, () => label),
        ),
      'a',
    );
  expect(textOfLabel(nested(2, 2))).toBe("(('a', 'a'), ('a', 'a'))");
  expect(() => textOfLabel(nested(8, 6))).toThrow(/very long tuple/u);
  expect(() => textOfLabel(nested(9, 1))).toThrow(/called by a tuple/u);
});

it('decimals of more digits than a type has are kept as text, which is said', () => {
  const notes: string[] = [];
  const values = ['1E-100', '2.5'].map((text) => new PyObject('decimal.Decimal', [text]));
  expect(columnOfTypedObjects(values, 'd', { notes, format: 'pickle', remedy: '' })).toBeNull();
  expect(notes).toEqual([expect.stringMatching(/need 101 digits.*kept as text/u)]);
});
