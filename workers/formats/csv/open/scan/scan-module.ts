import type { Column } from '../../../../model/column';
import {
  decimalMarks,
  type DelimitedReading,
  knownNullWords,
  quoteCharacters,
  thousandsMarks,
} from '../../../../model/reading-options';
import wasmUrl from '../../../../wasm/built/delimited.wasm?url';
import { type Call, compiledModule, TableModule, type TableCalls } from '../../../../wasm/tables/table-module';
import { type ColumnBuild, type ColumnBuildKind, builtColumn, columnBuildKinds } from './built-column';
import { pieceAt, pieceBytes } from './pieces';
import { longestRowBytes } from './sample';
import { ColumnCounts, type ScanExampleName, scanExampleNames } from './counts';

/** The exports of workers/wasm/rust/delimited, where each is described. */
interface ScanCalls extends TableCalls {
  readonly look_new: Call;
  readonly look_free: Call;
  readonly look_read: Call;
  readonly look_facts: Call;
  readonly scan_new: Call;
  readonly scan_thousands: Call;
  readonly scan_null_words: Call;
  readonly scan_own_words: Call;
  readonly scan_ends_with_returns: Call;
  readonly scan_free: Call;
  readonly scan_build: Call;
  readonly scan_format: Call;
  readonly scan_format_counts: Call;
  readonly scan_compare: Call;
  readonly scan_compare_with: Call;
  readonly scan_first_only: Call;
  readonly scan_be_strict: Call;
  readonly scan_unfit_text: Call;
  readonly scan_altered: Call;
  readonly scan_first_unfit: Call;
  readonly scan_word: Call;
  readonly scan_word_counts: Call;
  readonly scan_expect: Call;
  readonly scan_room: Call;
  readonly scan_read: Call;
  readonly scan_facts: Call;
  readonly scan_counts: Call;
  readonly scan_example: Call;
  readonly scan_zones: Call;
  readonly scan_column: Call;
  readonly scan_drop: Call;
}

export interface ScanLayout {
  /** One ASCII character. */
  readonly delimiter: string;
  readonly quote: DelimitedReading['quote'];
  readonly decimalMark: DelimitedReading['decimalMark'];
  readonly thousands: DelimitedReading['thousands'];
  /** The words that the user chose to stand for null; null if nobody chose. */
  readonly nullWords: readonly string[] | null;
  readonly nullWordsInText: boolean;
  /** True if lines end with a carriage return alone. */
  readonly endsWithReturns: boolean;
  readonly columnCount: number;
  /** Records at the start that are no rows. */
  readonly skippedRecords: number;
  readonly countsTexts: boolean;
}

/**
 * A row that is left out: its number of fields is not that of the columns, its quotes are broken, or a text is no value of the type that was chosen for its
 * column. Lines count from 0.
 */
interface BadRecord {
  readonly line: number;
  readonly lineCount: number;
  readonly fieldCount: number;
  readonly fault: (typeof faults)[number];
  /** Null unless the fault is `unfit`. */
  readonly unfit: { readonly column: number; readonly text: string } | null;
}
const faults = ['fields', 'brokenQuote', 'openQuote', 'unfit'] as const;

/** What a scan found besides what it counted in columns. */
export interface ScanFacts {
  readonly rowCount: number;
  readonly raggedCount: number;
  /** Rows with broken quotes, and the lines of all of them. */
  readonly brokenCount: number;
  readonly brokenLines: number;
  /** All lines of the text. */
  readonly lineCount: number;
  /** Carriage returns outside quotes that no line feed follows; line feeds where carriage returns end lines. */
  readonly otherLineEnds: number;
  readonly zeroBytes: number;
  readonly longestRecordBytes: number;
  readonly emptyLines: number;
  readonly unfitCount: number;
  /** The bytes of rows with too many fields, each times the number of these fields: what a reader copies that lists each of them with its row. */
  readonly surplusBytes: number;
  /** The first 100 rows that are left out. */
  readonly badRows: readonly BadRecord[];
}

const compiled = () => compiledModule(wasmUrl, 'the reader of delimited text');

/** Fetches the module while this worker does something else. */
export function warmUpScan(): void {
  compiled().catch(() => undefined);
}

/** The scans of one file. All share one memory, which goes with the object. */
export class ScanModule {
  readonly module: TableModule<ScanCalls>;

  private constructor(module: TableModule<ScanCalls>) {
    this.module = module;
  }

  static async open(): Promise<ScanModule> {
    return new ScanModule(new TableModule<ScanCalls>(await compiled(), 'csv', 'the reader of delimited text'));
  }

  newScan(layout: ScanLayout): Scan {
    return new Scan(this.module, layout);
  }
}

