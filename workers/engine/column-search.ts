import type { Column } from '../model/column';
import { takeRows } from '../model/column-rows';
import {
  type ColumnSetting,
  defaultLayout,
  encodingsOfDearCodecs,
  dearCodecs,
  type FileVariant,
  type SearchEvent,
  type SearchPermissions,
  type SearchPlan,
  type SearchResult,
  type TriedSetting,
  variantKey,
} from '../model/column-search';
import type { Dataset, Table } from '../model/dataset';
import { FormatlabError } from '../model/errors';
import type { Narrowing } from '../model/narrowing';
import { bestFile } from '../model/search-choice';
import { sortTable } from '../model/sort-rows';
import { type ColumnSource, columnSource, fileBytesOf, type TrialMachine, tryColumn } from './column-trial';
import { promisingOrders } from './search-orders';
import {
  cheapSettings,
  dearSettings,
  otherLayouts,
  promisingSettings,
  settingCount,
  settingsInOrder,
  type TypedColumn,
  typedColumns,
} from './search-settings';

/** A table with more rows is tried on a sample first: blocks of rows that are spread evenly, so that neighbours stay together. */
const sampleRows = 65_536;
const sampleBlocks = 16;
/** The share of the budget at which each part of the search ends. */
const shares = {
  keepOrder: { sample: 0.4, confirm: 0.75 },
  reorder: { sample: 0.3, confirm: 0.45, find: 0.53, compare: 0.65, orders: 0.85 },
};
/** The orders of rows whose settings are tried on all rows. */
const confirmedOrders = 2;
/** The browser compiles WASM a second time, for speed, once it has run a while. */
const warmUpMs = 500;

export interface SearchContext extends TrialMachine {
  readonly budgetMs: number;
  readonly permissions: SearchPermissions;
  readonly onEvent: (event: SearchEvent) => void;
}

const natural: FileVariant = { order: [], sortMs: 0, layout: defaultLayout };

/**
 * Writes each column of a table alone with Parquet settings that fit it, and measures size and times; each file is decoded and compared with the
 * column. Then it does the same in other orders of rows, if that is allowed, and with other layouts.
 * @throws FormatlabError if the dataset is no table with rows, or a file does not give its column back.
 */
export async function searchColumns(dataset: Dataset, context: SearchContext): Promise<SearchResult> {
  return new Search(requireTable(dataset), context).run();
}

/** One trial to be made. */
interface Task {
  readonly typed: TypedColumn;
  readonly setting: ColumnSetting;
}

/** Rows in which columns are tried: all or a sample, in some order. */
interface Part {
  readonly rowCount: number;
  readonly allRows: boolean;
  readonly variant: FileVariant;
  /** The rows of the table, in their order. Null: all rows as they are. */
  readonly rows: Int32Array | null;
}

class Search {
  readonly #table: Table;
  readonly #context: SearchContext;
  readonly #columns: readonly { readonly name: string; readonly types: readonly TypedColumn[] }[];
  readonly #trials: TriedSetting[] = [];
  readonly #whole: Part;
  readonly #sample: Part | null;
  #start: number;
  #done = 0;
  #planned = 0;
  #isCut = false;

