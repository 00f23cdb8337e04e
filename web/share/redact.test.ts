import { expect, test } from 'vitest';
import { type RunResult, runResultSchema } from '../../workers/model/result';
import { parse } from '../../workers/model/parse';
import { leftOut, redact, tellNothing } from './redact';
import { sampleResult } from './sample-results';

const sample = sampleResult({ candidates: 4, rounds: 1, samples: 1, asked: ['encode', 'project', 'lookup'] });
const [first, second] = sample.cells;
if (first?.status !== 'completed' || second?.status !== 'completed') throw new Error('The sample is not as expected.');
const encode = first.operations.encode;
if (encode?.status !== 'measured') throw new Error('The sample is not as expected.');

/** An own file's run in which the file's name, its columns' names and values stand wherever they could. */
const own: RunResult = {
  ...sample,
  plan: {
    ...sample.plan,
    datasets: [
      {
        source: 'ownFile',
        type: 'csv',
        fileName: 'Salaries-Acme.csv',
        fileSizeBytes: 1_000,
        sha256: 'a'.repeat(64),
        columnTypes: ['utf8', 'int64'],
      },
    ],
  },
  datasets: [
    {
      status: 'ready',
      schema: {
        kind: 'table',
        columns: [
          { name: 'employee', type: 'utf8', nullable: false },
          { name: 'net pay', type: 'int64', nullable: true },
        ],
      },
      itemCount: 10,
      dataBytes: 500,
      sha256: 'b'.repeat(64),
      generateMs: 1,
    },
  ],
  cells: [
    {
      ...first,
      verification: {
        verifiedBy: 'fzstd',
        reason: 'The second decoder can’t read “employee”.',
        loss: ['Types: every value is text.', 'The column net pay loses its zeros.'],
        rejectedBy: [{ implementation: 'other', message: 'row 3: Bob is no number' }],
      },
      operations: {
        ...first.operations,
        project: { ...encode, detail: 'net pay' },
        lookup: { ...encode, detail: '256 keys' },
        store: {
          ...encode,
          detail:
            'blocks of 700 bytes, dictionary of 32,768 bytes (trained in 412 ms from 3,276,700 bytes, before the clock)',
        },
        encode: { status: 'unsupported', reason: 'EMPLOYEE is of a type that it does not hold.' },
      },
    },
    {
      ...second,
      operations: {
        ...second.operations,
        lookup: { ...encode, detail: 'Bob' },
        encode: {
          status: 'failed',
          error: {
            tag: 'encodeFailed',
            stage: 'encode',
            message: 'Bob',
            cause: 'Bob',
            remedy: 'Delete Bob.',
            format: 'csv',
          },
        },
      },
    },
    {
      status: 'failed',
      dataset: 0,
      candidate: 2,
      error: { tag: 'malformedInput', stage: 'import', message: 'Line 7: Bob has 4 fields.', cause: 'Bob' },
    },
    { status: 'unsupported', dataset: 0, candidate: 3, reason: 'Salaries-Acme.csv has the column employee twice.' },
  ],
  warnings: [
    'The machine slowed down by 12 % during the run.',
    'Salaries-Acme.csv: 1 bad row.',
    'The value ‘Bob’ was read as text.',
  ],
};

const text = (result: RunResult) => JSON.stringify(result);

test('nothing ticked: no file name, no column name, no value in it', () => {
  const told = redact(own, tellNothing);
  expect(text(told)).not.toMatch(/Salaries|Acme|employee|net pay/i);
  expect(text(told)).not.toContain('Bob');
  expect(told.datasets[0]).toMatchObject({
    schema: {
      columns: [
        { name: 'column 1', type: 'utf8' },
        { name: 'column 2', type: 'int64' },
      ],
    },
    sha256: 'b'.repeat(64),
  });
  const cell = told.cells[0];
  expect(cell?.status === 'completed' && cell.operations.project).toMatchObject({ detail: 'column 2' });
  expect(cell?.status === 'completed' && cell.operations.lookup).toMatchObject({ detail: '256 keys' });
  expect(cell?.status === 'completed' && cell.operations.store).toMatchObject({
    detail: expect.stringContaining('dictionary of 32,768 bytes'),
  });
  expect(told.warnings).toEqual(['The machine slowed down by 12 % during the run.', leftOut, leftOut]);
});

test('figures stay as they are', () => {
  const told = redact(own, tellNothing);
  const [cell] = told.cells;
  expect(cell?.status === 'completed' && cell.sizeBytes).toBe(first.sizeBytes);
  const project = cell?.status === 'completed' ? cell.operations.project : undefined;
  expect(project?.status === 'measured' && project.rounds).toEqual(encode.rounds);
  expect(told.cells[2]).toMatchObject({ status: 'failed', error: { tag: 'malformedInput', stage: 'import' } });
});

test('names that are ticked are told, values never', () => {
  const columns = redact(own, { fileName: false, columnNames: true });
  expect(text(columns)).not.toMatch(/Salaries/);
  expect(columns.datasets[0]).toMatchObject({ schema: { columns: [{ name: 'employee' }, { name: 'net pay' }] } });
  const file = redact(own, { fileName: true, columnNames: false });
  expect(file.plan.datasets[0]).toMatchObject({ fileName: 'Salaries-Acme.csv' });
  expect(text(file)).not.toMatch(/employee|net pay/i);
  const both = text(redact(own, { fileName: true, columnNames: true }));
  expect(both).toContain('net pay');
  expect(both).not.toContain('Bob');
});

test('what is told is a result still, and redacting it again changes nothing', () => {
  for (const redaction of [
    tellNothing,
    { fileName: true, columnNames: false },
    { fileName: false, columnNames: true },
    { fileName: true, columnNames: true },
  ]) {
    const told = redact(own, redaction);
    expect(parse(runResultSchema, JSON.parse(text(told)), 'result')).toEqual(told);
    expect(redact(told, redaction)).toEqual(told);
  }
});

test('a short column name leaves out the sentences that use it as a word, and no others', () => {
  const named = (name: string, warnings: string[]): string[] => {
    const schema = { kind: 'table' as const, columns: [{ name, type: 'utf8' as const, nullable: false }] };
    return redact(
      {
        ...own,
        datasets: [{ status: 'ready', schema, itemCount: 1, dataBytes: 1, sha256: 'c'.repeat(64), generateMs: 0 }],
        warnings,
      },
      tellNothing,
    ).warnings;
  };
  expect(named('age', ['The page was hidden.', 'Its age is odd.', 'AGE=3'])).toEqual([
    'The page was hidden.',
    leftOut,
    leftOut,
  ]);
  expect(named('%', ['Slower by 12 %.'])).toEqual([leftOut]);
  expect(named('', ['Slower by 12 %.'])).toEqual(['Slower by 12 %.']);
});

test('generated data has nothing to hide', () => {
  expect(redact(sample, tellNothing)).toBe(sample);
});
