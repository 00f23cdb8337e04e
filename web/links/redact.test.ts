import { expect, test } from 'vitest';
import { telling } from '../../workers/model/testing/telling';
import { type DatasetInfo, type OperationResult, type RunResult, runResultSchema } from '../../workers/model/result';
import { stageSchema } from '../../workers/model/errors';
import { parseWithSchema } from '../../workers/model/parse';
import { omittedLoss, omittedNote, redact } from './redact';
import { hasOwnFile, redactEverything, redactPlan } from './redact-plan';
import { sampleResult } from './testing/sample-results';

const sample = sampleResult({ candidates: 4, rounds: 1, samples: 1, asked: ['encode', 'project', 'lookup'] });
const [first, second] = sample.cells;
if (first?.status !== 'completed' || second?.status !== 'completed') throw new Error('The sample is not as expected.');
const encode = first.operations.encode;
if (encode?.status !== 'measured') throw new Error('The sample is not as expected.');

/** Texts of a run that quote nothing of the file. */
const slowed = 'The machine slowed down by 12 % during the run.';
const everyValueIsText = 'Types: every value is text.';
const blocks =
  'blocks of 700 bytes, dictionary of 32,768 bytes (trained in 412 ms from 3,276,700 bytes, before the clock)';

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
      notes: ['Column “net pay”: float64 alters 1 of 10 numbers; the first is 99999.', '3 rows were left out.'],
      fileDecode: {
        reader: 'CSV (csv-core)',
        result: encode,
        parts: { project: { ...encode, detail: 'net pay' }, lookup: { ...encode, detail: 'Bob' } },
      },
    },
  ],
  cells: [
    {
      ...first,
      verification: {
        verifiedBy: 'fzstd',
        reason: 'The second decoder can’t read “employee”.',
        loss: [everyValueIsText, 'The column net pay loses its zeros.'],
        changedValues: { changed: 3, total: 40 },
        rejectedBy: [{ implementation: 'other', message: 'row 3: Bob is no number' }],
      },
      operations: {
        ...first.operations,
        project: { ...encode, detail: 'net pay' },
        lookup: { ...encode, detail: '256 keys' },
        store: {
          ...encode,
          detail: blocks,
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
  warnings: [slowed, 'Salaries-Acme.csv: 1 bad row.', 'The value ‘Bob’ was read as text.'],
};

const text = (result: RunResult) => JSON.stringify(result);

test('nothing ticked: no file name, no column name, no value in it', () => {
  const told = redact(own, redactEverything);
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
  expect(told.warnings).toEqual([slowed, omittedNote, omittedNote]);
});

test('figures stay as they are', () => {
  const told = redact(own, redactEverything);
  const [cell] = told.cells;
  expect(cell?.status === 'completed' && cell.sizeBytes).toBe(first.sizeBytes);
  const project = cell?.status === 'completed' ? cell.operations.project : undefined;
  expect(project?.status === 'measured' && project.rounds).toEqual(encode.rounds);
  expect(told.cells[2]).toMatchObject({ status: 'failed', error: { tag: 'malformedInput', stage: 'import' } });
});

test('of what changed when the file was read only the number is told', () => {
  const notesOf = (result: RunResult) =>
    redact(result, { fileName: true, columnNames: true }).datasets.map((info) => info.status === 'ready' && info.notes);
  expect(notesOf(own)).toEqual([[expect.stringMatching(telling(2, omittedNote))]]);
  const [info] = own.datasets;
  if (info?.status !== 'ready') throw new Error('The data stands.');
  expect(notesOf({ ...own, datasets: [{ ...info, notes: ['One.'] }] })).toEqual([
    [expect.stringMatching(telling(1, omittedNote))],
  ]);
});

test('of how the file is written, its writer’s own words and what quotes the file are left out', () => {
  const [info] = own.datasets;
  if (info?.status !== 'ready') throw new Error('The data stands.');
  const facts = [
    { name: 'Codec', value: 'SNAPPY' },
    { name: 'dtype', value: 'a field net pay' },
    { name: 'Text', value: 'between “;”' },
  ];
  const written = { ...own, datasets: [{ ...info, fileSettings: { writer: 'Acme payroll 1.0', facts } }] };
  const told = redact(written, { fileName: false, columnNames: false });
  expect(told.datasets[0]).toMatchObject({
    fileSettings: { writer: null, facts: [{ name: 'Codec', value: 'SNAPPY' }] },
  });
  expect(redact(told, { fileName: false, columnNames: false })).toEqual(told);
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
    redactEverything,
    { fileName: true, columnNames: false },
    { fileName: false, columnNames: true },
    { fileName: true, columnNames: true },
  ]) {
    const told = redact(own, redaction);
    expect(parseWithSchema(runResultSchema, JSON.parse(text(told)), 'result')).toEqual(told);
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
      redactEverything,
    ).warnings;
  };
  expect(named('age', ['The page was hidden.', 'Its age is odd.', 'AGE=3'])).toEqual([
    'The page was hidden.',
    omittedNote,
    omittedNote,
  ]);
  expect(named('%', ['Slower by 12 %.'])).toEqual([omittedNote]);
  expect(named('', ['Slower by 12 %.'])).toEqual(['Slower by 12 %.']);
});

