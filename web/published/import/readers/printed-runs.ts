import { importedUnits } from '../../../../workers/model/imported-set';
import { readCell } from './cell-number';
import { type RawRow, type RawTable, tableFromRows } from './given-table';

/**
 * Reads output that benchmark tools print one or two lines at a time, without a heading: `go test -bench`, `benchstat`,
 * IPython's `%timeit`, Criterion, hyperfine, `ls -l`, and lines of a name, a colon and a number with its unit. Null for
 * any other text.
 */
export function printedRuns(text: string): RawTable | null {
  const lines = text.split(/\r?\n/).map((content, index) => ({ line: index + 1, content: content.trimEnd() }));
  if (lines.length > 20_000) return null;
  return (
    benchstat(lines) ??
    goTest(lines) ??
    timeit(lines) ??
    criterion(lines) ??
    hyperfine(lines) ??
    fileListing(lines) ??
    nameAndNumber(lines)
  );
}

/**
 * Reads benchstat's comparison: bars separate the names of the runs and their units, and values have SI prefixes
 * (`817.7n ± 6%`). Only the first section is read, since each section has another unit.
 */
function benchstat(lines: Lines): RawTable | null {
  const at = lines.findIndex(({ content }) => /│\s*(sec|B|allocs)\/op\s/.test(content));
  const heading = lines[at];
  const bars = (content: string) =>
    content
      .split('│')
      .slice(1, -1)
      .map((part) => part.trim());
  if (heading === undefined) return null;
  const names = bars(lines[at - 1]?.content ?? '');
  const units = bars(heading.content).map((part) => part.split(/\s/)[0] ?? '');
  const rows: RawRow[] = [];
  for (const { line, content } of lines.slice(at + 1)) {
    if (content.trim() === '' || content.includes('│')) break;
    const [name = '', ...rest] = content
      .replace(/\(.*$/, '')
      .trim()
      .split(/\s{2,}/);
    const values = [
      ...rest.join('  ').matchAll(/(?<![\d.%+-])(\d[\d.]*)(Ki|Mi|Gi|[nµmkMG])?(?: ±\s*(\d+%|∞))?(?=\s|$)/g),
    ].map(([, value = '', prefix = '', spread]) =>
      `${value} ${prefixed(units[0] ?? '', prefix)}${spread === undefined || spread === '∞' ? '' : ` ± ${spread}`}`.trim(),
    );
    if (name !== 'geomean' && values.length === names.length) rows.push({ line, cells: [name, ...values] });
  }
  const next = lines.slice(at + 1).find(({ content }) => content.includes('│'));
  const table =
    rows.length === 0
      ? null
      : tableFromRows(
          '',
          [
            {
              line: heading.line,
              cells: ['benchmark', ...names.map((name, index) => `${name} ${units[index] ?? ''}`)],
            },
            ...rows,
          ],
          1,
        );
  return table === null || next === undefined
    ? table
    : {
        ...table,
        remarks: [
          ...table.remarks,
          `The section from line ${next.line} on has another unit and is omitted. To import it, paste it alone.`,
        ],
      };
}

const prefixed = (unit: string, prefix: string): string =>
  unit === 'sec/op' ? `${prefix}s` : unit === 'B/op' ? `${prefix}B` : '';

type Lines = readonly { readonly line: number; readonly content: string }[];

/**
 * Reads `BenchmarkEncode-8   1000000   1259 ns/op   200 B/op   3 allocs/op`: a name, a count of iterations, and numbers
 * with their units.
 */
function goTest(lines: Lines): RawTable | null {
  // Output with a heading is read as an ordinary table.
  if (lines.some(({ content }) => /^benchmark\s+(iter|name|time)/i.test(content))) return null;
  const runs = lines.flatMap(({ line, content }) => {
    const [, name = '', figures = ''] = /^(Benchmark\S*)\s+\d+\s+((?:[\d.]+ \S+\s*)+)$/.exec(content) ?? [];
    const measured = [...figures.matchAll(/([\d.]+) (\S+)/g)].map(([, value = '', unit = '']) => ({ value, unit }));
    return measured.some(({ unit }) => unit === 'ns/op')
      ? [{ line, name: name.replace(/^Benchmark(?=.)/, ''), measured }]
      : [];
  });
  const units = [...new Set(runs.flatMap(({ measured }) => measured.map(({ unit }) => unit)))];
  const title =
    lines.map(({ content }) => /^pkg:\s*(\S+)/.exec(content)?.[1]).find((found) => found !== undefined) ?? '';
  const rows = runs.map(
    ({ line, name, measured }): RawRow => ({
      line,
      cells: [name, ...units.map((unit) => measured.find((each) => each.unit === unit)?.value ?? '')],
    }),
  );
  return runs.length === 0
    ? null
    : tableFromRows(title, [{ line: rows[0]?.line ?? 1, cells: ['benchmark', ...units] }, ...rows], 1);
}

/**
 * Reads `%timeit f(x)` followed by `3.29 s ± 43.2 ms per loop (mean ± std. dev. of 7 runs, 1 loop each)`, or by the
 * older `10 loops, best of 3: 29 ms per loop`.
 */
function timeit(lines: Lines): RawTable | null {
  const rows: RawRow[] = [];
  let called = '';
  let goesOn = false;
  for (const { line, content } of lines) {
    const words = content.replace(/^\s*(In ?\[\d*\]:|Out\[\d+\]:|>>>|\.{3}:?)\s*/, '').trim();
    const [, magic, statement = ''] = /^(%{1,2})timeit\s*(?:-\S+ (?:\d+ )?)*(.*)$/.exec(words) ?? [];
    const time =
      /^([\d.,]+ ?\S+(?: ± [\d.,]+ ?\S+)?) per loop\b/.exec(words)?.[1] ??
      /\bbest of \d+: ([\d.,]+ ?\S+) per loop/.exec(words)?.[1];
    if (magic !== undefined) {
      called = statement;
      goesOn = magic === '%%' && statement === '';
    } else if (time !== undefined) {
      rows.push({ line, cells: [called === '' ? `line ${line}` : called, time] });
      called = '';
    } else if (goesOn && words !== '') {
      called = words;
      goesOn = false;
    }
  }
  return rows.length === 0
    ? null
    : tableFromRows('', [{ line: rows[0]?.line ?? 1, cells: ['statement', 'time per loop'] }, ...rows], 1);
}

/** Reads `encode/zstd   time:   [1.23 ms 1.24 ms 1.25 ms]`, with the throughput in the same form below. */
function criterion(lines: Lines): RawTable | null {
  const runs: { line: number; name: string; time: string; throughput: string }[] = [];
  let before = '';
  for (const { line, content } of lines) {
    const [, name = '', what = '', interval = ''] =
      /^(\S.*?)?\s*\b(time|thrpt):\s+(\[[\d.]+ \S+ [\d.]+ \S+ [\d.]+ [^\s\]]+\])/.exec(content) ?? [];
    const last = runs.at(-1);
    if (what === 'time') runs.push({ line, name: name.trim() || before, time: interval, throughput: '' });
    else if (what === 'thrpt' && last !== undefined) last.throughput = interval;
    else if (/^\S/.test(content)) before = content.trim();
  }
  const rows = runs.map(({ line, name, time, throughput }): RawRow => ({ line, cells: [name, time, throughput] }));
  const hasThroughput = runs.some(({ throughput }) => throughput !== '');
  return rows.length === 0
    ? null
    : tableFromRows(
        '',
        [{ line: rows[0]?.line ?? 1, cells: ['benchmark', 'time', hasThroughput ? 'throughput' : ''] }, ...rows].map(
          ({ line, cells }) => ({ line, cells: hasThroughput ? cells : cells.slice(0, 2) }),
        ),
        1,
      );
}

