import type { ColumnRole } from './column-role';
import { type DecimalMark, readCell } from '../readers/cell-number';
import { familyOf } from '../../../sources/imported/family';
import type { RawTable } from '../readers/given-table';
import { readHeading } from './heading';
import { isUncompressedName } from './packed-sizes';
import { compressionLevelIn } from './level';

type Numbers = readonly (number | null)[];

/** Headings of benchmark harnesses. Beside them, a bare “Ratio” is a ratio of times. */
const ofHarness = /^(mean|error|std ?dev|median|scaled|gen ?\d|allocated|alloc ratio|ratio ?sd|op\/s)\b/i;
/**
 * The largest plausible mean of bare compression ratios. A larger mean may just as well be a percentage of the data.
 */
const largestPlausible = 12;

/**
 * Determines whether a bare “ratio” is data over file or file over data. It compares the ratios with the sizes within
 * each dataset (and with the data's size, if a column holds it), or uses the row of the uncompressed data. A ratio that
 * grows with the file size is a share, in per cent if it exceeds 1.5. A ratio that falls is data over file. Beside a
 * harness's times it is a factor of times. If the figures contradict the heading or are implausibly large, the column
 * becomes “other number”, which has no better direction: no direction is preferable to a wrong one.
 */
export function resolveRatioDirections(
  table: RawTable,
  columns: readonly ColumnRole[],
  numerals: DecimalMark,
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
  const plainRow = systemAt < 0 ? -1 : table.rows.findIndex(({ cells }) => isUncompressedName(cells[systemAt] ?? ''));
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
    const known = values.flatMap((value) => (value === null ? [] : [value]));
    const share = { ...column, quantity: 'sizeShare', unit: known.some((value) => value > 1.5) ? '%' : '1' } as const;
    if (direction === 'share') return share;
    if (direction === 'ratio') return { ...column, quantity: 'ratio' };
    const median = medianOf(known);
    const isContradicted = direction === (column.quantity === 'ratio' ? 'grows' : 'falls');
    const isDoubtful =
      isContradicted ||
      (column.quantity === 'ratio' && median > largestPlausible && readHeading(heading).unit === null);
    return isDoubtful ? { ...column, quantity: 'number', basis: 'nothing' } : column;
  });
}

/** `grows` and `falls`: the ratio mostly grows or falls with the file size, but not in proportion to it. */
type Direction = 'ratio' | 'share' | 'grows' | 'falls' | null;

/** If each row has both the data's size and the file size, each row determines the direction. */
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

/** Within each dataset, a ratio is proportional to the file size or to its inverse. */
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
    // File sizes that hardly differ fit both directions of a ratio. A direction is then accepted only if it fits far better than the other.
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

/** On nearly any data, LZ4 and Snappy compress less than Zstandard, Deflate and similar codecs. */
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

/** LZ4's high-compression mode, which compresses like the stronger codecs. */
const isHigh = (name: string) => /lz4[ -]?hc/i.test(name);

/** A higher level of a codec compresses more: `zlib -1`, `zlib -6`, `zlib -9`. */
function byLevels(values: Numbers, names: readonly string[]): Direction {
  const levels = values.flatMap((value, row) => {
    const level = compressionLevelIn(names[row] ?? '');
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

/**
 * A percentage may be the remaining share of the data, the saved share, or a share relative to the best system. It is
 * the remaining share only if the heading or the direction says so.
 */
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