  constructor(table: Table, context: SearchContext) {
    this.#table = table;
    this.#context = context;
    const { registry, clock, permissions } = context;
    this.#columns = table.columns.map((column) => ({
      name: column.name,
      types: typedColumns(registry, column, table.rowCount, permissions.narrow),
    }));
    this.#whole = { rowCount: table.rowCount, allRows: true, variant: natural, rows: null };
    this.#sample =
      table.rowCount > sampleRows
        ? { rowCount: sampleRows, allRows: false, variant: natural, rows: sampleIndices(table.rowCount) }
        : null;
    this.#start = clock.now();
  }

  async run(): Promise<SearchResult> {
    const { permissions, onEvent, clock } = this.#context;
    const part = this.#sample ?? this.#whole;
    this.#planned = this.#firstCount();
    const sharedFooterBytes = await this.#warmUp();
    onEvent({ type: 'plan', plan: this.#plan(sharedFooterBytes) });
    this.#start = clock.now();
    const end = permissions.reorder ? shares.reorder : { ...shares.keepOrder, find: 0, compare: 0, orders: 0 };

    const tried = await this.#tryAll(part, part.allRows ? end.confirm : end.sample);
    if (this.#sample !== null) await this.#confirm(tried, end.confirm);
    const variants = [natural];
    if (permissions.reorder) variants.push(...(await this.#tryOrders(part, tried, end)));
    await this.#tryLayouts(variants, sharedFooterBytes);
    return { end: this.#isCut ? 'budget' : 'complete' };
  }

  /** The trials that are planned before anything is known. */
  #firstCount(): number {
    const types = this.#columns.flatMap((column) => column.types);
    return types.reduce(
      (sum, typed) =>
        sum + cheapSettings(typed).length + dearCodecs.length * Math.min(encodingsOfDearCodecs, typed.encodings.length),
      0,
    );
  }

  #plan(sharedFooterBytes: number): SearchPlan {
    const narrowings = this.#columns.flatMap(({ name, types }) =>
      types.flatMap(({ narrowing }) => (narrowing === null ? [] : [[name, narrowing] as const])),
    );
    return {
      rows: this.#table.rowCount,
      sampleRows: this.#sample?.rowCount ?? null,
      columns: this.#columns.map(({ name }) => name),
      settings: Object.fromEntries(
        this.#columns.map(({ name, types }) => [name, types.reduce((sum, typed) => sum + settingCount(typed), 0)]),
      ),
      narrowings: Object.fromEntries<Narrowing>(narrowings),
      sharedFooterBytes,
    };
  }

  /** Tries settings on the first rows, untimed, so that the first trials are as fast as the last. Returns the bytes of a footer that columns share. */
  async #warmUp(): Promise<number> {
    const { clock } = this.#context;
    const rowCount = Math.min(this.#table.rowCount, sampleRows / sampleBlocks);
    const rows = Int32Array.from({ length: rowCount }, (_, row) => row);
    const part: Part = { rowCount, allRows: false, variant: natural, rows };
    const start = clock.now();
    for (const { typed, setting } of inTurn(
      this.#typed().map((typed) => ({ typed, settings: cheapSettings(typed) })),
    )) {
      if (clock.now() - start > warmUpMs) break;
      const source = await columnSource(takeRows(typed.column, rows), rowCount);
      await tryColumn(source, setting, part.variant, this.#context, 'once');
    }
    const [one, other] = this.#table.columns.map((column) => takeRows(column, rows));
    if (one === undefined || other === undefined) return 0;
    const footerOf = async (columns: readonly Column[]) =>
      fileBytesOf({ kind: 'table', rowCount, columns }, new Map(), defaultLayout, this.#context);
    return (await footerOf([one])) + (await footerOf([other])) - (await footerOf([one, other]));
  }

  #typed(): TypedColumn[] {
    return this.#columns.flatMap(({ types }) => types);
  }

  #isOver(share: number): boolean {
    return this.#context.clock.now() - this.#start > this.#context.budgetMs * share;
  }

  #tell(trial: TriedSetting | null): void {
    const { budgetMs, clock, onEvent } = this.#context;
    this.#done += 1;
    const elapsedMs = clock.now() - this.#start;
    const planned = Math.max(this.#planned, this.#done);
    const remainingMs = Math.max(0, Math.min(budgetMs - elapsedMs, (elapsedMs / this.#done) * (planned - this.#done)));
    onEvent({ type: 'trial', trial, done: this.#done, planned, remainingMs });
  }

  /**
   * Makes trials until all are made, or the time is over. As many as `least` are made whatever the time.
   * @returns the trials of each typed column
   */
  async #try(
    part: Part,
    tasks: readonly Task[],
    share: number,
    { least = 0, isProbe = false } = {},
  ): Promise<Map<TypedColumn, TriedSetting[]>> {
    const trials = new Map<TypedColumn, TriedSetting[]>();
    /** Each column, in the rows of the part, with its SHA-256, which all of its settings share. */
    const sources = new Map<TypedColumn, ColumnSource>();
    for (const [index, { typed, setting }] of tasks.entries()) {
      if (this.#isOver(share) && index >= least) {
        this.#isCut = true;
        this.#planned -= tasks.length - index;
        break;
      }
      const { column } = typed;
      const source =
        sources.get(typed) ??
        (await columnSource(part.rows === null ? column : takeRows(column, part.rows), part.rowCount));
      sources.set(typed, source);
      const made = await tryColumn(source, setting, part.variant, this.#context, isProbe ? 'once' : 'repeated');
      const trial = { ...made, allRows: part.allRows };
      const own = trials.get(typed) ?? [];
      own.push(trial);
      trials.set(typed, own);
      if (!isProbe) this.#trials.push(trial);
      this.#tell(isProbe ? null : trial);
    }
    return trials;
  }

  /** Every setting of every column, except that dear codecs are tried with the best encodings only. */
  async #tryAll(part: Part, share: number): Promise<Map<TypedColumn, TriedSetting[]>> {
    const cheap = inTurn(this.#typed().map((typed) => ({ typed, settings: cheapSettings(typed) })));
    const trials = await this.#try(part, cheap, share, { least: this.#typed().length });
    const dear = inTurn(
      this.#typed().map((typed) => ({ typed, settings: dearSettings(typed, trials.get(typed) ?? []) })),
    );
    for (const [typed, more] of await this.#try(part, dear, share))
      trials.set(typed, [...(trials.get(typed) ?? []), ...more]);
    return trials;
  }

  /** The promising settings of each column, on all rows. At least one of each column is tried. */
  async #confirm(tried: ReadonlyMap<TypedColumn, readonly TriedSetting[]>, share: number): Promise<void> {
    const typed = this.#columns
      // The types of one column stand together, its own first: the first turn then has one setting of each column.
      .flatMap(({ types }) => types);
    const tasks = inTurn(typed.map((each) => ({ typed: each, settings: promisingSettings(tried.get(each) ?? []) })));
    this.#planned += tasks.length;
    await this.#try(this.#whole, tasks, share, { least: typed.length });
  }

  /** Finds and compares orders of rows, and tries settings on all rows in the best ones. Returns those in which every column was tried. */
  async #tryOrders(
    part: Part,
    tried: ReadonlyMap<TypedColumn, readonly TriedSetting[]>,
    end: { readonly find: number; readonly compare: number; readonly orders: number },
  ): Promise<FileVariant[]> {
    const { onEvent } = this.#context;
    const rowsOf = (rows: Int32Array | null): Table =>
      rows === null
        ? this.#table
        : {
            kind: 'table',
            rowCount: rows.length,
            columns: this.#table.columns.map((column) => takeRows(column, rows)),
          };
    const table = rowsOf(part.rows);
    const cheapest = new Map<string, ColumnSetting>();
    for (const { name, types } of this.#columns) {
      const [setting] = types[0] === undefined ? [] : promisingSettings(tried.get(types[0]) ?? []);
      if (setting !== undefined) cheapest.set(name, { ...setting, codec: { id: 'zstd', level: 3 } });
    }
    const orders = await promisingOrders(table, cheapest, defaultLayout, {
      ...this.#context,
      isOver: () => {
        const isOver = this.#isOver(end.find);
        if (isOver) this.#isCut = true;
        return isOver;
      },
    });
    onEvent({ type: 'orders', orders });
    const probes = inTurn(
      this.#typed().map((typed) => ({
        typed,
        settings: typed.encodings.map((encoding) => ({
          encoding,
          codec: { id: 'zstd', level: 3 },
          narrowing: typed.narrowing,
        })),
      })),
    );
    this.#planned += probes.length * orders.length;
    const compared: { order: readonly string[]; sizeBytes: number; probed: Map<TypedColumn, TriedSetting[]> }[] = [];
    for (const order of orders) {
      const sorted = sortTable(table, order);
      const rows = part.rows === null ? sorted.rows : sorted.rows.map((row) => part.rows?.[row] ?? 0);
      const variant: FileVariant = { order, sortMs: null, layout: defaultLayout };
      const probed = await this.#try({ ...part, variant, rows }, probes, end.compare, { isProbe: true });
      const sizes = this.#columns.map(({ types }) =>
        Math.min(...types.flatMap((typed) => probed.get(typed) ?? []).map(({ sizeBytes }) => sizeBytes)),
      );
      const sizeBytes = sizes.reduce((sum, size) => sum + size, 0);
      if (Number.isFinite(sizeBytes)) compared.push({ order, sizeBytes, probed });
    }
    const best = compared.sort((one, other) => one.sizeBytes - other.sizeBytes).slice(0, confirmedOrders);
    const variants: FileVariant[] = [];
    for (const { order, probed } of best) {
      if (this.#isOver(end.orders)) {
        this.#isCut = true;
        break;
      }
      variants.push(await this.#tryOrder(order, tried, probed, end.orders));
    }
    return variants;
  }

  /** Settings on all rows in this order. */
  async #tryOrder(
    order: readonly string[],
    tried: ReadonlyMap<TypedColumn, readonly TriedSetting[]>,
    probed: ReadonlyMap<TypedColumn, readonly TriedSetting[]>,
    share: number,
  ): Promise<FileVariant> {
    const { clock } = this.#context;
    const before = clock.now();
    const { rows } = sortTable(this.#table, order);
    const variant: FileVariant = { order, sortMs: clock.now() - before, layout: defaultLayout };
    const tasks = inTurn(
      this.#typed().map((typed) => ({
        typed,
        settings: settingsInOrder(tried.get(typed) ?? [], probed.get(typed) ?? []),
      })),
    );
    this.#planned += tasks.length;
    await this.#try({ ...this.#whole, variant, rows }, tasks, share);
    return variant;
  }

  /** Other layouts, with the smallest settings of the columns and the fastest to decode, on all rows. */
  async #tryLayouts(variants: readonly FileVariant[], sharedFooterBytes: number): Promise<void> {
    const plan = { columns: this.#columns.map(({ name }) => name), sharedFooterBytes };
    const layouts = otherLayouts(this.#table.rowCount);
    const sized = variants.flatMap((variant) => {
      const own = this.#trials.filter((trial) => trial.allRows && variantKey(trial.variant) === variantKey(variant));
      const [smallest, fastest] = [
        bestFile(own, { perByte: 1, perEncodeMs: 0, perDecodeMs: 0 }, plan),
        bestFile(own, { perByte: 0, perEncodeMs: 0, perDecodeMs: 1 }, plan),
      ];
      return smallest === null || fastest === null ? [] : [{ variant, smallest, fastest }];
    });
    sized.sort((one, other) => one.smallest.sizeBytes - other.smallest.sizeBytes);
    const tasksOf = ({ smallest, fastest }: (typeof sized)[number]) =>
      inTurn(
        this.#columns.flatMap(({ name, types }) => {
          const settings = [smallest.trials.get(name)?.setting, fastest.trials.get(name)?.setting].filter(
            (setting) => setting !== undefined,
          );
          return types.map((typed) => ({
            typed,
            settings: settings.filter(({ narrowing }) => narrowing === typed.narrowing),
          }));
        }),
      );
    this.#planned += sized.reduce((sum, each) => sum + tasksOf(each).length * layouts.length, 0);
    for (const each of sized) {
      const { order } = each.variant;
      const rows = order.length === 0 ? null : sortTable(this.#table, order).rows;
      for (const layout of layouts) {
        const part: Part = { ...this.#whole, variant: { ...each.variant, layout }, rows };
        await this.#try(part, tasksOf(each), 1);
      }
    }
  }
}

function requireTable(dataset: Dataset): Table {
  if (dataset.kind === 'table' && dataset.rowCount > 0 && dataset.columns.length > 0) return dataset;
  throw new FormatlabError({
    tag: 'unsupported',
    stage: 'setUp',
    message: 'Only a table with rows and columns has settings by column.',
  });
}

/** The first setting of every column, then the second of every column, and so on. */
function inTurn(
  columns: readonly { readonly typed: TypedColumn; readonly settings: readonly ColumnSetting[] }[],
): Task[] {
  const longest = Math.max(0, ...columns.map(({ settings }) => settings.length));
  return Array.from({ length: longest }, (_, turn) =>
    columns.flatMap(({ typed, settings }) => {
      const setting = settings[turn];
      return setting === undefined ? [] : [{ typed, setting }];
    }),
  ).flat();
}

function sampleIndices(rowCount: number): Int32Array {
  const blockRows = sampleRows / sampleBlocks;
  const indices = new Int32Array(sampleRows);
  for (let block = 0; block < sampleBlocks; block += 1) {
    const from = Math.floor((block * (rowCount - blockRows)) / (sampleBlocks - 1));
    for (let row = 0; row < blockRows; row += 1) indices[block * blockRows + row] = from + row;
  }
  return indices;
}