/** One pass over a text. */
export class Scan {
  readonly #module: TableModule<ScanCalls>;
  readonly #at: number;
  readonly #nullWords: readonly string[] | null;

  constructor(module: TableModule<ScanCalls>, layout: ScanLayout) {
    this.#module = module;
    const quote = layout.quote === 'none' ? -1 : quoteCharacters[layout.quote].charCodeAt(0);
    this.#at = module.calls.scan_new(
      layout.delimiter.charCodeAt(0),
      quote,
      layout.columnCount,
      decimalMarks[layout.decimalMark].charCodeAt(0),
      layout.skippedRecords,
      layout.countsTexts ? 1 : 0,
    );
    this.#nullWords = layout.nullWords;
    if (layout.endsWithReturns) module.calls.scan_ends_with_returns(this.#at);
    if (layout.nullWords !== null)
      module.withText(layout.nullWords.join('\n'), (at, sizeBytes) =>
        module.calls.scan_null_words(this.#at, at, sizeBytes, layout.nullWordsInText ? 1 : 0),
      );
    if (layout.thousands !== 'none')
      module.withText(thousandsMarks[layout.thousands], (at, sizeBytes) =>
        module.calls.scan_thousands(this.#at, at, sizeBytes),
      );
  }

  /** `format` is that of dates or times; null for ISO 8601. */
  build(column: number, { kind, format }: ColumnBuild): void {
    this.#module.withText(format ?? '', (at, sizeBytes) =>
      this.#module.calls.scan_build(this.#at, column, columnBuildKinds.indexOf(kind), at, sizeBytes),
    );
  }

  /** Counts the texts of a column that are written in a format for `strptime`. */
  countFormat(column: number, format: string): void {
    this.#module.withText(format, (at, sizeBytes) => this.#module.calls.scan_format(this.#at, column, at, sizeBytes));
  }

  /** For each counted format, the texts that fit it, and those of them that are no whole days. */
  formatCounts(): Float64Array {
    const span = this.#module.spanOf((at) => this.#module.calls.scan_format_counts(this.#at, at) ?? 0);
    return span === null ? new Float64Array() : new Float64Array(this.#module.bytesOf(span).slice().buffer);
  }

  /** Leaves out rows where a text is no value of the kind that its column is built as. */
  beStrict(): void {
    this.#module.calls.scan_be_strict(this.#at);
  }

  /** How many numbers of a column that is built as a chosen type lost digits, and the first of them in standard form. */
  altered(column: number): { readonly count: number; readonly first: string } {
    let count = 0;
    const span = this.#module.spanOf((at) => {
      count = this.#module.calls.scan_altered(this.#at, column, at);
      return 0;
    });
    return { count, first: span === null ? '' : this.#module.textOf(span) };
  }

  /** The first value that is not of the kind that a column is built as; null if all are. Lines count from 0. */
  firstUnfit(column: number): { readonly line: number; readonly text: string } | null {
    let line = 0;
    const span = this.#module.spanOf((at) => {
      line = this.#module.calls.scan_first_unfit(this.#at, column, at);
      return line;
    });
    return span === null ? null : { line, text: this.#module.textOf(span) };
  }

  /** Compares the rows with those of another scan, which `compareWith` gets. */
  compare(): void {
    this.#module.calls.scan_compare(this.#at, 1);
  }

  compareWith(earlier: Scan): void {
    this.#module.calls.scan_compare_with(this.#at, earlier.#at);
  }

  /** Rows of the scan of `compare` that the one of `compareWith` lacks. */
  get rowsOfFirstOnly(): number {
    return this.#module.calls.scan_first_only(this.#at);
  }

  /** Counts the fields that equal a word, which must not be empty. */
  countWord(word: string): void {
    this.#module.withText(word, (at, sizeBytes) => this.#module.calls.scan_word(this.#at, at, sizeBytes));
  }

