import type { ColumnRole } from './column-role';
import { type Numerals, readCell } from '../readers/cell-number';
import { familyOf } from '../../../sources/imported/family';
import type { GivenTable } from '../readers/given-table';
import { readHeading } from './heading';
import { isPlain } from './packed-sizes';
import { levelIn } from './level';

type Numbers = readonly (number | null)[];

/** Columns of harnesses beside which a bare “Ratio” is that of times. */
const ofHarness = /^(mean|error|std ?dev|median|scaled|gen ?\d|allocated|alloc ratio|ratio ?sd|op\/s)\b/i;
/** A mean of bare ratios beyond that is as likely a per cent of the data as data over file. */
const largestPlausible = 12;

/**
 * Which way a bare “ratio” is, by what stands beside it: sizes (and the data's, where a column holds it) within each dataset, or the row of what is not compressed. One that grows
 * with the size is a share (per cent where it reaches beyond 1.5), one that falls is data over file; beside a harness's times it is a factor of them. Where the figures contradict
 * what the heading says, or are too large for it, it is any other number, which has no better way: a wrong direction is worse than none.
 */
export function withRatioDirections(
  table: GivenTable,
  columns: readonly ColumnRole[],
  numerals: Numerals,
): ColumnRole[] {
  const numbersIn = (index: number): Numbers =>
    table.rows.map(({ cells }) => {
      const read = readCell(cells[index] ?? '', numerals);
      return read.kind === 'number' && read.value > 0 ? read.value : null;
    });
  const datasets = columns.flatMap(({ role }, index) => (role === 'dataset' ? [index] : []));
  const groups = new Map<string, number[]>();
  table.rows.forEach(({ cells }, row) => {
    const name = datasets.map((index) => cells[index] ?? '').join('\n');
    groups.set(name, [...(groups.get(name) ?? []), row]);
  });
  const sizes = columns.flatMap((column, index) =>
    column.role === 'figure' && column.quantity === 'fileSize' ? [numbersIn(index)] : [],
  );
  const dataAt = columns.findIndex(({ role }) => role === 'dataBytes');
  const data = dataAt < 0 ? null : numbersIn(dataAt);
  const isTimed = table.columns.some((heading) => ofHarness.test(heading.trim()));
  const systemAt = columns.findIndex(({ role }) => role === 'system');
  const plainRow = systemAt < 0 ? -1 : table.rows.findIndex(({ cells }) => isPlain(cells[systemAt] ?? ''));
  return columns.map((column, index) => {
    if (column.role !== 'figure' || (column.quantity !== 'ratio' && column.quantity !== 'sizeShare')) return column;
    const heading = table.columns[index] ?? '';
    const names = table.rows.map(({ cells }) => (systemAt < 0 ? '' : (cells[systemAt] ?? '')));
    const values = numbersIn(index);
    const direction =
      byData(values, sizes, data) ??
      bySizes(values, sizes, [...groups.values()]) ??
      byPlain(values, plainRow) ??
      byFamilies(values, names) ??
      byLevels(values, names);
    if (column.unit === '%')
      return isOfWhatIsLeft(heading, direction) ? column : { ...column, quantity: 'number', basis: 'nothing' };
    if (column.unit !== '1') return column;
    if (isTimed && !/compr|size/i.test(heading)) return { ...column, quantity: 'factor' };
    const told = values.flatMap((value) => (value === null ? [] : [value]));
    const share = { ...column, quantity: 'sizeShare', unit: told.some((value) => value > 1.5) ? '%' : '1' } as const;
    if (direction === 'share') return share;
    if (direction === 'ratio') return { ...column, quantity: 'ratio' };
    const median = medianOf(told);
    const isContradicted = direction === (column.quantity === 'ratio' ? 'grows' : 'falls');
    const isDoubtful =
      isContradicted ||
      (column.quantity === 'ratio' && median > largestPlausible && readHeading(heading).unit === null);
    return isDoubtful ? { ...column, quantity: 'number', basis: 'nothing' } : column;
  });
}

/** `grows` and `falls`: mostly with the size, though as no multiple of it. */
type Direction = 'ratio' | 'share' | 'grows' | 'falls' | null;

/** Where the data's size stands beside that of the file, each row tells by itself. */
function byData(values: Numbers, sizes: readonly Numbers[], data: Numbers | null): Direction {
  if (data === null) return null;
  for (const size of sizes) {
    let [ratio, share, all] = [0, 0, 0];
    values.forEach((value, row) => {
      const [file, whole] = [size[row] ?? null, data[row] ?? null];
      if (value === null || file === null || whole === null) return;
      all += 1;
      if (isNear(value, whole / file)) ratio += 1;
      else if (isNear(value, file / whole) || isNear(value, (100 * file) / whole)) share += 1;
    });
    if (all > 0 && ratio > all / 2) return 'ratio';
    if (all > 0 && share > all / 2) return 'share';
  }
  return null;
}

