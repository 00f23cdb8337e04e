import type { ChosenType } from '../../../../model/chosen-type';
import type { ColumnType } from '../../../../model/column';
import type { DetectedReading, QuoteEffect, TypeEffect } from '../../../../model/protocol/coordinator';
import type { DelimitedReading } from '../../../../model/reading-options';
import { isIsoFormat, type SniffedDialect } from '../dialect';
import { decimalFault, type ExactCounts, isMostValues } from '../exact-counts';
import type { Instants } from '../exact-types';
import { numberStyles } from '../guess-reading';
import { mostCopiedBytes } from '../overlong-rows';
import { countedColumns } from '../survey';
import type { ColumnCounts, ScanCountName } from './counts';
import { exactCountsOf, textsOf } from './exact';
import type { CountedFormats } from './formats';
import type { Scan, ScanFacts, ScanLayout, ScanModule } from './scan-module';

/** What other choices would change, from the counts of a scan: the results of `exact-counts.ts`, `survey.ts`, `text-effects.ts` and `quote-effects.ts`. */

type Effects = Partial<Record<ChosenType, TypeEffect>>;

const outside: Readonly<Partial<Record<ChosenType, ScanCountName>>> = {
  int32: 'outsideInt32',
  int16: 'outsideInt16',
  int8: 'outsideInt8',
  uint64: 'outsideUint64',
  uint32: 'outsideUint32',
  uint16: 'outsideUint16',
  uint8: 'outsideUint8',
};

/** As `countExact`: decimals and times of day in columns whose first texts are mostly such, and in those for which they were chosen. */
export function exactCounts(
  sniffed: SniffedDialect,
  columns: readonly ColumnCounts[],
  sampled: readonly ColumnCounts[],
  chosen: ReadonlyMap<number, ExactCounts>,
): ReadonlyMap<number, ExactCounts> {
  const possible = sniffed.columns
    .flatMap(({ type }, index) => (type === 'float64' || type === 'utf8' || chosen.has(index) ? [index] : []))
    .slice(0, countedColumns);
  return new Map(
    possible.flatMap((index) => {
      const [first, all] = [sampled[index], columns[index]];
      if (first === undefined || all === undefined) return [];
      const head = exactCountsOf(first, sniffed.nullWords);
      return chosen.has(index) || isMostValues(head.decimals, head) || isMostValues(head.times, head)
        ? [[index, exactCountsOf(all, sniffed.nullWords)] as const]
        : [];
    }),
  );
}

/** A column with what was counted in it. */
interface ColumnFound {
  readonly counts: ColumnCounts;
  readonly formats: CountedFormats | undefined;
  readonly ownFormat: string | undefined;
}

/** The effect of a type on a column that was found to be of another. Null if it is not counted. */
function effectOf(
  from: ColumnType,
  to: ChosenType,
  { counts, formats, ownFormat }: ColumnFound,
  { nullWords, dateFormat, timestampFormat }: SniffedDialect,
): TypeEffect | null {
  const none = { leftOut: 0, altered: 0 };
  if (to === 'utf8') return none;
  const texts = textsOf(counts, nullWords);
  const ofTexts = (fitting: number, altered: number) => ({ leftOut: texts - fitting, altered });
  if (to === 'float64' && (from === 'float64' || from === 'utf8'))
    return ofTexts(counts.of('toFloat'), counts.of('floatAltered'));
  if (to === from) return none;
  if (from === 'int64') {
    if (to === 'float64') return { leftOut: 0, altered: counts.of('integerNotInFloat64') };
    if (to === 'float32') return { leftOut: 0, altered: counts.of('integerNotInFloat32') };
    const name = outside[to];
    return name === undefined ? null : { leftOut: counts.of(name), altered: 0 };
  }
  if (from === 'float64') {
    if (to === 'float32') return { leftOut: counts.of('outsideFloat32'), altered: counts.of('alteredByFloat32') };
    if (to === 'uint64') return { leftOut: counts.of('outsideUint64AsFloat'), altered: 0 };
    return to === 'int64' ? { leftOut: counts.of('outsideInt64'), altered: counts.of('alteredByInt64') } : null;
  }
  if (from === 'timestamp') {
    const inFormat = formats?.of(ownFormat ?? timestampFormat ?? '')?.notMidnight;
    return to === 'date' ? { leftOut: 0, altered: inFormat ?? counts.of('notMidnight') } : null;
  }
  if (from === 'date') return to === 'timestamp' ? none : null;
  if (from !== 'utf8') return null;
  switch (to) {
    case 'int64':
      return ofTexts(counts.of('toInteger'), counts.of('integerAltered'));
    case 'bool':
      return ofTexts(counts.of('clearTruths') + counts.of('likelyTruths') + counts.of('possibleTruths'), 0);
    case 'timestamp':
      return isIsoFormat(timestampFormat)
        ? ofTexts(counts.of('toTimestamp'), counts.of('finer'))
        : ofTexts(formats?.of(timestampFormat ?? '')?.fitting ?? 0, 0);
    case 'date':
      if (!isIsoFormat(dateFormat)) return ofTexts(formats?.of(dateFormat ?? '')?.fitting ?? 0, 0);
      return dateFormat === null
        ? ofTexts(
            counts.of('dates') + counts.of('timestamps') + counts.of('zoned') + counts.of('castDates'),
            counts.of('notMidnight') + counts.of('zoned') + counts.of('castDatesAltered'),
          )
        : ofTexts(counts.of('dates'), 0);
    default:
      return null;
  }
}