test('generated data has nothing to hide', () => {
  expect(redact(sample, redactEverything)).toBe(sample);
});

test('nothing ticked: all that is told', () => {
  const [ownSpec] = own.plan.datasets;
  const failed = (tag: string, stage: string) => ({
    tag,
    stage,
    message: expect.stringMatching(telling(tag, omittedNote)),
  });
  expect(redact(own, redactEverything)).toEqual({
    ...own,
    plan: { ...own.plan, datasets: [{ ...ownSpec, fileName: null }] },
    datasets: [
      {
        ...own.datasets[0],
        notes: [expect.stringMatching(telling(2, omittedNote))],
        schema: {
          kind: 'table',
          columns: [
            { name: 'column 1', type: 'utf8', nullable: false },
            { name: 'column 2', type: 'int64', nullable: true },
          ],
        },
        fileDecode: {
          reader: 'CSV (csv-core)',
          result: encode,
          parts: { project: { ...encode, detail: 'column 2' }, lookup: { ...encode, detail: null } },
        },
      },
    ],
    cells: [
      {
        ...first,
        verification: {
          verifiedBy: 'fzstd',
          reason: omittedNote,
          loss: [everyValueIsText, omittedLoss],
          changedValues: { changed: 3, total: 40 },
          rejectedBy: [{ implementation: 'other', message: omittedNote }],
        },
        operations: {
          ...first.operations,
          project: { ...encode, detail: 'column 2' },
          lookup: { ...encode, detail: '256 keys' },
          store: {
            ...encode,
            detail: blocks,
          },
          encode: { status: 'unsupported', reason: omittedNote },
        },
      },
      {
        ...second,
        operations: {
          ...second.operations,
          lookup: { ...encode, detail: null },
          encode: { status: 'failed', error: { ...failed('encodeFailed', 'encode'), format: 'csv' } },
        },
      },
      {
        status: 'failed',
        dataset: 0,
        candidate: 2,
        error: failed('malformedInput', 'import'),
      },
      { status: 'unsupported', dataset: 0, candidate: 3, reason: omittedNote },
    ],
    warnings: [slowed, omittedNote, omittedNote],
  });
});

const [ready] = own.datasets;
if (ready?.status !== 'ready') throw new Error('The sample is not as expected.');

const withDatasets = (...datasets: DatasetInfo[]): RunResult => ({ ...own, datasets });

test('of a dataset’s error, only the kind and the place are told; what is still to come is as it is', () => {
  const error = { tag: 'malformedInput', stage: 'import', message: 'Bob', codec: 'zstd' } as const;
  expect(redact(withDatasets({ status: 'failed', error }, { status: 'pending' }), redactEverything).datasets).toEqual([
    {
      status: 'failed',
      error: { ...error, message: expect.stringMatching(telling('malformedInput', omittedNote)) },
    },
    { status: 'pending' },
  ]);
});

test('of an error, its tag and its stage are told, each stage in words of its own', () => {
  const stages = stageSchema.options;
  const messages = stages.map((stage) => {
    const error = { tag: 'internal', stage, message: 'Bob', cause: 'Bob', remedy: 'Bob' } as const;
    const cells = [{ status: 'failed' as const, dataset: 0, candidate: 0, error }];
    const [cell] = redact({ ...own, cells }, redactEverything).cells;
    const message = cell?.status === 'failed' ? cell.error.message : '';
    expect(message).toMatch(telling('internal', omittedNote));
    expect(cell).toStrictEqual({
      status: 'failed',
      dataset: 0,
      candidate: 0,
      error: { tag: 'internal', stage, message },
    });
    return message;
  });
  expect(new Set(messages).size).toBe(stages.length);
});

