import { geometricMean } from '../statistics.mjs';
import {
  benchBlockKinds,
  byImplementation,
  codecDirections,
  factorOf,
  slowdownLimits,
  meanOverImplementations,
} from './report.mjs';

/** @import { CodecBench, CodecBenchCell } from '../../workers/model/codec-bench' */

/** Draws the chart of bench/README.md: the mean factor and the range of the cells for each implementation, in both directions. It follows the reader's colour scheme. */

const width = 920;
const left = 250;
const right = 120;
const rowHeight = 30;
const ticks = [0.25, 0.5, 1, 2, 4, 8, 16];
/** Bars are cut at this factor, with a note, because a few factors are in the hundreds. */
const maxShown = 20;

const blockWords = { bulk: 'in one piece', page: 'by 4 KiB', record: 'by 700 bytes' };

/** @type {Readonly<Record<string, string>>} */
const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (mark) => entities[mark] ?? mark);
/** @param {number} number */
const place = (number) => number.toFixed(1);

const style = `
  .page { fill: #ffffff; }
  text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #20242b; }
  .title { font-size: 17px; font-weight: 600; }
  .quiet { fill: #5b6472; font-size: 12px; }
  .group { font-weight: 600; font-size: 12px; fill: #5b6472; }
  .figure { font-size: 12px; font-variant-numeric: tabular-nums; }
  .grid { stroke: #e3e6eb; }
  .native { stroke: #20242b; stroke-width: 1.5; }
  .limit { stroke: #5b6472; stroke-dasharray: 4 3; }
  .compress { fill: #1f5fbf; stroke: #1f5fbf; }
  .decompress { fill: #b4530f; stroke: #b4530f; }
  .range { stroke-width: 4; stroke-linecap: round; opacity: 0.28; }
  .mark { stroke-width: 2; }
  .hollow { fill: #ffffff; }
  @media (prefers-color-scheme: dark) {
    .page, .hollow { fill: #14171c; }
    text { fill: #e8eaee; }
    .quiet, .group { fill: #a3acb9; }
    .grid { stroke: #2a2f38; }
    .native { stroke: #e8eaee; }
    .limit { stroke: #a3acb9; }
    .compress { fill: #7db0ff; stroke: #7db0ff; }
    .decompress { fill: #ffa768; stroke: #ffa768; }
    .mark.hollow { fill: #14171c; }
  }`;

/** @param {string} key */
const name = (key) => {
  const [codec = '', implementation] = key.split('/');
  return implementation === 'native' ? codec : `${codec}, ${implementation}`;
};

/** @param {CodecBenchCell[]} cells */
function rowsOf(cells) {
  return [...byImplementation(cells)].map(([key, group]) => ({
    name: name(key),
    sides: codecDirections.flatMap((direction) => {
      const factors = group.flatMap((cell) => (cell[direction] === null ? [] : [factorOf(cell[direction])]));
      return factors.length === 0
        ? []
        : [{ direction, mean: geometricMean(factors), least: Math.min(...factors), most: Math.max(...factors) }];
    }),
  }));
}

/**
 * @param {CodecBench} bench
 * @param {(cell: CodecBenchCell) => boolean} isOurs
 * @returns {string} an SVG file
 */
