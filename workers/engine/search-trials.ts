import {
  defaultLayout,
  type FileVariant,
  type SearchEvent,
  type SearchPermissions,
  type SearchPlan,
  type SharedFooter,
  type TriedSetting,
  variantKey,
} from '../model/column-search';
import type { Narrowing } from '../model/narrowing';
import type { TableDescription, TrialTable, TypedColumn } from '../model/trial-table';
import type { Clock } from './clock';
import { callsOf, firstRows, type Part, sampleIndices, sampleRows, warmUpRows } from './search-sample';
import { cheapSettings, inTurn, settingCount, type SettingTask, trialOf } from './search-settings';
import { sharedFooterOf } from './shared-footer';
import { spreadWork } from './spread-work';

/** The browser compiles WASM a second time, for speed, once it has run a while. */
const warmUpMs = 500;

export interface SearchContext {
  readonly clock: Clock;
  /** The workers that make the trials: each has the whole table, of which the search itself keeps no copy. */
  readonly workers: readonly TrialTable[];
  /** The time limit, counted from the call. When it ends, the search stops waiting for trials that still run, unless a column has none on all rows yet. */
  readonly budgetMs: number;
  /** Resolves after a time of the clock. */
  readonly wait: (ms: number) => Promise<void>;
  readonly permissions: SearchPermissions;
  readonly onEvent: (event: SearchEvent) => void;
}

/** The time at which a share of a stage's time is over, in ms from the start of the search. */
export type EndAt = (share: number) => number;

/** The data as they are. */
export const natural: FileVariant = { order: [], sortMs: 0, layout: defaultLayout };

/** The trials of a search: makes them while there is time, keeps them, and tells of each. */
export class SearchTrials {
  protected readonly rowCount: number;
  protected readonly columns: TableDescription['columns'];
  /** Answers the calls that need the table, in a worker. */
  protected readonly worker: TrialTable;
  protected readonly context: SearchContext;
  protected readonly trials: TriedSetting[] = [];
  protected readonly whole: Part;
  protected readonly sample: Part | null;
  /** The rows that the workers have placed. */
  #placed: Int32Array | null = null;
  protected readonly start: number;
  #done = 0;
  protected planned = 0;
  protected isCut = false;
  protected isGivenUp = false;

  constructor({ rowCount, columns }: TableDescription, worker: TrialTable, context: SearchContext, start: number) {
    this.rowCount = rowCount;
    this.columns = columns;
    this.worker = worker;
    this.context = context;
    this.whole = { allRows: true, variant: natural, rows: null };
    this.sample = rowCount > sampleRows ? { allRows: false, variant: natural, rows: sampleIndices(rowCount) } : null;
    this.start = start;
  }

  protected plan(sharedFooter: SharedFooter): SearchPlan {
    const narrowings = this.columns.flatMap(({ name, types }) =>
      types.flatMap(({ narrowing }) => (narrowing === null ? [] : [[name, narrowing] as const])),
    );
    return {
      rows: this.rowCount,
      sampleRows: this.sample?.rows?.length ?? null,
      columns: this.columns.map(({ name }) => name),
      settings: Object.fromEntries(
        this.columns.map(({ name, types }) => [name, types.reduce((sum, typed) => sum + settingCount(typed), 0)]),
      ),
      narrowings: Object.fromEntries<Narrowing>(narrowings),
      sharedFooter,
      workers: this.context.workers.length,
    };
  }

  /**
   * Tries settings on the first rows, untimed, in each worker, so that the first trials are as fast as the last. Returns the bytes of a footer that columns
   * share.
   */
  protected async warmUp(): Promise<SharedFooter> {
    const { clock, workers } = this.context;
    const rows = firstRows(Math.min(this.rowCount, warmUpRows));
    await this.#place(rows);
    const tasks = inTurn(this.ownTypes().map((typed) => ({ typed, settings: cheapSettings(typed) })));
    const start = clock.now();
    await Promise.all(
      workers.map(async (worker) => {
        for (const task of tasks) {
          if (clock.now() - start > warmUpMs) break;
          await worker.tryColumn(trialOf(task, natural, 'once'));
        }
      }),
    );
    return sharedFooterOf(this.worker, this.columns, rows);
  }

  /** The end of a share of the time that is left from `fromMs` on: now, unless told. */
  protected timeLeft(fromMs = this.elapsedMs()): EndAt {
    const { budgetMs } = this.context;
    return (share) => fromMs + Math.max(0, budgetMs - fromMs) * share;
  }

  protected elapsedMs(): number {
    return this.context.clock.now() - this.start;
  }

  protected isOver(endMs: number): boolean {
    return this.elapsedMs() > endMs;
  }

  /** The trials that are planned before anything is known. */
  protected firstCount(): number {
    return this.typed().reduce((sum, typed) => sum + cheapSettings(typed).length, 0);
  }

  protected typed(): TypedColumn[] {
    return this.columns.flatMap(({ types }) => types);
  }

  protected ownTypes(): TypedColumn[] {
    return this.typed().filter(({ narrowing }) => narrowing === null);
  }

  async #place(rows: Int32Array | null): Promise<void> {
    if (rows === this.#placed) return;
    await Promise.all(this.context.workers.map((worker) => worker.placeRows(rows)));
    this.#placed = rows;
  }

  #tell(trial: TriedSetting | null): void {
    if (this.isGivenUp) return;
    const { budgetMs, onEvent } = this.context;
    this.#done += 1;
    const elapsedMs = this.elapsedMs();
    const planned = Math.max(this.planned, this.#done);
    const remainingMs = Math.max(0, Math.min(budgetMs - elapsedMs, (elapsedMs / this.#done) * (planned - this.#done)));
    onEvent({ type: 'trial', trial, done: this.#done, planned, remainingMs });
  }

  /**
   * Makes trials until all are made, or the time is over. As many as `least` are made whatever the time.
   * @returns the trials of each typed column
   */
  protected async try(
    part: Part,
    tasks: readonly SettingTask[],
    endMs: number,
    {
      least = 0,
      isProbe = false,
      fits,
      isResumed = false,
    }: {
      readonly least?: number;
      readonly isProbe?: boolean;
      readonly fits?: (task: SettingTask) => boolean;
      /** What is not begun is tried last. */
      readonly isResumed?: boolean;
    } = {},
  ): Promise<Map<TypedColumn, TriedSetting[]>> {
    const trials = new Map<TypedColumn, TriedSetting[]>();
    if (tasks.length === 0) return trials;
    if (least > 0 || !this.isOver(endMs)) await this.#place(part.rows);
    const left = await spreadWork(
      this.context.workers,
      tasks,
      async (worker, task) => {
        const made = await worker.tryColumn(trialOf(task, part.variant, callsOf(part, isProbe)));
        const trial = { ...made, allRows: part.allRows };
        const own = trials.get(task.typed) ?? [];
        own.push(trial);
        trials.set(task.typed, own);
        if (!isProbe) this.trials.push(trial);
        this.#tell(isProbe ? null : trial);
      },
      {
        isOver: () => this.isOver(endMs),
        least,
        ...(fits === undefined ? {} : { fits }),
        needsOf: ({ typed }) => typed,
        lookAhead: this.columns.length,
      },
    );
    if (left > 0 && !isResumed) this.isCut = true;
    this.planned -= left;
    return trials;
  }

  /** The trials of all rows in this order and layout. */
  protected trialsOf(variant: FileVariant): TriedSetting[] {
    const key = variantKey(variant);
    return this.trials.filter((trial) => trial.allRows && variantKey(trial.variant) === key);
  }
}
