import { type ErrorRecord, FormatlabError, toErrorRecord } from '../model/errors';
import type { Environment } from '../model/environment';
import { efforts, hangLimitMs, type Operation, type Plan } from '../model/plan';
import type { Connection } from '../model/protocol/connect';
import type { RunEvent } from '../model/protocol/coordinator';
import type { DataCalls } from '../model/protocol/data';
import type { MeasureCalls, VisitRequest } from '../model/protocol/measure';
import {
  type CellResult,
  type CompletedCell,
  type DatasetInfo,
  type NoiseFloorSamples,
  type RunResult,
  sentenceLimit,
} from '../model/result';
import { applyRunEvent } from '../model/run-events';
import { fewestRoundsForVerdicts } from '../model/statistics/compare';
import { machineOf, type VisitDuration } from '../registry/duration';
import { checkMemory, dataBytesOf, longestCallMs, usesWasm, visitDurationOf } from '../registry/estimate';
import { encodeUnsupported, type PlannedCell, plannedCells, twinCandidate } from './cells';
import { describeDrift } from './drift-kernel';
import { mergeVisit } from './merge-visit';
import { createRemaining } from './remaining';
import type { MeasuringRegistry } from './registry';
import { superviseVisit } from './supervised-visit';
import type { Turns } from './turns';
import type { Visibility } from './visibility';
import { visitOrder } from './visit-order';

type MadeDataset = DataCalls['make']['out'];

/** What a run needs of the world; a test passes its own. */
export interface RunDependencies {
  readonly registry: Pick<MeasuringRegistry, 'formats' | 'codecs'>;
  readonly spawnMeasure: () => Connection<MeasureCalls>;
  readonly makeDataset: (
    plan: Plan,
    dataset: number,
    ownFile: Blob | null,
    signal: AbortSignal,
  ) => Promise<MadeDataset>;
  readonly environment: (plan: Plan) => Environment;
  readonly kernelMs: () => number;
  readonly visibility: Visibility;
  readonly turns: Turns;
  readonly hangLimitMs?: number;
}

export interface RunRequest {
  readonly plan: Plan;
  readonly ownFile: Blob | null;
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
}

