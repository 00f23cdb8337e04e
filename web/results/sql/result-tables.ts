import type { SqlColumn, SqlTable } from '../../../workers/model/protocol/sql';
import { figuresOf, type PublishedSource } from '../../../workers/model/published';
import type { RunResult } from '../../../workers/model/result';
import { summarise } from '../../../workers/model/statistics/summary';
import { nameCandidates } from '../../figures/candidate-names';

type Value = string | number | null;
type Row = Readonly<Record<string, Value>>;

/** A table of these columns; `text` names those that hold texts. */
function tableOf(
  name: string,
  columns: readonly (readonly [name: string, type: SqlColumn['type']])[],
  rows: readonly Row[],
): SqlTable {
  return {
    name,
    columns: columns.map(([column, type]) => ({
      name: column,
      type,
      values: rows.map((row) => row[column] ?? null),
    })),
  };
}

/** One row for each cell and operation, with the figures of the results; a cell without operations has one row. */
export function cellsTable(result: RunResult): SqlTable {
  const names = nameCandidates(result.plan.candidates);
  const rows = result.cells.flatMap((cell): Row[] => {
    const candidate = result.plan.candidates[cell.candidate];
    const info = result.datasets[cell.dataset];
    const dataBytes = info?.status === 'ready' ? info.dataBytes : null;
    const fileBytes = cell.status === 'completed' ? cell.sizeBytes : null;
    const base: Row = {
      dataset: cell.dataset,
      candidate: names[cell.candidate]?.label ?? null,
      format: candidate?.format ?? null,
      codec: candidate?.codec?.id ?? 'none',
      level: candidate?.codec?.level ?? null,
      status: cell.status,
      data_bytes: dataBytes,
      file_bytes: fileBytes,
      ratio:
        dataBytes === null || !fileBytes || cell.status !== 'completed' || cell.sample ? null : dataBytes / fileBytes,
    };
    if (cell.status !== 'completed') return [base];
    const operations = Object.entries(cell.operations);
    return operations.map(([operation, figures]) => {
      const summary = figures.status === 'measured' ? summarise(figures, result.environment) : null;
      return {
        ...base,
        operation,
        best_ms: summary?.bestMs ?? null,
        median_ms: summary?.medianMs ?? null,
        p95_ms: summary?.p95Ms ?? null,
        rounds: summary?.roundCount ?? null,
      };
    });
  });
  return tableOf(
    'cells',
    [
      ['dataset', 'integer'],
      ['candidate', 'text'],
      ['format', 'text'],
      ['codec', 'text'],
      ['level', 'integer'],
      ['status', 'text'],
      ['data_bytes', 'integer'],
      ['file_bytes', 'integer'],
      ['ratio', 'number'],
      ['operation', 'text'],
      ['best_ms', 'number'],
      ['median_ms', 'number'],
      ['p95_ms', 'number'],
      ['rounds', 'integer'],
    ],
    rows,
  );
}

/** One row for each sample: the milliseconds of a call in it. */
export function samplesTable(result: RunResult): SqlTable {
  const names = nameCandidates(result.plan.candidates);
  const rows = result.cells.flatMap((cell): Row[] =>
    cell.status !== 'completed'
      ? []
      : Object.entries(cell.operations).flatMap(([operation, figures]) =>
          figures.status !== 'measured'
            ? []
            : figures.rounds.flatMap(({ round, warm, callsPerSample, samplesMs }) =>
                samplesMs.map((ms, sample) => ({
                  dataset: cell.dataset,
                  candidate: names[cell.candidate]?.label ?? null,
                  operation,
                  round,
                  sample,
                  ms,
                  calls: callsPerSample,
                  warm: warm ? 1 : 0,
                })),
              ),
        ),
  );
  return tableOf(
    'samples',
    [
      ['dataset', 'integer'],
      ['candidate', 'text'],
      ['operation', 'text'],
      ['round', 'integer'],
      ['sample', 'integer'],
      ['ms', 'number'],
      ['calls', 'integer'],
      ['warm', 'integer'],
    ],
    rows,
  );
}

/** One row for each figure of the published sources, in base units and as printed. */
export function publishedTable(sources: readonly PublishedSource[]): SqlTable {
  const rows = sources.flatMap((source) =>
    figuresOf(source).map(
      ({ id, metric, system, dataset, printed, unit, value }): Row => ({
        source: source.id,
        title: source.title.english,
        figure: id,
        metric,
        system: source.systems.find((each) => each.id === system)?.label ?? system,
        dataset: source.datasets.find((each) => each.id === dataset)?.label ?? dataset,
        printed,
        unit,
        value,
      }),
    ),
  );
  return tableOf(
    'published',
    [
      ['source', 'text'],
      ['title', 'text'],
      ['figure', 'text'],
      ['metric', 'text'],
      ['system', 'text'],
      ['dataset', 'text'],
      ['printed', 'text'],
      ['unit', 'text'],
      ['value', 'number'],
    ],
    rows,
  );
}