test('cells without words of the file are told as they are', () => {
  const cells: RunResult['cells'] = [
    { status: 'cancelled', dataset: 0, candidate: 0 },
    { status: 'timedOut', dataset: 0, candidate: 1, stage: 'encode', limitMs: 60_000 },
    { status: 'unsupported', dataset: 0, candidate: 2, reason: 'A table has no vectors.' },
  ];
  expect(redact({ ...own, cells }, redactEverything).cells).toEqual(cells);
});

test('columns are told by their first place, in any spelling that the file has, and none that it has not', () => {
  const columns = ['id', 'name', 'id'].map((name) => ({ name, type: 'utf8' as const, nullable: false }));
  const detailOf = (detail: string | null, columnNames = false) => {
    const project: OperationResult = { ...encode, detail };
    const cells = [{ ...first, operations: { ...first.operations, project } }];
    const datasets: DatasetInfo[] = [{ ...ready, schema: { kind: 'table', columns } }];
    const [cell] = redact({ ...own, datasets, cells }, { fileName: false, columnNames }).cells;
    const told = cell?.status === 'completed' ? cell.operations.project : undefined;
    return told?.status === 'measured' ? told.detail : undefined;
  };
  expect(['id', 'name', 'NAME', 'other', null].map((detail) => detailOf(detail))).toEqual([
    'column 1',
    'column 2',
    null,
    null,
    null,
  ]);
  expect(['id', 'other'].map((detail) => detailOf(detail, true))).toEqual(['id', 'other']);
});

test('what has no columns keeps its schema', () => {
  const { fileDecode: _, ...bare } = ready;
  const molecules: DatasetInfo = {
    ...bare,
    schema: { kind: 'molecules', coordinates: true, titles: false },
    notes: [omittedNote],
  };
  expect(redact(withDatasets(molecules), redactEverything).datasets).toEqual([molecules]);
});

test('of several datasets the file alone loses its name', () => {
  const [generated] = sample.plan.datasets;
  const [file] = own.plan.datasets;
  if (generated === undefined || file === undefined) throw new Error('The sample is not as expected.');
  const plan = { ...own.plan, datasets: [generated, file] };
  expect(hasOwnFile(plan)).toBe(true);
  expect(hasOwnFile({ ...plan, datasets: [generated] })).toBe(false);
  const nameless = { ...plan, datasets: [generated, { ...file, fileName: null }] };
  expect(redactPlan(plan, redactEverything)).toEqual(nameless);
  expect(redactPlan(plan, { fileName: true })).toBe(plan);
  const told = redact({ ...own, plan, datasets: [...sample.datasets, ...own.datasets] }, redactEverything);
  expect(told.plan).toEqual(nameless);
  expect(told.datasets[0]).toEqual(sample.datasets[0]);
  // Where the file's name is not known, there is no name to look for.
  expect(redact({ ...own, plan: nameless }, redactEverything).warnings[0]).toBe(own.warnings[0]);
});

const warningsTold = (name: string, warnings: string[], columnNames = false): string[] => {
  const columns = [{ name, type: 'utf8' as const, nullable: false }];
  const datasets: DatasetInfo[] = [{ ...ready, schema: { kind: 'table', columns } }];
  return redact({ ...own, datasets, warnings }, { fileName: false, columnNames }).warnings;
};

test.each([
  'He said "yes".',
  'He said “yes.',
  'He said yes”.',
  'He said „yes.',
  'He said «yes.',
  'He said yes».',
  'He said ‘yes.',
  'He said `yes.',
  'He said ‹yes.',
  'He said yes›.',
  "'Yes' he said.",
  "He said 'yes.",
  "He said yes'.",
  'He said ’yes.',
  'He said yes’',
])('a sentence with a quotation is left out: %s', (sentence) =>
  expect(warningsTold('other', [sentence], true)).toEqual([omittedNote]),
);

test.each(['It can’t be read.', "It can't be read.", 'Slower by 12 %.', ''])(
  'a sentence without a quotation is told: %s',
  (sentence) => expect(warningsTold('other', [sentence])).toEqual([sentence]),
);

