import {
  codecKey,
  type ColumnSetting,
  defaultLayout,
  type FileVariant,
  type SearchPlan,
  type SearchResult,
  type TriedSetting,
} from '../model/column-search';
import { bestFile } from '../model/search-choice';
import { rowsInOrder, type SortKey } from '../model/sort-rows';
import type { TypedColumn } from '../model/trial-table';
import { otherSettings } from './other-settings';
import { partSettings } from './part-settings';
import { promisingOrders } from './search-orders';
import { otherLayouts } from './search-layouts';
import type { Part } from './search-sample';
import {
  cheapSettings,
  columnsOfTwoOrders,
  confirmations,
  dearestMs,
  dearestSettings,
  dearSettings,
  inTurn,
  hasCheapCodec,
  isDearest,
  promisingSettings,
  requireRows,
  settingsInOrder,
  settingsOfFiles,
  settingsOfParts,
  smallestBytes,
  untried,
} from './search-settings';
import { type EndAt, natural, type SearchContext, SearchTrials } from './search-trials';

/** The share of the time that is left at which each part of a stage ends. */
const shares = {
  /** On a table without a sample, `confirm` ends the trials. */
  types: { sample: 0.4, confirm: 0.7, layouts: 0.9 },
  orders: { find: 0.2, compare: 0.4, orders: 0.7, layouts: 0.85 },
};
/**
 * The share of the time for all settings that cheap codecs get at most: where time is short, a dear codec with one of the best encodings saves more than another
 * cheap one with every encoding.
 */
const cheapShare = 0.6;
/** Of that time, what is gone when dear codecs are no longer tried with the other encodings. */
const otherEncodingsShare = 0.6;
/** An order of rows is tried with dear codecs only if its file with a cheap one is as much smaller as this. Else the time is spent on the columns as they are. */
const promisingShare = 0.995;
/** The orders of rows whose settings are tried on all rows. */
const confirmedOrders = 2;
/** The codec with which orders of rows are compared. */
const probeCodec = { id: 'zstd', level: 3 };
const smallestFirst = { perByte: 1, perEncodeMs: 0, perDecodeMs: 0 };
/**
 * Writes each column of a table alone with Parquet settings that fit it, and measures size and times; each file is decoded and compared with the
 * column. First comes all that a search without permissions tries: each column in its own type, in the order of the data. Narrower types, and then other orders of
 * rows, get the time that is left. So a permission never makes the file larger.
 * @throws FormatlabError if the table has no rows or no columns, or a file does not give its column back.
 */
export async function searchColumns(context: SearchContext): Promise<SearchResult> {
  const [worker] = context.workers;
  if (worker === undefined) throw new RangeError('A search needs a worker.');
  const start = context.clock.now();
  const description = await worker.describe({ mayNarrow: context.permissions.narrow });
  return new Search(requireRows(description), worker, context, start).run();
}

class Search extends SearchTrials {
  async run(): Promise<SearchResult> {
    const { permissions, onEvent, budgetMs, clock, wait } = this.context;
    this.planned = this.firstCount();
    const plan = this.plan(await this.warmUp());
    onEvent({ type: 'plan', plan });
    const own = this.ownTypes();
    const narrow = this.typed().filter(({ narrowing }) => narrowing !== null);

    const tried = await this.#tryTypes(own, this.timeLeft(0), own.length);
    // From here on, each column has a trial on all rows. So the search can end at the time limit, although trials still run.
    const improved = (async () => {
      await this.#tryLayouts([natural], this.timeLeft(0)(shares.types.layouts), plan);
      await this.#tryDearest(plan);
      await this.#tryOthers('untouched', plan);
      await this.#tryOthers('promising', plan);
      await this.#tryParts(plan);
      await this.#tryOthers('own', plan);
      await this.#tryParts(plan);
      if (narrow.length > 0) {
        const endAt = this.timeLeft();
        for (const [typed, trials] of await this.#tryTypes(narrow, endAt)) tried.set(typed, trials);
        await this.#tryLayouts([natural], endAt(shares.types.layouts), plan);
        await this.#tryDearest(plan);
      }
      if (permissions.reorder) {
        const endAt = this.timeLeft();
        const variants = await this.#tryOrders(tried, endAt);
        await this.#tryLayouts(variants, endAt(shares.orders.layouts), plan);
        await this.#tryDearest(plan);
      }
      if (narrow.length > 0 || permissions.reorder) {
        await this.#tryOthers('all', plan);
        await this.#tryParts(plan);
      }
    })();
    const isOver = wait(budgetMs - (clock.now() - this.start)).then(() => {
      this.isGivenUp = true;
    });
    await Promise.race([improved, isOver]);
    // The caller then ends the workers, and the trials that still run fail. That is no error.
    improved.catch(() => undefined);
    return { end: this.isCut || this.isGivenUp ? 'budget' : 'complete' };
  }

  /** The settings of columns in these types: on the sample, if there is one, and then the promising ones on all rows. As many trials as `least` are made. */
  async #tryTypes(
    types: readonly TypedColumn[],
    endAt: EndAt,
    least = 0,
  ): Promise<Map<TypedColumn, readonly TriedSetting[]>> {
    const { sample, confirm } = shares.types;
    if (this.sample === null) return this.#tryAll(this.whole, types, endAt, confirm, least);
    const tried = await this.#tryAll(this.sample, types, endAt, sample, least);
    await this.#confirm(tried, endAt(confirm), least);
    return tried;
  }