const isNear = (a: number, b: number) => Math.abs(a / b - 1) < 0.03;

/** Within each dataset a ratio is one multiple of the size, or of its inverse. */
function bySizes(values: Numbers, sizes: readonly Numbers[], groups: readonly (readonly number[])[]): Direction {
  for (const size of sizes) {
    const pairs = groups
      .map((rows) =>
        rows.flatMap((row) => {
          const [value, file] = [values[row] ?? null, size[row] ?? null];
          return value === null || file === null ? [] : [{ value, file }];
        }),
      )
      .filter((group) => group.length > 1 && spread(group.map(({ file }) => file)) > 1.02);
    if (pairs.length === 0) continue;
    // Sizes that hardly differ agree with both: then one must do so far better.
    const share = Math.max(...pairs.map((group) => spread(group.map(({ value, file }) => value / file)))) - 1;
    const ratio = Math.max(...pairs.map((group) => spread(group.map(({ value, file }) => value * file)))) - 1;
    if (share < 0.1 && 2 * share < ratio) return 'share';
    if (ratio < 0.1 && 2 * ratio < share) return 'ratio';
    const together = pairs.flatMap((group) =>
      group.flatMap((a, at) => group.slice(at + 1).map((b) => Math.sign((a.value - b.value) * (a.file - b.file)))),
    );
    const tendency = together.reduce((sum, sign) => sum + sign, 0) / together.length;
    if (together.length > 5 && Math.abs(tendency) > 0.6) return tendency > 0 ? 'grows' : 'falls';
  }
  return null;
}

const spread = (values: readonly number[]) => Math.max(...values) / Math.min(...values);

const fast = new Set(['lz4', 'snappy']);
const strong = new Set(['zstd', 'deflate', 'brotli', 'lzma', 'bzip2']);

/** LZ4 and Snappy pack less than Zstandard, Deflate and the like do, on nearly any data. */
function byFamilies(values: Numbers, names: readonly string[]): Direction {
  const of = (isOne: (name: string) => boolean) =>
    values.flatMap((value, row) => (value !== null && isOne(names[row] ?? '') ? [value] : []));
  const [weak, packed] = [
    of((name) => fast.has(familyOf(name)) && !isHigh(name)),
    of((name) => strong.has(familyOf(name)) || isHigh(name)),
  ];
  if (weak.length === 0 || packed.length === 0 || medianOf(weak) === medianOf(packed)) return null;
  return medianOf(weak) > medianOf(packed) ? 'share' : 'ratio';
}

/** LZ4's high compression. */
const isHigh = (name: string) => /lz4[ -]?hc/i.test(name);

/** A higher level of one codec packs more: `zlib -1`, `zlib -6`, `zlib -9`. */
function byLevels(values: Numbers, names: readonly string[]): Direction {
  const levels = values.flatMap((value, row) => {
    const level = levelIn(names[row] ?? '');
    return value === null || level === null || level < 0
      ? []
      : [{ name: (names[row] ?? '').replace(/\W*\d{1,2}\W*$/, ''), level, value }];
  });
  const signs = levels.flatMap((a, at) =>
    levels
      .slice(at + 1)
      .flatMap((b) =>
        a.name === b.name && a.level !== b.level && a.value !== b.value
          ? [Math.sign((a.level - b.level) * (a.value - b.value))]
          : [],
      ),
  );
  const tendency = signs.reduce((sum, sign) => sum + sign, 0) / signs.length;
  return signs.length < 3 || Math.abs(tendency) < 0.7 ? null : tendency < 0 ? 'share' : 'ratio';
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** A ratio or a size in per cent may be what is left of the data, what is saved of it, or the best one's share of this: taken for the first only where something tells so. */
const isOfWhatIsLeft = (heading: string, direction: Direction): boolean =>
  direction === null
    ? /(%|per ?cent) of|\bof (the )?(original|data|raw|uncompressed|input|source)/i.test(heading)
    : direction === 'share' || direction === 'grows';

function byPlain(values: Numbers, row: number): Direction {
  const plain = row < 0 ? null : (values[row] ?? null);
  if (plain === null) return null;
  const others = values.flatMap((value, at) => (value === null || at === row ? [] : [value]));
  const larger = others.filter((value) => value > plain).length;
  if (others.length === 0) return null;
  if (Math.abs(plain - 1) < 0.02) return larger > others.length / 2 ? 'ratio' : 'share';
  return Math.abs(plain - 100) < 2 && larger < others.length / 2 ? 'share' : null;
}
