import Papa from 'papaparse';
import { expect, test } from 'vitest';
import type { CellResult, RunResult } from '../../workers/model/result';
import { resultCsv } from './csv-export';
import { sampleResult } from './sample-results';

const parse = (text: string) => Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });

const sample = sampleResult({ candidates: 3, rounds: 3, samples: 4, asked: ['encode', 'lookup', 'project'] });
const withCells = (cells: CellResult[]): RunResult => ({ ...sample, cells });

test('one row for each cell and operation, parsed back by another reader without an error', () => {
  const { data, errors } = parse(resultCsv(sample));
  expect(errors).toEqual([]);
  expect(data).toHaveLength(9);
  expect(data.map(({ operation }) => operation).slice(0, 3)).toEqual(['encode', 'lookup', 'project']);
});

test('figures are those of the samples, the ratio that of the sizes', () => {
  const [row] = parse(resultCsv(sample)).data;
  const cell = sample.cells[0];
  const encode = cell?.status === 'completed' ? cell.operations.encode : undefined;
  if (cell?.status !== 'completed' || encode?.status !== 'measured') throw new Error('The sample has no such cell.');
  expect(Number(row?.best_ms)).toBe(Math.min(...encode.rounds.flatMap(({ samplesMs }) => samplesMs)));
  expect(Number(row?.ratio)).toBe(8_205_604 / (cell.sizeBytes ?? 0));
  expect(row?.clock_includes).toBe('convert + allocate + encode');
});

test('what is missing is empty with its reason, never 0', () => {
  const { data } = parse(resultCsv(sample));
  expect(data[2]).toMatchObject({
    operation: 'project',
    operation_status: 'unsupported',
    reason: 'Only a table has columns.',
    best_ms: '',
    samples: '',
    items_per_second: '',
  });
  const [failed, cancelled, timedOut] = parse(
    resultCsv(
      withCells([
        { status: 'failed', dataset: 0, candidate: 0, error: { tag: 'encodeFailed', stage: 'encode', message: 'No.' } },
        { status: 'cancelled', dataset: 0, candidate: 1 },
        { status: 'timedOut', dataset: 0, candidate: 2, stage: 'encode', limitMs: 30_000 },
      ]),
    ),
  ).data;
  expect(failed).toMatchObject({ cell_status: 'failed', reason: 'No.', file_bytes: '', best_ms: '' });
  expect(cancelled).toMatchObject({ cell_status: 'cancelled', file_bytes: '' });
  expect(timedOut).toMatchObject({ cell_status: 'timedOut', reason: 'More than 30000 ms at encode' });
});

test.each(['=HYPERLINK("http://x")', '+1', '-2', '@SUM(A1)', '\tx', '\r=1', 'a,"b"\r\nc', ' padded ', "'quoted"])(
  'a text like %j is quoted, and no spreadsheet runs it',
  (message) => {
    const text = resultCsv(withCells([{ status: 'unsupported', dataset: 0, candidate: 0, reason: message }]));
    const { data, errors } = parse(text);
    expect(errors).toEqual([]);
    const reason = data[0]?.reason ?? '';
    expect(reason.replace(/^'/, '')).toBe(message.replace(/^'/, ''));
    expect(reason).not.toMatch(/^[=+\-@\t\r]/);
  },
);

test('negative numbers stay numbers', () => {
  const plan = {
    ...sample.plan,
    candidates: sample.plan.candidates.map((candidate) => ({
      ...candidate,
      codec: { id: 'zstd', level: -5, implementation: 'bokuweb', granularity: 'file' as const },
    })),
  };
  expect(parse(resultCsv({ ...sample, plan })).data[0]?.codec_level).toBe('-5');
});