  /** Every encoding of these columns with each cheap codec, then dear codecs with the best encodings, and with the others if there is time. */
  async #tryAll(
    part: Part,
    types: readonly TypedColumn[],
    endAt: EndAt,
    share: number,
    least: number,
  ): Promise<Map<TypedColumn, readonly TriedSetting[]>> {
    const trials = new Map<TypedColumn, readonly TriedSetting[]>();
    const add = (more: ReadonlyMap<TypedColumn, readonly TriedSetting[]>) => {
      for (const [typed, made] of more) trials.set(typed, [...(trials.get(typed) ?? []), ...made]);
    };
    const cheap = inTurn(types.map((typed) => ({ typed, settings: cheapSettings(typed) })));
    add(await this.try(part, cheap, endAt(share * cheapShare), { least, isResumed: true }));
    const ofParts = inTurn(
      types.map((typed) => ({ typed, settings: settingsOfParts(typed, trials.get(typed) ?? []) })),
    );
    this.planned += ofParts.length;
    add(await this.try(part, ofParts, endAt(share)));
    const dear = types
      .filter((typed) => this.#isPromising(typed, trials.get(typed) ?? [], part))
      .map((typed) => ({ typed, ...dearSettings(typed, trials.get(typed) ?? []) }));
    this.planned += dear.reduce((sum, { best, others }) => sum + best.length + others.length, 0);
    const best = inTurn(dear.map(({ typed, best }) => ({ typed, settings: best })));
    add(await this.try(part, best, endAt(share), { isResumed: true }));
    const others = inTurn(dear.map(({ typed, others }) => ({ typed, settings: others })));
    add(await this.try(part, others, endAt(share * otherEncodingsShare), { isResumed: true }));
    return trials;
  }

  /** A narrower type is promising if it makes the column smaller in the same rows. */
  #isPromising({ index, narrowing }: TypedColumn, trials: readonly TriedSetting[], { allRows }: Part): boolean {
    if (narrowing === null) return true;
    const name = this.columns[index]?.name;
    const own = this.trials.filter(
      (trial) =>
        trial.column === name && trial.allRows === allRows && trial.setting.narrowing === null && hasCheapCodec(trial),
    );
    return smallestBytes(trials) < smallestBytes(own);
  }

  /** The promising settings of each column, on all rows. */
  async #confirm(
    tried: ReadonlyMap<TypedColumn, readonly TriedSetting[]>,
    endMs: number,
    least: number,
  ): Promise<void> {
    const tasks = confirmations([...tried].map(([typed, trials]) => ({ typed, trials })));
    this.planned += tasks.length;
    await this.try(this.whole, tasks, endMs, { least });
  }

  /** Finds and compares orders of rows, and tries settings on all rows in the best ones. Returns those in which every column was tried. */
  async #tryOrders(tried: ReadonlyMap<TypedColumn, readonly TriedSetting[]>, endAt: EndAt): Promise<FileVariant[]> {
    const { onEvent, workers } = this.context;
    const endMs = {
      find: endAt(shares.orders.find),
      compare: endAt(shares.orders.compare),
      orders: endAt(shares.orders.orders),
    };
    const part = this.sample ?? this.whole;
    const { rows: partRows } = part;
    const table = await this.worker.takeRows(partRows);
    const rowsOfTable = (rows: Int32Array) => (partRows === null ? rows : rows.map((row) => partRows[row] ?? 0));
    const settings = new Map<string, ColumnSetting>();
    for (const { name, types } of this.columns) {
      const [setting] = types[0] === undefined ? [] : promisingSettings(tried.get(types[0]) ?? []);
      if (setting !== undefined) settings.set(name, { ...setting, codec: probeCodec });
    }
    const orders = await promisingOrders(table, {
      workers,
      bytesOf: (worker, rows) =>
        worker.fileBytes({ columns: null, rows: rowsOfTable(rows), settings, layout: defaultLayout }),
      excluded: columnsOfTwoOrders(this.columns),
      isOver: () => {
        const isOver = this.isOver(endMs.find);
        if (isOver) this.isCut = true;
        return isOver;
      },
    });
    onEvent({ type: 'orders', orders });
    const probes = inTurn(
      this.typed().map((typed) => ({
        typed,
        settings: typed.encodings.map((encoding) => ({
          encoding,
          codec: probeCodec,
          narrowing: typed.narrowing,
        })),
      })),
    );
    this.planned += probes.length * orders.length;
    const compared: { order: readonly SortKey[]; sizeBytes: number; probed: Map<TypedColumn, TriedSetting[]> }[] = [];
    for (const order of orders) {
      const rows = rowsOfTable(rowsInOrder(table, order));
      const variant: FileVariant = { order, sortMs: null, layout: defaultLayout };
      const probed = await this.try({ ...part, variant, rows }, probes, endMs.compare, { isProbe: true });
      const sizeBytes = this.columns.reduce(
        (sum, { types }) => sum + smallestBytes(types.flatMap((typed) => probed.get(typed) ?? [])),
        0,
      );
      if (Number.isFinite(sizeBytes)) compared.push({ order, sizeBytes, probed });
    }
    const keptBytes = this.columns.reduce((sum, { types }) => {
      const cheap = types
        .flatMap((typed) => tried.get(typed) ?? [])
        .filter(({ setting }) => codecKey(setting.codec) === codecKey(probeCodec));
      return sum + smallestBytes(cheap);
    }, 0);
    const best = compared
      .filter(({ sizeBytes }) => sizeBytes < keptBytes * promisingShare)
      .sort((one, other) => one.sizeBytes - other.sizeBytes)
      .slice(0, confirmedOrders);
    const variants: FileVariant[] = [];
    for (const { order, probed } of best) {
      if (this.isOver(endMs.orders)) {
        this.isCut = true;
        break;
      }
      variants.push(await this.#tryOrder(order, tried, probed, endMs.orders));
    }
    return variants;
  }

  /** Settings on all rows in this order. */
  async #tryOrder(
    order: readonly SortKey[],
    tried: ReadonlyMap<TypedColumn, readonly TriedSetting[]>,
    probed: ReadonlyMap<TypedColumn, readonly TriedSetting[]>,
    endMs: number,
  ): Promise<FileVariant> {
    const { rows, sortMs } = await this.worker.sortRows(order);
    const variant: FileVariant = { order, sortMs, layout: defaultLayout };
    const tasks = inTurn(
      this.typed().map((typed) => ({
        typed,
        settings: settingsInOrder(tried.get(typed) ?? [], probed.get(typed) ?? []),
      })),
    );
    this.planned += tasks.length;
    await this.try({ ...this.whole, variant, rows }, tasks, endMs);
    return variant;
  }

  /** Other layouts, with the smallest settings of the columns and the fastest to decode, on all rows. */
  async #tryLayouts(variants: readonly FileVariant[], endMs: number, plan: SearchPlan): Promise<void> {
    const layouts = otherLayouts(this.rowCount);
    const sized = variants.flatMap((variant) => {
      const own = this.trialsOf(variant);
      const [smallest, fastest] = [
        bestFile(own, smallestFirst, plan),
        bestFile(own, { perByte: 0, perEncodeMs: 0, perDecodeMs: 1 }, plan),
      ];
      return smallest === null || fastest === null ? [] : [{ variant, smallest, fastest }];
    });
    sized.sort((one, other) => one.smallest.sizeBytes - other.smallest.sizeBytes);
    const stages = sized.flatMap(({ variant, smallest, fastest }) => {
      const tasks = settingsOfFiles(this.columns, [smallest.trials, fastest.trials]);
      return layouts.flatMap((layout) => {
        const own = { ...variant, layout };
        const left = untried(tasks, this.columns, this.trialsOf(own));
        return left.length === 0 ? [] : [{ variant: own, tasks: left }];
      });
    });
    this.planned += stages.reduce((sum, { tasks }) => sum + tasks.length, 0);
    let sortedBy: readonly SortKey[] = [];
    let rows: Int32Array | null = null;
    for (const { variant, tasks } of stages) {
      if (this.isOver(endMs)) {
        this.isCut = true;
        break;
      }
      if (variant.order !== sortedBy) {
        sortedBy = variant.order;
        rows = sortedBy.length === 0 ? null : (await this.worker.sortRows(sortedBy)).rows;
      }
      await this.try({ ...this.whole, variant, rows }, tasks, endMs);
    }
  }

  /** All rows in the order of the variant. They are sorted only if there are tasks, and time left for them. */
  async #allRowsOf(variant: FileVariant, tasks: readonly unknown[]): Promise<Part> {
    const isSorted = tasks.length > 0 && variant.order.length > 0 && !this.isOver(this.context.budgetMs);
    return { ...this.whole, variant, rows: isSorted ? (await this.worker.sortRows(variant.order)).rows : null };
  }

  /** The dearest codecs, with the two smallest encodings of each column in the variant of the smallest file. The largest columns come first. */
  async #tryDearest(plan: SearchPlan): Promise<void> {
    const smallest = bestFile(this.trials, smallestFirst, plan);
    if (smallest === null) return;
    const { variant } = smallest;
    const own = this.trialsOf(variant);
    const tasks = untried(dearestSettings(this.columns, smallest.trials, own), this.columns, own);
    this.planned += tasks.length;
    const { budgetMs } = this.context;
    await this.try(await this.#allRowsOf(variant, tasks), tasks, budgetMs, {
      fits: (task) => this.elapsedMs() + dearestMs(this.columns, task) <= budgetMs,
    });
  }

  /** The best settings of the parts of nested columns, put together, in the variant of the smallest file. */
  async #tryParts(plan: SearchPlan): Promise<void> {
    const smallest = bestFile(this.trials, smallestFirst, plan);
    if (smallest === null) return;
    const own = this.trialsOf(smallest.variant);
    const tasks = untried(partSettings(this.columns, smallest.trials, own), this.columns, own);
    this.planned += tasks.length;
    await this.try(await this.#allRowsOf(smallest.variant, tasks), tasks, this.context.budgetMs);
  }

  /** The settings that are left, in the variant of the smallest file, and in that of the smallest one whose rows keep their order. */
  async #tryOthers(which: keyof ReturnType<typeof otherSettings>, plan: SearchPlan): Promise<void> {
    const { budgetMs } = this.context;
    const isKept = ({ variant }: TriedSetting) => variant.order.length === 0;
    const smallest = bestFile(this.trials, smallestFirst, plan);
    const smallestKept = bestFile(this.trials.filter(isKept), smallestFirst, plan);
    const files = smallest?.variant.order.length === 0 ? [smallest] : [smallest, smallestKept];
    for (const file of files.filter((each) => each !== null)) {
      const { variant, trials } = file;
      const left = otherSettings(this.columns, trials, this.trials.filter(isKept), this.trialsOf(variant));
      const tasks = left[which];
      this.planned += tasks.length;
      await this.try(await this.#allRowsOf(variant, tasks), tasks, budgetMs, {
        fits: (task) => !isDearest(task) || this.elapsedMs() + dearestMs(this.columns, task) <= budgetMs,
        // What is left of these is also among all.
        isResumed: which === 'untouched' || which === 'promising',
      });
    }
  }
}
