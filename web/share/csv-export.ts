import type { OptionValues } from '../../workers/model/options';
import { candidateKey } from '../../workers/model/plan';
import {
  type CellResult,
  type CompletedCell,
  type DatasetInfo,
  type OperationResult,
  type RunResult,
  extrapolatedSizeBytes,
} from '../../workers/model/result';
import { predictedSize } from '../../workers/model/statistics/predicted-size';
import { summarise } from '../../workers/model/statistics/summary';
import { wholeFileOf } from '../figures/whole-file';
import { csvLines } from '../ui/csv-lines';

/**
 * The columns of the CSV file. It has one row per cell and operation; a cell without operations has one row with the
 * reason. Column names contain units.
 */
const columns = [
  'dataset',
  'dataset_source',
  'dataset_parameters',
  'dataset_size_items',
  'data_bytes',
  'dataset_sha256',
  'candidate',
  'format',
  'implementation',
  'options',
  'codec',
  'codec_level',
  'codec_implementation',
  'codec_granularity',
  'codec_options',
  'cell_status',
  'file_bytes',
  'ratio',
  'file_sha256',
  'sample_items',
  'verified_by',
  'verification_note',
  'loss',
  'operation',
  'operation_status',
  'reason',
  'best_ms',
  'median_ms',
  'mad_ms',
  'p95_ms',
  'rounds_from_ms',
  'rounds_to_ms',
  'cold_ms',
  'rounds',
  'samples',
  'calls',
  'items_per_call',
  'items_per_second',
  'clock_includes',
  'wasm_copy_in_clock',
  'detail',
  'flags',
  'set_up_ms',
  'wasm_peak_bytes',
  'discarded_rounds',
  'timer_step_ms',
  'cross_origin_isolated',
  'user_agent',
  'started_at',
  'whole_file_items',
  'predicted_file_bytes',
  'predicted_file_bytes_low',
  'predicted_file_bytes_high',
] as const;

type ColumnName = (typeof columns)[number];
type Row = Partial<Record<ColumnName, string | number | boolean | null>>;

/** Writes a result as CSV (RFC 4180, UTF-8, lines end with CRLF). Missing figures are empty, never 0. */
export function resultCsv(result: RunResult): string {
  const rows = result.cells.flatMap((cell) => rowsOf(result, cell));
  return csvLines([columns, ...rows.map((row) => columns.map((name) => row[name]))]);
}

function rowsOf(result: RunResult, cell: CellResult): Row[] {
  const candidate = result.plan.candidates[cell.candidate];
  const spec = result.plan.datasets[cell.dataset];
  const info = result.datasets[cell.dataset];
  const ready = info?.status === 'ready' ? info : null;
  const base: Row = {
    dataset: cell.dataset,
    dataset_source: spec === undefined ? null : spec.source === 'workload' ? spec.workload : `own file (${spec.type})`,
    dataset_parameters: spec?.source === 'workload' ? optionsText(spec.knobs) : null,
    dataset_size_items: ready?.itemCount ?? null,
    data_bytes: ready?.dataBytes ?? null,
    dataset_sha256: ready?.sha256 ?? null,
    candidate: candidate === undefined ? null : candidateKey(candidate),
    format: candidate?.format ?? null,
    implementation: candidate?.implementation ?? null,
    options: candidate === undefined ? null : optionsText(candidate.options),
    codec: candidate?.codec?.id ?? 'none',
    codec_level: candidate?.codec?.level ?? null,
    codec_implementation: candidate?.codec?.implementation ?? null,
    codec_granularity: candidate?.codec?.granularity ?? null,
    codec_options: candidate?.codec?.options === undefined ? null : optionsText(candidate.codec.options),
    cell_status: cell.status,
    timer_step_ms: result.environment.timerStepMs,
    cross_origin_isolated: result.environment.crossOriginIsolated,
    user_agent: result.environment.userAgent,
    started_at: result.startedAt,
  };
  switch (cell.status) {
    case 'failed':
      return [{ ...base, reason: cell.error.message }];
    case 'unsupported':
      return [{ ...base, reason: cell.reason }];
    case 'timedOut':
      return [{ ...base, reason: `More than ${cell.limitMs} ms at ${cell.stage}` }];
    case 'cancelled':
      return [base];
    case 'overBudget':
      return [{ ...base, file_bytes: cell.sizeBytes }];
    case 'completed': {
      const wholeBytes = ready === null ? null : extrapolatedSizeBytes(cell, ready.dataBytes);
      const completed: Row = {
        ...base,
        file_bytes: cell.sizeBytes,
        ratio: ready === null || (wholeBytes ?? 0) === 0 ? null : ready.dataBytes / Number(wholeBytes),
        sample_items: cell.sample?.items ?? null,
        file_sha256: cell.encodedSha256,
        verified_by: cell.verification.verifiedBy,
        verification_note: cell.verification.reason,
        loss: cell.verification.loss.join(' '),
        set_up_ms: cell.setUpMs,
        wasm_peak_bytes: cell.wasmPeakBytes,
        discarded_rounds: cell.discardedRounds,
        ...predictionRow(cell, info),
      };
      return Object.entries(cell.operations).map(([operation, figures]) => ({
        ...completed,
        operation,
        ...operationRow(result, figures),
      }));
    }
  }
}

/** Of a sample of a file: the file's size as predicted. All other figures of the row are those of the sample. */
function predictionRow(cell: CompletedCell, info: DatasetInfo | undefined): Row {
  const wholeFile = wholeFileOf(info);
  const predicted = wholeFile === null ? null : predictedSize(cell, wholeFile.sample);
  const { low = null, high = null } = predicted?.limits ?? {};
  const rounded = (bytes: number | null | undefined) => (bytes == null ? null : Math.round(bytes));
  return {
    whole_file_items: wholeFile?.totalItems ?? null,
    predicted_file_bytes: rounded(predicted?.bytes),
    predicted_file_bytes_low: rounded(low),
    predicted_file_bytes_high: rounded(high),
  };
}

const optionsText = (options: OptionValues) =>
  Object.entries(options)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');

function operationRow(result: RunResult, operation: OperationResult): Row {
  if (operation.status !== 'measured')
    return {
      operation_status: operation.status,
      reason: operation.status === 'failed' ? operation.error.message : operation.reason,
    };
  const summary = summarise(operation, { timerStepMs: result.environment.timerStepMs });
  const row: Row = {
    operation_status: 'measured',
    clock_includes: operation.clock.join(' + '),
    wasm_copy_in_clock: operation.wasmCopyInClock,
    detail: operation.detail,
    items_per_call: operation.itemsPerCall,
  };
  if (summary === null) return { ...row, reason: 'The operation has no sample.' };
  const hidden = summary.flags.includes('belowResolution') || summary.bestMs <= 0;
  return {
    ...row,
    best_ms: summary.bestMs,
    median_ms: summary.medianMs,
    mad_ms: summary.madMs,
    p95_ms: summary.p95Ms,
    rounds_from_ms: summary.range?.lowMs ?? null,
    rounds_to_ms: summary.range?.highMs ?? null,
    cold_ms: summary.coldMs,
    rounds: summary.roundCount,
    samples: summary.sampleCount,
    calls: summary.callCount,
    items_per_second: hidden ? null : operation.itemsPerCall / (summary.bestMs / 1_000),
    flags: summary.flags.join('; '),
  };
}