/** Runs a checked plan. Resolves also when it is stopped, with what was measured by then. */
export async function runPlan(
  { plan, ownFile, signal, onEvent }: RunRequest,
  dependencies: RunDependencies,
): Promise<RunResult> {
  const { registry, visibility, turns } = dependencies;
  const effort = efforts[plan.effort];
  const runName = [...crypto.getRandomValues(new Uint32Array(2))].map((word) => word.toString(36)).join('');
  const environment = dependencies.environment(plan);
  const startedAt = new Date().toISOString();

  let result: RunResult | null = null;
  const emit = (event: RunEvent) => {
    result = applyRunEvent(result, event);
    onEvent(event);
  };
  emit({ type: 'started', startedAt, plan, environment });

  const ended = new Map<string, CellResult>();
  const completed = new Map<string, CompletedCell>();
  const discarded = new Map<string, number>();
  /** Cells whose size differed between rounds: said once. */
  const uneven = new Set<string>();
  const keyOf = (cell: PlannedCell) => `${cell.dataset}/${cell.candidate}`;
  const endCell = (cell: CellResult) => {
    ended.set(`${cell.dataset}/${cell.candidate}`, cell);
    emit({ type: 'cell', cell });
  };

  const datasets = await makeDatasets();
  const cells = plannedCells(plan);
  const twin = twinOf();
  const twinCompleted: { cell: CompletedCell | null; error: string | null } = { cell: null, error: null };
  const visited: PlannedCell[] = twin === null ? cells : [...cells, twin];
  const expected = visited.map(expectedOf);
  const remaining = createRemaining(expected, effort.rounds);
  let visitCount = 0;
  const drift: { round: number; beforeMs: number; afterMs: number }[] = [];

  for (let round = 0; round < effort.rounds && !signal.aborted; round += 1) {
    const beforeMs = await takeKernel();
    for (const index of visitOrder(visited.length, round, plan.seed, quickest())) {
      const cell = visited[index];
      if (cell === undefined || signal.aborted) break;
      if (isOver(cell)) {
        remaining.skip(index);
        continue;
      }
      emitProgress(cell, round, 'running');
      await visit(cell, index, round);
    }
    const afterMs = await takeKernel();
    if (beforeMs !== null && afterMs !== null) drift.push({ round, beforeMs, afterMs });
  }

  for (const cell of cells) {
    if (!ended.has(keyOf(cell)) && !completed.has(keyOf(cell)))
      endCell({ status: 'cancelled', dataset: cell.dataset, candidate: cell.candidate });
  }
  const driftWarning = describeDrift(drift);
  if (driftWarning !== null) emit({ type: 'warning', message: driftWarning });
  if (twinCompleted.error !== null)
    emit({
      type: 'warning',
      message: `The noise floor could not be measured: ${twinCompleted.error}`.slice(0, sentenceLimit),
    });
  const last = result as RunResult | null;
  if (last === null)
    throw new FormatlabError({ tag: 'internal', stage: 'load', message: 'The run ended before it started.' });
  return {
    ...last,
    finishedAt: signal.aborted ? null : new Date().toISOString(),
    environment: {
      ...environment,
      kernelMsBefore: drift[0]?.beforeMs ?? null,
      kernelMsAfter: drift.at(-1)?.afterMs ?? null,
    },
    noiseFloor: noiseFloor(),
  };

  /** In a turn of its own, so that a file that is being made beside the run does not pass for a slower machine. Null where the run is stopped. */
  function takeKernel(): Promise<number | null> {
    return turns.take(async () => (signal.aborted ? null : dependencies.kernelMs()), signal).catch(() => null);
  }

  async function makeDatasets(): Promise<(MadeDataset | null)[]> {
    const made: (MadeDataset | null)[] = [];
    for (const [index, spec] of plan.datasets.entries()) {
      if (signal.aborted) {
        made.push(null);
        continue;
      }
      let info: DatasetInfo;
      let dataset: MadeDataset | null = null;
      try {
        refuseTooLarge(dataBytesOf(spec));
        dataset = await turns.take(() => dependencies.makeDataset(plan, index, ownFile, signal), signal);
        info = dataset.info;
        refuseTooLarge(dataset.info.dataBytes);
      } catch (thrown) {
        if (signal.aborted) {
          made.push(null);
          continue;
        }
        dataset = null;
        info = { status: 'failed', error: toErrorRecord(thrown, { tag: 'internal', stage: 'generate' }) };
      }
      made.push(dataset);
      emit({ type: 'dataset', index, info });
      plan.candidates.forEach((candidate, candidateIndex) => {
        const place = { dataset: index, candidate: candidateIndex };
        if (info.status === 'failed') {
          endCell({ status: 'failed', ...place, error: info.error });
          return;
        }
        if (info.status !== 'ready') return;
        const reason = encodeUnsupported(registry, candidate, info.schema);
        if (reason !== null) endCell({ status: 'unsupported', ...place, reason });
        else {
          const memory = checkMemory(info.dataBytes, usesWasm(candidate), environment.deviceMemoryGiB);
          if (memory !== null)
            endCell({
              status: 'failed',
              ...place,
              error: { tag: 'tooLarge', stage: 'load', format: candidate.format, ...memory },
            });
        }
      });
    }
    return made;
  }

  function refuseTooLarge(dataBytes: number): void {
    const memory = checkMemory(dataBytes, false, environment.deviceMemoryGiB);
    if (memory !== null) throw new FormatlabError({ tag: 'tooLarge', stage: 'generate', ...memory });
  }

  /** The A/A cell of a run that gives verdicts: it tells this machine's noise beside them. */
  function twinOf(): PlannedCell | null {
    if (effort.rounds < fewestRoundsForVerdicts) return null;
    const dataset = datasets.findIndex((made) => made !== null);
    const info = datasets[dataset]?.info;
    if (info === undefined) return null;
    const candidate = twinCandidate(plan, info.schema, registry);
    return candidate === null ? null : { dataset, candidate, twin: true };
  }

  /** The cell that is likely done first, so that the page has something to show. */
  function quickest(): number {
    const estimates = visited.map((cell, index) =>
      cell.twin || isOver(cell) ? Number.POSITIVE_INFINITY : (expected[index]?.ms ?? Number.POSITIVE_INFINITY),
    );
    return estimates.indexOf(Math.min(...estimates));
  }

  /** By the reference machine: only how cells compare matters, until the first visits tell how fast this one is. */
  function expectedOf(cell: PlannedCell): VisitDuration {
    const candidate = plan.candidates[cell.candidate];
    const info = datasets[cell.dataset]?.info;
    if (candidate === undefined || info === undefined) return { ms: 0, firstMs: 0 };
    return visitDurationOf(candidate, info, operationsOf(cell), effort, machineOf(null));
  }

  function operationsOf(cell: PlannedCell): readonly Operation[] {
    return cell.twin ? plan.operations.slice(0, 1) : plan.operations;
  }

  function isOver(cell: PlannedCell): boolean {
    return datasets[cell.dataset] == null || ended.has(keyOf(cell)) || (cell.twin && twinCompleted.error !== null);
  }

  function emitProgress(cell: PlannedCell, round: number, state: 'running' | 'paused'): void {
    const { doneVisits, totalVisits, remainingMs } = remaining.now();
    emit({
      type: 'progress',
      progress: {
        round,
        rounds: effort.rounds,
        dataset: cell.dataset,
        candidate: cell.candidate,
        doneVisits,
        totalVisits,
        remainingMs,
        state,
      },
    });
  }

  /** Visits the cell until a visit is neither discarded nor stopped, and takes its outcome in. */
  async function visit(cell: PlannedCell, index: number, round: number): Promise<void> {
    const made = datasets[cell.dataset];
    const candidate = plan.candidates[cell.candidate];
    if (made == null || candidate === undefined) return;
    const key = keyOf(cell);
    const operations = operationsOf(cell);
    while (!signal.aborted) {
      if (visibility.hidden) {
        emitProgress(cell, round, 'paused');
        await visibility.visible(signal);
        if (signal.aborted) return;
        emitProgress(cell, round, 'running');
      }
      visitCount += 1;
      const request: VisitRequest = {
        dataset: made.blob,
        sha256: made.info.sha256,
        dataBytes: made.info.dataBytes,
        candidate,
        operations,
        effort,
        timerStepMs: environment.timerStepMs,
        round,
        seed: plan.seed,
        ...(plan.projectColumn === undefined ? {} : { projectColumn: plan.projectColumn }),
        ...(plan.lookupKeys === undefined ? {} : { lookupKeys: plan.lookupKeys }),
        secondDecoders: !cell.twin && !completed.has(key),
        // Another name for a visit made again: the file of the one thrown away may still be being removed.
        scratchName: `${runName}-${visitCount}`,
      };
      const { dataBytes, itemCount, schema } = made.info;
      const limitMs =
        dependencies.hangLimitMs ??
        hangLimitMs(effort, dataBytes, longestCallMs(candidate, dataBytes, itemCount, schema.kind));
      const startedMs = Date.now();
      const outcome = await turns
        .take(
          () => superviseVisit(dependencies.spawnMeasure(), request, { signal, visibility, hangLimitMs: limitMs }),
          signal,
        )
        .catch((thrown: unknown) => ({
          type: 'failed' as const,
          error: toErrorRecord(thrown, { tag: 'internal', stage: 'load' }),
        }));
      if (signal.aborted || outcome.type === 'cancelled') return;
      const place = { dataset: cell.dataset, candidate: cell.candidate };
      if (outcome.type === 'discarded') {
        if (!cell.twin) discarded.set(key, (discarded.get(key) ?? 0) + 1);
        continue;
      }
      remaining.done(index, Date.now() - startedMs);
      if (cell.twin) {
        takeTwin(
          outcome.type === 'done' && outcome.result.status === 'measured'
            ? mergeVisit(twinCompleted.cell, outcome.result, { ...place, discardedRounds: 0 })
            : describeFailure(outcome),
        );
        return;
      }
      if (outcome.type === 'failed') endCell({ status: 'failed', ...place, error: outcome.error });
      else if (outcome.type === 'timedOut')
        endCell({ status: 'timedOut', ...place, stage: outcome.stage, limitMs: outcome.limitMs });
      else if (outcome.result.status === 'unsupported')
        endCell({ status: 'unsupported', ...place, reason: outcome.result.reason });
      else {
        const merged = mergeVisit(completed.get(key) ?? null, outcome.result, {
          ...place,
          discardedRounds: discarded.get(key) ?? 0,
        });
        if (merged.sizeBytes !== outcome.result.sizeBytes && !uneven.has(key)) {
          uneven.add(key);
          emit({
            type: 'warning',
            message: `${candidate.format} by ${candidate.implementation} gave ${outcome.result.sizeBytes} bytes in round ${round + 1}, and ${merged.sizeBytes} before.`,
          });
        }
        completed.set(key, merged);
        emit({ type: 'cell', cell: merged });
      }
      return;
    }
  }

  function takeTwin(outcome: CompletedCell | string): void {
    if (typeof outcome === 'string') twinCompleted.error = outcome;
    else twinCompleted.cell = outcome;
  }

  function noiseFloor(): NoiseFloorSamples | null {
    if (twin === null || twinCompleted.cell === null || twinCompleted.error !== null) return null;
    const operation = plan.operations[0];
    if (operation === undefined) return null;
    const a = completed.get(keyOf(twin))?.operations[operation];
    const b = twinCompleted.cell.operations[operation];
    if (a?.status !== 'measured' || b?.status !== 'measured' || ended.has(keyOf(twin))) return null;
    return { candidate: twin.candidate, dataset: twin.dataset, operation, a: a.rounds, b: b.rounds };
  }
}

type Ended =
  | { readonly type: 'failed'; readonly error: ErrorRecord }
  | { readonly type: 'timedOut' }
  | { readonly type: 'done'; readonly result: { readonly status: string } };

function describeFailure(outcome: Ended): string {
  if (outcome.type === 'failed') return outcome.error.message;
  return outcome.type === 'timedOut' ? 'the second arm went on past its limit.' : 'the second arm is unsupported.';
}