  /** How many fields of each column equal the word. */
  wordCounts(): Uint32Array {
    const span = this.#module.spanOf((at) => this.#module.calls.scan_word_counts(this.#at, at) ?? 0);
    return span === null ? new Uint32Array() : new Uint32Array(this.#module.bytesOf(span).slice().buffer);
  }

  /** Reads bytes; `isLast` is true if nothing follows them. Returns how many of them wait for the end of their row. */
  readBytes(bytes: Uint8Array, isLast: boolean): number {
    const { calls } = this.#module;
    const room = calls.scan_room(this.#at, bytes.length) >>> 0;
    this.#module.bytes.set(bytes, room);
    return calls.scan_read(this.#at, bytes.length, isLast ? 1 : 0);
  }

  /**
   * Reads a text piece by piece: the next one is fetched while one is read. `onShare` hears how much of the bytes were read, from 0 to 1.
   * @returns false if it stopped at a row longer than `longestRowBytes`
   */
  async read(text: Blob, onShare: (share: number) => void = () => undefined): Promise<boolean> {
    this.#module.calls.scan_expect(this.#at, text.size);
    let next = pieceAt(text, 0);
    for (let start = 0; ; start += pieceBytes) {
      const piece = await next;
      const isLast = start + pieceBytes >= text.size;
      if (!isLast) next = pieceAt(text, start + pieceBytes);
      const waiting = this.readBytes(piece, isLast);
      if (isLast) return this.facts().longestRecordBytes <= longestRowBytes;
      if (waiting > longestRowBytes) return false;
      onShare((start + pieceBytes) / text.size);
    }
  }

  facts(): ScanFacts {
    const span = this.#module.spanOf((at) => this.#module.calls.scan_facts(this.#at, at) ?? 0);
    const numbers = span === null ? new Float64Array() : new Float64Array(this.#module.bytesOf(span).slice().buffer);
    const at = (place: number) => numbers[place] ?? 0;
    const rowsFrom = 11;
    const badRow = (row: number): BadRecord => {
      const [line, lineCount, place] = [at(rowsFrom + 4 * row), at(rowsFrom + 4 * row + 1), at(rowsFrom + 4 * row + 2)];
      const fault = faults[at(rowsFrom + 4 * row + 3)] ?? 'fields';
      return fault === 'unfit'
        ? { line, lineCount, fieldCount: 0, fault, unfit: { column: place, text: this.#unfitText(row) } }
        : { line, lineCount, fieldCount: place, fault, unfit: null };
    };
    return {
      rowCount: at(0),
      raggedCount: at(1),
      brokenCount: at(2),
      brokenLines: at(3),
      lineCount: at(4),
      otherLineEnds: at(5),
      zeroBytes: at(6),
      longestRecordBytes: at(7),
      emptyLines: at(8),
      unfitCount: at(9),
      surplusBytes: at(10),
      badRows: Array.from({ length: (numbers.length - rowsFrom) / 4 }, (_, row) => badRow(row)),
    };
  }

  #unfitText(row: number): string {
    const span = this.#module.spanOf((at) => this.#module.calls.scan_unfit_text(this.#at, row, at));
    return span === null ? '' : this.#module.textOf(span);
  }

  counts(column: number): ColumnCounts {
    const span = this.#module.spanOf((at) => this.#module.calls.scan_counts(this.#at, column, at));
    if (span === null) throw new Error(`Column ${column} was not counted.`);
    const numbers = new Uint32Array(this.#module.bytesOf(span).slice().buffer);
    const words = this.#nullWords;
    return new ColumnCounts(numbers, words === null ? null : { words, own: this.#ownWords(column, words) });
  }

  /** How often those of the chosen null words that are not known ones stand in a column. */
  #ownWords(column: number, words: readonly string[]): ReadonlyMap<string, number> {
    const own = words.filter((word) => !(knownNullWords as readonly string[]).includes(word));
    const span = this.#module.spanOf((at) => this.#module.calls.scan_own_words(this.#at, column, at) ?? 0);
    const counts = span === null ? new Uint32Array() : new Uint32Array(this.#module.bytesOf(span).slice().buffer);
    return new Map(own.map((word, place) => [word, counts[place] ?? 0]));
  }

  /** The first text of a kind in a column; empty if there is none. */
  example(column: number, which: ScanExampleName): string {
    const span = this.#module.spanOf((at) =>
      this.#module.calls.scan_example(this.#at, column, scanExampleNames.indexOf(which), at),
    );
    return span === null ? '' : this.#module.textOf(span);
  }

  /** The distinct offsets from UTC of a column, at most 200. */
  zones(column: number): readonly string[] {
    const span = this.#module.spanOf((at) => this.#module.calls.scan_zones(this.#at, column, at) ?? 0);
    return span === null
      ? []
      : this.#module
          .textOf(span)
          .split('\n')
          .filter((zone) => zone !== '');
  }

  #part(column: number, part: number): Uint8Array<ArrayBuffer> | null {
    const span = this.#module.spanOf((at) => this.#module.calls.scan_column(this.#at, column, part, at));
    return span === null ? null : this.#module.bytesOf(span).slice();
  }

  /** Takes a column out of the module; null if a value of it is not of its kind. */
  takeColumn(column: number, name: string, kind: ColumnBuildKind): Column | null {
    const data = this.#part(column, 1);
    if (data === null) return null;
    const validity = this.#part(column, 0);
    const taken = builtColumn({ name, validity }, kind, data, () => this.#part(column, 2) ?? new Uint8Array(4));
    this.#module.calls.scan_drop(this.#at, column);
    return taken;
  }

  free(): void {
    this.#module.calls.scan_free(this.#at);
  }
}
