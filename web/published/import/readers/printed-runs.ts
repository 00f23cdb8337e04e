import { importedUnits } from '../../../../workers/model/imported-set';
import { readCell } from './cell-number';
import { type GivenRow, type GivenTable, tableOf } from './given-table';

/** What harnesses print a line or two at a time, without a heading: `go test -bench`, `benchstat`, IPython's `%timeit`, Criterion, hyperfine, `ls -l`, and lines of a name, a colon and a number with its unit. Null for any other text. */
export function printedRuns(text: string): GivenTable | null {
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

/** benchstat's comparison: names of the compared runs and their unit between bars, values with SI prefixes of that unit (`817.7n ± 6%`). Its first section: each has another unit. */
function benchstat(lines: Lines): GivenTable | null {
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
  const rows: GivenRow[] = [];
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
      : tableOf(
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
          `From line ${next.line} on there is a section of another unit, which is left out: paste it alone.`,
        ],
      };
}

const prefixed = (unit: string, prefix: string): string =>
  unit === 'sec/op' ? `${prefix}s` : unit === 'B/op' ? `${prefix}B` : '';

type Lines = readonly { readonly line: number; readonly content: string }[];

/** `BenchmarkEncode-8   1000000   1259 ns/op   200 B/op   3 allocs/op`: a name, how often it ran, and numbers with their units. */
function goTest(lines: Lines): GivenTable | null {
  // With a heading of its own it is a table like others.
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
    ({ line, name, measured }): GivenRow => ({
      line,
      cells: [name, ...units.map((unit) => measured.find((each) => each.unit === unit)?.value ?? '')],
    }),
  );
  return runs.length === 0
    ? null
    : tableOf(title, [{ line: rows[0]?.line ?? 1, cells: ['benchmark', ...units] }, ...rows], 1);
}

/** `%timeit f(x)`, and below it `3.29 s ± 43.2 ms per loop (mean ± std. dev. of 7 runs, 1 loop each)`, or the older `10 loops, best of 3: 29 ms per loop`. */
function timeit(lines: Lines): GivenTable | null {
  const rows: GivenRow[] = [];
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
    : tableOf('', [{ line: rows[0]?.line ?? 1, cells: ['statement', 'time per loop'] }, ...rows], 1);
}

/** `encode/zstd   time:   [1.23 ms 1.24 ms 1.25 ms]`, with the throughput in the same form below it. */
function criterion(lines: Lines): GivenTable | null {
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
  const rows = runs.map(({ line, name, time, throughput }): GivenRow => ({ line, cells: [name, time, throughput] }));
  const hasThroughput = runs.some(({ throughput }) => throughput !== '');
  return rows.length === 0
    ? null
    : tableOf(
        '',
        [{ line: rows[0]?.line ?? 1, cells: ['benchmark', 'time', hasThroughput ? 'throughput' : ''] }, ...rows].map(
          ({ line, cells }) => ({ line, cells: hasThroughput ? cells : cells.slice(0, 2) }),
        ),
        1,
      );
}

/** `Benchmark 1: zstd -1 corpus.tar`, and below it `Time (mean ± σ):  431.2 ms ±  12.3 ms`. */
function hyperfine(lines: Lines): GivenTable | null {
  const rows: GivenRow[] = [];
  let command = '';
  for (const { line, content } of lines) {
    command = /^Benchmark (?:#?\d+): (.+)$/.exec(content)?.[1] ?? command;
    const [, mean, spread] =
      /^\s*Time \((?:mean ± σ|abs ≡)\):\s+([\d.]+ \S+)(?:\s+±\s+([\d.]+ \S+))?/.exec(content) ?? [];
    if (mean !== undefined && command !== '')
      rows.push({ line, cells: [command, spread === undefined ? mean : `${mean} ± ${spread}`] });
  }
  return rows.length === 0 ? null : tableOf('', [{ line: rows[0]?.line ?? 1, cells: ['command', 'time'] }, ...rows], 1);
}

/** `ls -l`, whole or from the size on. */
function fileListing(lines: Lines): GivenTable | null {
  const told = lines.filter(({ content }) => content.trim() !== '' && !/^total \d+/.test(content));
  const rows = told.flatMap(({ line, content }): GivenRow[] => {
    const [, size, name] =
      /^\s*(?:[-dl][-rwxsStT]{9}\S*\s+\d+\s+\S+\s+\S+\s+)?(\d+)\s+(?:[A-Z][a-z]{2}\s+\d{1,2}\s+[\d:]{4,5}|\d{4}-\d\d-\d\d \d\d:\d\d)\s+(\S.*)$/.exec(
        content,
      ) ?? [];
    return size === undefined || name === undefined ? [] : [{ line, cells: [name, size] }];
  });
  return rows.length < 2 || rows.length < told.length
    ? null
    : tableOf('', [{ line: rows[0]?.line ?? 1, cells: ['name', 'size (bytes)'] }, ...rows], 1);
}

const dimensionWords = { time: 'time', bytes: 'size', speed: 'speed', rate: 'rate', bare: 'number' } as const;

/** `Write Parquet: 8 038.80 ms` in each line: systems where all are of one dimension, else the metrics of one. */
function nameAndNumber(lines: Lines): GivenTable | null {
  const told = lines.filter(({ content }) => content.trim() !== '');
  const rows = told.flatMap(({ line, content }) => {
    const [, name = '', figure = ''] =
      /^\s*[-*•]?\s*([^:=|,;\t]{1,100}?)\s*[:=]\s*([+-]?[\d.][^:=|;\t]{0,40})$/.exec(content) ?? [];
    const read = readCell(figure, 'point');
    return read.kind === 'number' && read.unit !== null
      ? [{ line, cells: [name, figure], dimension: importedUnits[read.unit].dimension }]
      : [];
  });
  const [first] = rows;
  if (first === undefined || rows.length < 2 || rows.length < 0.8 * told.length) return null;
  const isOne = rows.every(({ dimension }) => dimension === first.dimension);
  return tableOf(
    '',
    [
      { line: first.line, cells: isOne ? ['name', dimensionWords[first.dimension]] : ['Metric', 'Value'] },
      ...rows.map(({ line, cells }) => ({ line, cells })),
    ],
    1,
  );
}