export function chartOf(bench, isOurs) {
  const groups = [
    { label: 'Upstream’s source, compiled here', rows: rowsOf(bench.cells.filter(isOurs)), hollow: false },
    {
      label: 'From the package registry, or the browser’s own',
      rows: rowsOf(bench.cells.filter((cell) => !isOurs(cell))),
      hollow: true,
    },
  ].filter(({ rows }) => rows.length > 0);
  const all = groups.flatMap(({ rows }) => rows.flatMap(({ sides }) => sides));
  const least = Math.min(0.5, ...all.map((side) => side.least)) * 0.95;
  const most = Math.max(2, ...all.map((side) => Math.min(maxShown, side.most))) * 1.05;
  const cut = all.some((side) => side.most > most);
  /** @param {number} factor */
  const x = (factor) =>
    left +
    ((Math.log(Math.min(factor, most)) - Math.log(least)) / (Math.log(most) - Math.log(least))) *
      (width - left - right);

  const ours = bench.cells.filter(isOurs);
  /** @param {CodecBenchCell[]} cells */
  const pair = (cells) =>
    codecDirections.map((direction) => meanOverImplementations(cells, direction)?.toFixed(2) ?? '–').join(' / ');
  const head = [
    `<text class="title" x="20" y="30">Time in the browser ÷ time of the native library</text>`,
    `<text class="quiet" x="20" y="50">${escaped(`Means over our codecs, compress / decompress: ${pair(ours)}; ${benchBlockKinds.map((block) => `${blockWords[block]} ${pair(ours.filter((cell) => cell.block === block))}`).join(', ')}.`)}</text>`,
    `<text class="quiet" x="20" y="67">${escaped(`${bench.cells.length} cells on ${bench.machine.processor}, ${bench.machine.browser}, ${bench.machine.compiler}; ${bench.takenAt.slice(0, 10)}.`)}</text>`,
    ...codecDirections.map(
      (direction, index) =>
        `<circle class="mark ${direction}" cx="${24 + index * 110}" cy="86" r="4"/><text class="quiet" x="${34 + index * 110}" y="90">${direction}</text>`,
    ),
    `<text class="quiet" x="244" y="90">mark: geometric mean, bar: all cells; left of “native” is faster than native${cut ? `; bars are cut at ${most.toFixed(0)}×` : ''}</text>`,
    `<text class="quiet" x="${width - 20}" y="116" text-anchor="end">mean</text>`,
  ];
  const body = [];
  let y = 124;
  const top = y - 8;
  for (const { label, rows, hollow } of groups) {
    body.push(`<text class="group" x="20" y="${y + 8}">${escaped(label)}</text>`);
    y += 20;
    for (const row of rows) {
      body.push(`<text x="${left - 14}" y="${y + rowHeight / 2 + 4}" text-anchor="end">${escaped(row.name)}</text>`);
      const means = codecDirections.map(
        (direction) => row.sides.find((side) => side.direction === direction)?.mean.toFixed(2) ?? '–',
      );
      body.push(
        `<text class="figure" x="${width - 20}" y="${y + rowHeight / 2 + 4}" text-anchor="end">${means.join(' / ')}</text>`,
      );
      for (const side of row.sides) {
        const at = y + rowHeight / 2 + (side.direction === 'compress' ? -6 : 6);
        body.push(
          `<line class="range ${side.direction}" x1="${place(x(side.least))}" x2="${place(x(side.most))}" y1="${at}" y2="${at}"/>`,
        );
        body.push(
          `<circle class="mark ${side.direction}${hollow ? ' hollow' : ''}" cx="${place(x(side.mean))}" cy="${at}" r="4"><title>${escaped(`${row.name}, ${side.direction}: ${side.mean.toFixed(2)} (${side.least.toFixed(2)} to ${side.most.toFixed(2)})`)}</title></circle>`,
        );
      }
      y += rowHeight;
    }
    y += 10;
  }
  const bottom = y - 4;
  const grid = [
    ...ticks
      .filter((tick) => tick >= least && tick <= most)
      .flatMap((tick) => [
        `<line class="${tick === 1 ? 'native' : 'grid'}" x1="${place(x(tick))}" x2="${place(x(tick))}" y1="${top}" y2="${bottom}"/>`,
        `<text class="figure" x="${place(x(tick))}" y="${bottom + 18}" text-anchor="middle">${tick === 1 ? 'native' : `${tick}×`}</text>`,
      ]),
    `<line class="limit" x1="${place(x(slowdownLimits.mean))}" x2="${place(x(slowdownLimits.mean))}" y1="${top}" y2="${bottom}"/>`,
    `<text class="quiet" x="${place(x(slowdownLimits.mean) + 5)}" y="${top - 4}">${slowdownLimits.mean}×</text>`,
  ];
  const height = bottom + 36;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Time of each codec in the browser divided by the time of the native library">`,
    `<style>${style}\n</style>`,
    `<rect class="page" width="${width}" height="${height}" rx="8"/>`,
    ...head,
    ...grid,
    ...body,
    '</svg>\n',
  ].join('\n');
}
