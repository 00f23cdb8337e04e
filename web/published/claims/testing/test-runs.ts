import { type Candidate, candidateKey, type Operation } from '../../../../workers/model/plan';
import type { Claim, ClaimSide } from '../../../../workers/model/claim';
import type { Quantity } from '../../../../workers/model/quantity';
import type { PublishedSource } from '../../../../workers/model/published';
import {
  type CellResult,
  type OperationResult,
  type RoundSamples,
  type RunResult,
  resultFormat,
  resultVersion,
} from '../../../../workers/model/result';
import { testEnvironment } from '../../../../workers/model/testing/test-environment';
import type { TestRun } from '../../../state/source-test-controller';
import { candidateOfSystem, itemCountOf, recipeAt, systemIdsOf } from '../recipe';

/** Hand-made claims and runs for tests. Every cell of a run is complete, and the caller chooses one quotient. */

interface ExampleTestRuns {
  /** The quotient in every round, apart from `spread`. */
  readonly quotient: number;
  readonly rounds?: number;
  /** The share by which the numerator's time is longer in every second round. */
  readonly spread?: number;
}

const unit = { bytes: 1_000_000, ms: 10 };
const sha256 = 'a'.repeat(64);

export function exampleTestRuns(
  source: PublishedSource,
  claim: Claim,
  { quotient, rounds = 8, spread = 0 }: ExampleTestRuns,
): TestRun[] {
  const amountOf = (workload: string, size: number, fullSize: number, candidate: Candidate): number => {
    const is = (side: ClaimSide, system: string) => {
      const own = candidateOfSystem(source, system);
      return (
        side.workload === workload &&
        itemCountOf(side, fullSize, source) === size &&
        own !== null &&
        candidateKey(own) === candidateKey(candidate)
      );
    };
    const { of, than } = claim;
    if (of.less !== null && is(of, of.less)) return 1;
    if (than.less !== null && is(than, than.less)) return 1;
    if (of.systems.some((system) => is(of, system))) return quotient + (of.less === null ? 0 : 1);
    return 1 + (than.less === null ? 0 : 1);
  };
  return recipeAt(source, [claim], 1).parts.map(({ workload, quantity, plan }): TestRun => {
    const sizes = plan.datasets.map((spec) => (spec.source === 'workload' ? spec.size : 0));
    const cells = sizes.flatMap((size, dataset) =>
      plan.candidates.map((candidate, index): CellResult => {
        const value = amountOf(workload, size, Math.max(...sizes), candidate);
        const isOf = claim.of.systems.some(
          (system) => candidateKey(candidateOfSystem(source, system) ?? candidate) === candidateKey(candidate),
        );
        const operation = (of: Operation): OperationResult => ({
          status: 'measured',
          rounds: Array.from({ length: rounds }, (_, round) =>
            roundOf(round, value * unit.ms * (isOf && round % 2 === 1 ? 1 + spread : 1)),
          ),
          clock: of === 'store' ? ['encode', 'write'] : of === 'load' ? ['read', 'decode'] : ['encode'],
          wasmCopyInClock: null,
          detail: null,
          itemsPerCall: 1,
        });
        return {
          status: 'completed',
          dataset,
          candidate: index,
          sizeBytes: Math.round(value * unit.bytes),
          encodedSha256: sha256,
          verification: { verifiedBy: 'self', reason: null, loss: [], rejectedBy: [] },
          operations: Object.fromEntries(plan.operations.map((each) => [each, operation(each)])) as Record<
            Operation,
            OperationResult
          >,
          setUpMs: 1,
          wasmPeakBytes: null,
          discardedRounds: 0,
        };
      }),
    );
    const result: RunResult = {
      format: resultFormat,
      version: resultVersion,
      startedAt: '2026-11-22T10:00:00.000Z',
      finishedAt: '2026-11-22T10:01:00.000Z',
      plan,
      environment: testEnvironment,
      datasets: sizes.map((size) => ({
        status: 'ready',
        schema: { kind: 'bytes' },
        itemCount: size,
        dataBytes: 1_000 * size,
        sha256,
        generateMs: 1,
      })),
      cells,
      noiseFloor: null,
      warnings: [],
    };
    return { workload, quantity, result };
  });
}

function roundOf(round: number, ms: number): RoundSamples {
  return {
    round,
    coldMs: ms,
    warmUpMs: ms,
    warmUpCalls: 1,
    warm: true,
    callsPerSample: 1,
    samplesMs: [ms, ms * 1.1, ms * 1.2],
  };
}

/** One side of a claim about the workload “numbers”: the full sizes or times of the given systems. */
export const exampleSide = (systems: string[], more: Partial<ClaimSide> = {}): ClaimSide => ({
  systems,
  less: null,
  workload: 'numbers',
  operations: [],
  sizeShare: 1,
  ...more,
});

/** A claim that the numerator is about half of the denominator. */
export const exampleClaim = (quantity: Quantity, of: ClaimSide, than: ClaimSide): Claim => ({
  id: 'claim',
  section: 'Section',
  says: 'It says so.',
  quantity,
  of,
  than,
  published: { operation: 'as', terms: [{ kind: 'constant', value: 0.5, meaning: 'half' }] },
  relation: 'about',
  note: null,
});

/** The ids of all systems on both sides of a claim. */
export const systemIdsInClaim = ({ of, than }: Claim): readonly string[] => [of, than].flatMap(systemIdsOf);
