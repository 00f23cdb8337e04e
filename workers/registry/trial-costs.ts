import type { Calibration } from '../model/calibration';
import { isPlainSchema } from '../model/column-schema';
import type { DatasetKind, DatasetSchema } from '../model/dataset';
import { type Candidate, candidateKey, innerCodec, wrappingCodec } from '../model/plan';
import { codecs, findCodecImplementation } from './metadata';
import { compressMBps } from './codec-speed';

/** The cost of a cell's trial in a fresh worker, in ms on the reference machine, which `npm run bench:trial-costs` measured. */
interface TrialCost {
  /** Typical times of a call; `…ColdMs` is the first call's. */
  readonly encodeMs: number;
  readonly decodeMs: number;
  readonly encodeColdMs: number;
  readonly decodeColdMs: number;
  readonly setUpMs: number;
  /** Starting the worker, reading the data, hashing and comparing. */
  readonly otherMs: number;
  /** What a cell costs once: downloading libraries in its first trial, and running second decoders in its fourth. */
  readonly onceMs: number;
}

const figures = ['encodeMs', 'decodeMs', 'encodeColdMs', 'decodeColdMs', 'setUpMs', 'otherMs', 'onceMs'] as const;

/**
 * The output of `npm run bench:trial-costs`. For each kind of data and each candidate: the bytes of data, then the figures of {@link
 * TrialCost} in order, for two sizes.
 */
interface TrialCostTable {
  /** The calibration of the reference machine. */
  readonly calibration: Calibration;
  readonly trials: Readonly<Record<string, Readonly<Record<string, readonly (readonly number[])[]>>>>;
}

/** Groups of data kinds with similar costs. */
type CostKind = Exclude<DatasetKind, 'bytes' | 'stringArray'> | 'textTable';

/** The kind of data under which the table lists a schema; null if it lists none. */
function costKindOf(schema: DatasetSchema | null): CostKind {
  if (schema === null || schema.kind === 'bytes') return 'table';
  if (schema.kind === 'stringArray') return 'list';
  if (schema.kind !== 'table') return schema.kind;
  const ofTexts = schema.columns.some(
    (column) => !isPlainSchema(column) || ['utf8', 'binary', 'json'].includes(column.type),
  );
  return ofTexts ? 'textTable' : 'table';
}

/** Below the table's smallest size, a trial costs at least this share of the cost at that size. */
const minShare = 0.3;

/** Interpolates linearly between the two sizes of the table, and extrapolates beyond them. */
function at(points: readonly (readonly number[])[], dataBytes: number): TrialCost {
  const [low, high = low] = points;
  const lowBytes = low?.[0] ?? 0;
  const span = (high?.[0] ?? 0) - lowBytes;
  const share = span === 0 ? 0 : (dataBytes - lowBytes) / span;
  const entries = figures.map((name, index) => {
    const from = low?.[index + 1] ?? 0;
    const to = high?.[index + 1] ?? from;
    return [name, Math.max(minShare * Math.min(from, to), from + (to - from) * share)];
  });
  return Object.fromEntries(entries) as Record<(typeof figures)[number], number>;
}

const keyForm = /^([^/]+\/[^?+]+)(?:\?[^+]*)?(?:\+([^@:]+)(?:@-?\d+)?(:.*?)(?:\?.*)?)?$/;

/** A candidate's key without options and levels. Candidates with the same key cost about the same, apart from their levels. */
function shapeOf(key: string): string {
  const [, format = key, codec, place = ''] = keyForm.exec(key) ?? [];
  return codec === undefined ? format : `${format}+${codec}${place}`;
}

/** How much longer the candidate's level takes to compress than the level in the table. */
function levelRatio({ codec }: Candidate, near: string): number {
  const levelText = /@(-?\d+):/.exec(near)?.[1];
  if (codec === null || codec.level === null || levelText === undefined) return 1;
  const implementation =
    codec.implementation === null
      ? codecs.get(codec.id)?.implementations.find(({ compresses }) => compresses)
      : findCodecImplementation(codec.id, codec.implementation)?.implementation;
  if (implementation === undefined) return 1;
  return compressMBps(implementation, Number(levelText)) / compressMBps(implementation, codec.level);
}

/** The table of costs, with estimates for candidates that it does not contain. */
export class TrialCosts {
  readonly calibration: Calibration;
  readonly #trials: TrialCostTable['trials'];
  /** By kind of data: the first key of each shape (see `shapeOf`). */
  readonly #keysByShape: ReadonlyMap<string, ReadonlyMap<string, string>>;

  constructor({ calibration, trials }: TrialCostTable) {
    this.calibration = calibration;
    this.#trials = trials;
    this.#keysByShape = new Map(
      Object.entries(trials).map(([kind, costs]) => [
        kind,
        // The first of several keys with the same shape counts.
        new Map(
          Object.keys(costs)
            .map((key) => [shapeOf(key), key] as const)
            .reverse(),
        ),
      ]),
    );
  }

  /** The cost of a trial of the candidate. Null if the table contains neither the candidate nor its parts. */
  of(candidate: Candidate, schema: DatasetSchema | null, dataBytes: number): TrialCost | null {
    const kind = costKindOf(schema);
    const direct = this.#measured(kind, candidate, dataBytes);
    if (direct !== null) return direct;
    const format =
      this.#measured(kind, { ...candidate, codec: null }, dataBytes) ??
      this.#measured('table', { ...candidate, codec: null }, dataBytes);
    if (format === null || innerCodec(candidate) !== null) return format;
    const wrapping = wrappingCodec(candidate);
    if (wrapping === null) return format;
    // A codec adds about as much to any format as it adds to the raw format in the table of numbers.
    const plain: Candidate = { format: 'raw', implementation: 'formatlab', options: {}, codec: null };
    const bare = this.#measured('table', plain, dataBytes);
    const wrapped = this.#measured('table', { ...plain, codec: { ...wrapping, granularity: 'file' } }, dataBytes);
    if (bare === null || wrapped === null) return format;
    const entries = figures.map((name) => [name, format[name] + Math.max(0, wrapped[name] - bare[name])]);
    return Object.fromEntries(entries) as Record<(typeof figures)[number], number>;
  }

  #measured(kind: string, candidate: Candidate, dataBytes: number): TrialCost | null {
    const key = candidateKey(candidate);
    const points = this.#trials[kind]?.[key];
    if (points !== undefined) return at(points, dataBytes);
    const near = this.#keysByShape.get(kind)?.get(shapeOf(key));
    const nearPoints = near === undefined ? undefined : this.#trials[kind]?.[near];
    if (near === undefined || nearPoints === undefined) return null;
    const cost = at(nearPoints, dataBytes);
    const ratio = levelRatio(candidate, near);
    if (ratio === 1) return cost;
    const bare = candidate.codec === null ? null : this.#measured(kind, { ...candidate, codec: null }, dataBytes);
    const more = (withCodec: number, without: number | undefined) =>
      (without ?? 0) + Math.max(0, withCodec - (without ?? 0)) * ratio;
    return {
      ...cost,
      encodeMs: more(cost.encodeMs, bare?.encodeMs),
      encodeColdMs: more(cost.encodeColdMs, bare?.encodeColdMs),
    };
  }
}