/** Reads `Benchmark 1: zstd -1 corpus.tar` followed by `Time (mean ± σ):  431.2 ms ±  12.3 ms`. */
function hyperfine(lines: Lines): RawTable | null {
  const rows: RawRow[] = [];
  let command = '';
  for (const { line, content } of lines) {
    command = /^Benchmark (?:#?\d+): (.+)$/.exec(content)?.[1] ?? command;
    const [, mean, spread] =
      /^\s*Time \((?:mean ± σ|abs ≡)\):\s+([\d.]+ \S+)(?:\s+±\s+([\d.]+ \S+))?/.exec(content) ?? [];
    if (mean !== undefined && command !== '')
      rows.push({ line, cells: [command, spread === undefined ? mean : `${mean} ± ${spread}`] });
  }
  return rows.length === 0
    ? null
    : tableFromRows('', [{ line: rows[0]?.line ?? 1, cells: ['command', 'time'] }, ...rows], 1);
}

/** Reads the output of `ls -l`, complete or from the size on. */
function fileListing(lines: Lines): RawTable | null {
  const contentLines = lines.filter(({ content }) => content.trim() !== '' && !/^total \d+/.test(content));
  const rows = contentLines.flatMap(({ line, content }): RawRow[] => {
    const [, size, name] =
      /^\s*(?:[-dl][-rwxsStT]{9}\S*\s+\d+\s+\S+\s+\S+\s+)?(\d+)\s+(?:[A-Z][a-z]{2}\s+\d{1,2}\s+[\d:]{4,5}|\d{4}-\d\d-\d\d \d\d:\d\d)\s+(\S.*)$/.exec(
        content,
      ) ?? [];
    return size === undefined || name === undefined ? [] : [{ line, cells: [name, size] }];
  });
  return rows.length < 2 || rows.length < contentLines.length
    ? null
    : tableFromRows('', [{ line: rows[0]?.line ?? 1, cells: ['name', 'size (bytes)'] }, ...rows], 1);
}

const dimensionWords = { time: 'time', bytes: 'size', speed: 'speed', rate: 'rate', bare: 'number' } as const;

/**
 * Reads lines such as `Write Parquet: 8 038.80 ms`. The names are systems if all numbers have one dimension, otherwise
 * metrics of one system.
 */
function nameAndNumber(lines: Lines): RawTable | null {
  const contentLines = lines.filter(({ content }) => content.trim() !== '');
  const rows = contentLines.flatMap(({ line, content }) => {
    const [, name = '', figure = ''] =
      /^\s*[-*•]?\s*([^:=|,;\t]{1,100}?)\s*[:=]\s*([+-]?[\d.][^:=|;\t]{0,40})$/.exec(content) ?? [];
    const read = readCell(figure, 'point');
    return read.kind === 'number' && read.unit !== null
      ? [{ line, cells: [name, figure], dimension: importedUnits[read.unit].dimension }]
      : [];
  });
  const [first] = rows;
  if (first === undefined || rows.length < 2 || rows.length < 0.8 * contentLines.length) return null;
  const isOne = rows.every(({ dimension }) => dimension === first.dimension);
  return tableFromRows(
    '',
    [
      { line: first.line, cells: isOne ? ['name', dimensionWords[first.dimension]] : ['Metric', 'Value'] },
      ...rows.map(({ line, cells }) => ({ line, cells })),
    ],
    1,
  );
}
