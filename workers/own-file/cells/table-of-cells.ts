import type { ChosenType } from '../../model/chosen-type';
import type { Column } from '../../model/column';
import type { Table } from '../../model/dataset';
import type { OwnFileType } from '../../model/plan';
import type { TypeEffect } from '../../model/protocol/coordinator';
import { ValidityBuilder, VariableWidthBuilder } from '../column-builders';
import { type BadRow, type ImportResult, listedBadRows } from '../imported';
import { brokenTextsNote, isBrokenText } from '../json-losses';
import { checkDecodedSize, decodedLimitBytes } from '../limits';
import { columnName, offsetLossNote } from '../notes';
import { unreadableFileError } from '../refusal';
import { TimestampTextCounter, type TimestampTextUnit } from '../timestamp-texts';
import { type Cell, chooseKind, type KindChoice, type KindCounts, kindOf } from './cell-kinds';
import { convertCell, isCellAltered, textOfCell } from './convert-cell';

/** Rows of a file whose cells each have their own type. */
interface CellRows {
  readonly format: OwnFileType;
  readonly names: readonly string[];
  readonly rowCount: number;
  /** The number of the first row in the file, for the list of bad rows. */
  readonly firstRow: number;
  /** All rows, from the first one at each call. The array of a row may be used again for the next. */
  rows(): Iterable<readonly Cell[]>;
}

/** The smallest size of a value in memory: an offset of a text. */
const minCellBytes = 4;
/** The maximum number of cells of a table. */
export const maxCells = Math.floor(decodedLimitBytes / minCellBytes);

/**
 * The table of the rows. Each column has the type of its values; a column of mixed kinds has one that holds them all, and `notes` says so. With
 * `columnTypes`, rows whose values do not fit are left out and listed.
 */
export function tableOfCells(
  cells: CellRows,
  columnTypes: readonly ChosenType[] | null,
  earlierNotes: readonly string[],
): ImportResult {
  const { names, rowCount, format } = cells;
  checkDecodedSize(rowCount * names.length * minCellBytes, format);
  if (columnTypes !== null && columnTypes.length !== names.length)
    throw unreadableFileError(
      `${columnTypes.length} column types were given for ${names.length} columns.`,
      'Give one for each column.',
      { tag: 'invalidPlan', format },
    );
  const { kinds, brokenTexts } = countKinds(cells);
  const choices = names.map((name, index) => chooseKind(name, kinds[index] ?? noKinds()));
  // In a column with cells of other kinds, a text is no time.
  const times = kinds.map(({ counts, times: found }) =>
    Object.keys(counts).every((kind) => kind === 'text') ? found.counts() : null,
  );
  const units = times.map((found) => found?.unit ?? null);
  const types = choices.map(({ own, possible }, index) => {
    const wanted = columnTypes?.[index] ?? own;
    if (possible.includes(wanted)) return wanted;
    throw unreadableFileError(
      `${columnName(names[index] ?? '')} cannot be read as ${wanted}.`,
      'Choose another type.',
      {
        tag: 'unsupported',
        format,
      },
    );
  });
  const { bad, badRowCount, badRowsOf, effects } = effectsOf(cells, choices, types, units);
  const builders = names.map(
    (name, index) =>
      new CellColumnBuilder(name, types[index] ?? 'utf8', rowCount - badRowCount, {
        unit: units[index] ?? null,
        isInstant: [...(times[index]?.offsets ?? [])].some((offset) => offset !== null),
      }),
  );
  let row = 0;
  for (const values of cells.rows()) {
    if (row >= rowCount) throw changingRows(format);
    if (!badRowsOf(row))
      for (const [index, builder] of builders.entries())
        if (!builder.add(values[index] ?? null)) throw changingRows(format);
    row += 1;
  }
  if (row !== rowCount) throw changingRows(format);
  const notes = choices.flatMap(({ note, own }, index) => (note === null || types[index] !== own ? [] : [note]));
  for (const [index, name] of names.entries()) {
    const found = times[index] ?? null;
    if (types[index] !== 'timestamp' || found === null) continue;
    const lost = offsetLossNote(name, found.times, found.offsets);
    if (lost !== null) notes.push(lost);
  }
  const dataset: Table = {
    kind: 'table',
    rowCount: rowCount - badRowCount,
    columns: builders.map((each) => each.build()),
  };
  return {
    dataset,
    dialect: null,
    badRows: bad,
    badRowCount,
    notes: [...earlierNotes, ...(brokenTexts === 0 ? [] : [brokenTextsNote(brokenTexts)]), ...notes],
    possibleTypes: choices.map(({ possible }, index) => [...new Set([types[index] ?? 'utf8', ...possible])]),
    found: { typeEffects: effects },
  };
}

/** The rows are read several times, and must be the same each time. */
const changingRows = (format: OwnFileType) =>
  unreadableFileError(
    'Its rows are others each time that they are read, as of a view that calls random().',
    'Copy them to a table first, and choose that.',
    { tag: 'unsupported', format },
  );

const noKinds = (): KindCounts => ({ counts: {}, hasWideInteger: false, times: new TimestampTextCounter() });