test.each([
  ['age', 'age', true],
  ['age', 'The age.', true],
  ['age', 'Page and age.', true],
  ['age', 'Pages and stages.', false],
  ['age', 'Aged.', false],
  ['age', 'A page.', false],
  ['ab#', 'ab#c', true],
  ['age', 'An age_group.', false],
  ['age', 'The äage.', false],
  [' Age ', 'Its AGE is odd.', true],
  ['net pay', 'The net  pay.', false],
  ['%', 'Slower by 12%.', true],
  ['%', '5%x', true],
  ['#1', 'a#1', true],
  ['#1', '#12', false],
  ['1#', '1#2', true],
  ['1#', '21#', false],
  ['aa', 'aaa aa', true],
  ['  ', 'Slower by 12 %.', false],
] as const)('a column called “%s” leaves out “%s”: %s', (name, sentence, isLeftOut) => {
  expect(warningsTold(name, [sentence])).toEqual([isLeftOut ? omittedNote : sentence]);
  expect(warningsTold(name, [sentence], true)).toEqual([sentence]);
});

test.each([
  ['256 keys', '256 keys'],
  ['1 row a call', '1 row a call'],
  ['look-ups of random ids in blocks', 'look-ups of random ids in blocks'],
  ['BLOCKS of 700 bytes', 'BLOCKS of 700 bytes'],
  ['12', '12'],
  ['1 key of 1 id, 1 block a lookup', '1 key of 1 id, 1 block a lookup'],
  ['look-up of rows per call', 'look-up of rows per call'],
  ['keyring', null],
  ['256 keys of Bob', null],
  ['256 keys “1”', omittedNote],
] as const)('of an operation’s detail %j is told %j', (detail, told) => {
  const cells = [{ ...first, operations: { ...first.operations, lookup: { ...encode, detail } } }];
  const [cell] = redact({ ...own, cells }, redactEverything).cells;
  const lookup = cell?.status === 'completed' ? cell.operations.lookup : undefined;
  expect(lookup).toEqual({ ...encode, detail: told });
});

test('where nothing was refused, nothing is said of it', () => {
  const cells = [{ ...first, verification: { ...first.verification, reason: null } }];
  const [cell] = redact({ ...own, cells }, redactEverything).cells;
  expect(cell?.status === 'completed' && cell.verification).toEqual({ ...first.verification, reason: null });
});

test('what is lost is told once', () => {
  const loss = ['The column net pay loses its zeros.', everyValueIsText, 'The column employee is cut.'];
  const cells = [{ ...first, verification: { ...first.verification, loss } }];
  const [cell] = redact({ ...own, cells }, redactEverything).cells;
  expect(cell?.status === 'completed' && cell.verification.loss).toEqual([omittedLoss, everyValueIsText]);
});

test('nothing is ticked to begin with', () =>
  expect(redactEverything).toEqual({ fileName: false, columnNames: false }));

test('candidates name columns by their places, unless the names are told', () => {
  const columns = ['id', 'salary'].map((name) => ({ name, type: 'int64' as const, nullable: false }));
  const datasets: DatasetInfo[] = [{ ...ready, schema: { kind: 'table', columns } }];
  const [candidate] = own.plan.candidates;
  if (candidate === undefined) throw new Error('The sample has no candidate.');
  const named = {
    ...candidate,
    format: 'parquet',
    implementation: 'arrow-rs',
    options: { columns: 'salary: zstd 9; bonus: PLAIN; gift: PLAIN', sortedBy: 'id' },
  };
  const result = { ...own, datasets, plan: { ...own.plan, candidates: [named] } };
  expect(redact(result, redactEverything).plan.candidates[0]?.options).toEqual({
    // Names of columns that the data does not have stay apart.
    columns: expect.stringMatching(/^"column 2": zstd 9; ("[^"]+"): PLAIN; (?!\1)"[^"]+": PLAIN$/),
    sortedBy: 'column 1',
  });
  expect(text(redact(result, redactEverything))).not.toMatch(/bonus|gift|salary/);
  expect(redact(result, { fileName: false, columnNames: true }).plan.candidates[0]).toEqual(named);
});

test('a loss keeps its own words, without what it quotes', () => {
  const loss = [
    'Times of “opened at” to the second: a fraction is cut.',
    'Names such as “Bob “the” Lee” or “Ann” become text.',
    'The column net pay of “a”.',
    'A name in “half.',
    'What can’t be a number, and what isn’t one.',
  ];
  const cells = [{ ...first, verification: { ...first.verification, loss } }];
  const [cell] = redact({ ...own, cells }, redactEverything).cells;
  expect(cell?.status === 'completed' && cell.verification.loss).toEqual([
    expect.stringMatching(telling('Times of … to', 'fraction')),
    expect.stringMatching(telling('such as … become text')),
    omittedLoss,
    loss[4],
  ]);
});