/** As `typeEffectsOf`. */
export function typeEffects(
  sniffed: SniffedDialect,
  {
    counts: columns,
    formats,
  }: { readonly counts: readonly ColumnCounts[]; readonly formats: readonly CountedFormats[] },
  possibleTypes: readonly (readonly ChosenType[])[],
  { instants, offered }: Instants,
  exact: ReadonlyMap<number, ExactCounts>,
): NonNullable<DetectedReading['typeEffects']> {
  return sniffed.columns.map(({ type, ownFormat }, index): Effects => {
    const counts = columns[index];
    const keepsInstants = instants.has(index) || offered.has(index);
    const effects: Effects = {};
    if (counts !== undefined && index < countedColumns)
      for (const to of possibleTypes[index] ?? []) {
        if (to === 'timestamp' && keepsInstants) continue;
        const effect = effectOf(
          instants.has(index) ? 'utf8' : type,
          to,
          { counts, formats: formats[index], ownFormat },
          sniffed,
        );
        if (effect !== null) effects[to] = effect;
      }
    if (keepsInstants) effects.timestamp = { leftOut: 0, altered: 0 };
    const found = exact.get(index);
    if (found === undefined) return effects;
    if (decimalFault(found) === null) effects.decimal = { leftOut: found.texts - found.decimals, altered: 0 };
    return { ...effects, time: { leftOut: found.texts - found.times, altered: 0 } };
  });
}

/** As `countNumbers`: the values of the columns with marks that are numbers in each style. */
export function numberEffects(
  columns: readonly ColumnCounts[],
  marked: readonly number[],
): NonNullable<NonNullable<DetectedReading['delimited']>['numbers']> {
  if (marked.length === 0) return [];
  const looked = marked.slice(0, countedColumns);
  return numberStyles.map(({ decimalMark, thousands }, style) => ({
    decimalMark,
    thousands,
    values: looked.reduce((sum, index) => sum + (columns[index]?.ofStyle(style) ?? 0), 0),
  }));
}

type Quote = DelimitedReading['quote'];

/** As `countQuoteEffects`. `layout` and `facts` are those of the current reading; `has` says which quote characters the text contains. */
export async function quoteCharacterEffects(
  utf8: Blob,
  { module, layout, facts }: { readonly module: ScanModule; readonly layout: ScanLayout; readonly facts: ScanFacts },
  has: (quote: 'double' | 'single') => boolean,
): Promise<Readonly<Record<Quote, QuoteEffect | null>>> {
  const acting = (quote: Quote): Quote => (quote === 'none' || has(quote) ? quote : 'none');
  const now = acting(layout.quote);
  const counted = new Map<Quote, QuoteEffect | null>([
    [now, { changedRows: 0, leftOut: facts.raggedCount + facts.brokenCount }],
  ]);
  const others = new Set((['double', 'single', 'none'] as const).map(acting).filter((quote) => quote !== now));
  if (others.size > 0) {
    const scan = module.newScan({ ...layout, countsTexts: false });
    scan.compare();
    await scan.read(utf8);
    for (const quote of others)
      counted.set(quote, await effectOfQuote(utf8, scan, module.newScan({ ...layout, quote, countsTexts: false })));
    scan.free();
  }
  const effect = (quote: Quote) => counted.get(acting(quote)) ?? null;
  return { double: effect('double'), single: effect('single'), none: effect('none') };
}

/** Null where rows have so many fields too many that DuckDB would take minutes to tell the effect. */
async function effectOfQuote(utf8: Blob, now: Scan, other: Scan): Promise<QuoteEffect | null> {
  other.compareWith(now);
  await other.read(utf8);
  const { raggedCount, brokenCount, surplusBytes } = other.facts();
  const changedRows = other.rowsOfFirstOnly;
  other.free();
  return surplusBytes > mostCopiedBytes ? null : { changedRows, leftOut: raggedCount + brokenCount };
}