function countKinds(cells: CellRows): { readonly kinds: readonly KindCounts[]; readonly brokenTexts: number } {
  const kinds = cells.names.map(noKinds);
  let brokenTexts = 0;
  for (const row of cells.rows())
    for (const [index, found] of kinds.entries()) {
      const cell = row[index] ?? null;
      if (cell === null) continue;
      const kind = kindOf(cell);
      found.counts[kind] = (found.counts[kind] ?? 0) + 1;
      if (typeof cell === 'bigint' && BigInt(Number(cell)) !== cell) found.hasWideInteger = true;
      if (typeof cell !== 'string') continue;
      if (isBrokenText(cell)) brokenTexts += 1;
      found.times.add(cell);
    }
  return { kinds, brokenTexts };
}

interface Effects {
  readonly bad: readonly BadRow[];
  readonly badRowCount: number;
  readonly badRowsOf: (row: number) => boolean;
  readonly effects: readonly Readonly<Partial<Record<ChosenType, TypeEffect>>>[];
}

/** What each possible type of each column would do, and the rows that the types in use leave out. */
function effectsOf(
  cells: CellRows,
  choices: readonly KindChoice[],
  types: readonly ChosenType[],
  units: readonly (TimestampTextUnit | null)[],
): Effects {
  const effects = choices.map(
    ({ possible }) =>
      new Map(
        possible.map((type): [ChosenType, { leftOut: number; altered: number }] => [type, { leftOut: 0, altered: 0 }]),
      ),
  );
  const mixed = choices.flatMap(({ possible }, index) => (possible.length > 1 ? [index] : []));
  const bad: BadRow[] = [];
  const badRows = new Set<number>();
  let row = 0;
  for (const values of mixed.length === 0 ? [] : cells.rows()) {
    for (const index of mixed) {
      const cell = values[index] ?? null;
      if (cell === null) continue;
      for (const [type, effect] of effects[index] ?? []) {
        if (convertCell(cell, type, units[index]) !== undefined) {
          if (isCellAltered(cell, type)) effect.altered += 1;
          continue;
        }
        effect.leftOut += 1;
        if (type !== types[index] || badRows.has(row)) continue;
        badRows.add(row);
        const shown = cell instanceof Uint8Array ? 'a blob' : JSON.stringify(textOfCell(cell).slice(0, 60));
        if (bad.length < listedBadRows)
          bad.push({
            line: cells.firstRow + row,
            message: `“${(cells.names[index] ?? '').slice(0, 60)}” is ${shown}, which is not a valid ${type}.`,
          });
      }
    }
    row += 1;
  }
  return {
    bad,
    badRowCount: badRows.size,
    badRowsOf: (each) => badRows.has(each),
    effects: effects.map((each) => Object.fromEntries(each)),
  };
}

const arrays = {
  int64: BigInt64Array,
  timestamp: BigInt64Array,
  time: BigInt64Array,
  float64: Float64Array,
  bool: Uint8Array,
  date: Int32Array,
} as const;
type FixedType = keyof typeof arrays;
const isFixed = (type: ChosenType): type is FixedType => Object.hasOwn(arrays, type);

/** How the texts of a column are kept as timestamps. */
interface TimesOfColumn {
  /** Null if the texts are not read as timestamps. */
  readonly unit: TimestampTextUnit | null;
  /** True if a text has an offset from UTC. */
  readonly isInstant: boolean;
}

/** Builds one column from cells that its type holds. */
class CellColumnBuilder {
  readonly #name: string;
  readonly #type: ChosenType;
  readonly #validity: ValidityBuilder;
  readonly #values: BigInt64Array | Float64Array | Uint8Array | Int32Array | null;
  readonly #texts: VariableWidthBuilder | null;
  readonly #times: TimesOfColumn;
  #row = 0;

  constructor(name: string, type: ChosenType, rowCount: number, times: TimesOfColumn) {
    this.#name = name;
    this.#type = type;
    this.#times = times;
    this.#validity = new ValidityBuilder(rowCount);
    this.#values = isFixed(type) ? new arrays[type](rowCount) : null;
    this.#texts = this.#values === null ? new VariableWidthBuilder(rowCount) : null;
  }

  /** Adds a cell. False if the column's type cannot hold it. */
  add(cell: Cell): boolean {
    const value = cell === null ? undefined : convertCell(cell, this.#type, this.#times.unit);
    if (value === undefined) {
      if (cell !== null) return false;
      this.#validity.setNull(this.#row);
      this.#texts?.appendNothing();
    } else if (typeof value === 'string') this.#texts?.appendText(value);
    else if (value instanceof Uint8Array) this.#texts?.appendBytes(value);
    else if (this.#values instanceof BigInt64Array) this.#values[this.#row] = BigInt(value);
    else if (this.#values !== null) this.#values[this.#row] = Number(value);
    this.#row += 1;
    return true;
  }

  build(): Column {
    const name = this.#name;
    const validity = this.#validity.build();
    if (this.#texts !== null) return this.#texts.build(name, this.#type === 'binary' ? 'binary' : 'utf8', validity);
    const values = this.#values;
    if (this.#type === 'time') return { name, type: 'time', unit: 'us', validity, values: values as BigInt64Array };
    const { unit, isInstant } = this.#times;
    if (unit !== null && this.#type === 'timestamp' && (isInstant || unit === 'ns'))
      return {
        name,
        type: 'timestamp',
        unit,
        timeZone: isInstant ? 'UTC' : null,
        validity,
        values: values as BigInt64Array,
      };
    return { name, type: this.#type, validity, values } as Column;
  }
}
