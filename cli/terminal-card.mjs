import { clean } from './literals.mjs';
import { padded, widthOf } from './text-width.mjs';

/** @import { CommandBar, CommandCard } from '../web/links/command-result' */

/**
 * What a card is drawn for.
 * @typedef {{ columns: number, isColored: boolean }} Terminal
 */

const defaultColumns = 80;
const leastColumns = 40;
/** Longer lines are hard to read. */
const mostColumns = 100;
/** In narrower terminals a bar has a line of its own. */
const narrowColumns = 64;

/**
 * @param {NodeJS.WriteStream} stream
 * @param {NodeJS.ProcessEnv} [environment]
 * @returns {Terminal}
 */
export function terminalOf(stream, environment = process.env) {
  const isForced = (environment.FORCE_COLOR ?? '0') !== '0';
  const isColored =
    (environment.NO_COLOR ?? '') === '' && (isForced || (stream.isTTY === true && environment.TERM !== 'dumb'));
  return { columns: Math.min(mostColumns, Math.max(leastColumns, stream.columns ?? defaultColumns)), isColored };
}

/** How each part of a total is drawn: a shade, and a colour where there are colours. */
const partStyles = [
  { cell: '█', color: 34 },
  { cell: '▓', color: 36 },
  { cell: '▒', color: 33 },
  { cell: '░', color: 35 },
  { cell: '▚', color: 32 },
];
const bold = 1;
const dim = 2;

/**
 * The answer card for a terminal, line by line.
 * @param {CommandCard} card
 * @param {Terminal} terminal
 * @returns {string[]}
 */
export function cardLines(card, terminal) {
  const styled = (/** @type {string} */ text, /** @type {number} */ code) =>
    terminal.isColored ? `\u001b[${code}m${text}\u001b[0m` : text;
  const { columns } = terminal;
  return [
    styled(clean(card.kicker, ''), dim),
    ...(card.headline === null ? [] : [styled(clean(card.headline, ''), bold)]),
    '',
    ...card.sentences.flatMap((phrases) => wrapped(phrases, columns, (text) => styled(text, bold))),
    ...card.beside.flatMap((text) => wrapped([{ text, isStrong: false }], columns, (word) => word)),
    ...(card.bars.length === 0 ? [] : ['', ...barLines(card, columns, styled)]),
  ];
}

/**
 * Breaks a sentence at its spaces. A word keeps whether it is strong.
 * @param {readonly { readonly text: string, readonly isStrong: boolean }[]} phrases
 * @param {number} columns
 * @param {(text: string) => string} strong
 */
function wrapped(phrases, columns, strong) {
  /** @type {{ width: number, parts: string[] }[]} */
  const lines = [{ width: 0, parts: [] }];
  for (const { text, isStrong } of phrases)
    for (const word of clean(text, '').split(/(?<= )/u)) {
      const width = widthOf(word);
      let line = lines.at(-1);
      if (line === undefined || (line.width > 0 && line.width + widthOf(word.trimEnd()) > columns)) {
        line = { width: 0, parts: [] };
        lines.push(line);
      }
      line.width += width;
      line.parts.push(isStrong ? strong(word) : word);
    }
  return lines.map(({ parts }) => parts.join('').trimEnd());
}

/**
 * @param {CommandCard} card
 * @param {number} columns
 * @param {(text: string, code: number) => string} styled
 */
function barLines({ bars, goal }, columns, styled) {
  const isSize = goal === 'size';
  const totalCells = isSize ? 0 : Math.max('Total'.length, ...bars.map(({ totalText }) => widthOf(totalText)));
  const sizeCells = Math.max('Size'.length, ...bars.map(({ sizeText }) => widthOf(sizeText)));
  const figureCells = sizeCells + 2 + (isSize ? 0 : totalCells + 2);
  const isNarrow = columns < narrowColumns;
  const longest = Math.max('Candidate'.length, ...bars.map(({ label }) => widthOf(clean(label, ''))));
  const labelCells = Math.min(longest, isNarrow ? columns - figureCells : Math.floor((columns - figureCells) * 0.55));
  const barCells = isNarrow ? columns - 2 : columns - figureCells - labelCells - 2;
  const largest = Math.max(...bars.map(({ total, interval }) => Math.max(total, interval?.high ?? 0)));
  const line = (
    /** @type {string} */ label,
    /** @type {string} */ bar,
    /** @type {string} */ total,
    /** @type {string} */ size,
  ) =>
    [
      padded(label, labelCells),
      ...(isNarrow ? [] : [bar]),
      ...(isSize ? [] : [padded(total, totalCells, true)]),
      padded(size, sizeCells, true),
    ].join('  ');
  const names = bars[0]?.parts.map(({ name }) => name) ?? [];
  const legend = isSize
    ? []
    : [names.map((name, index) => `${styled(partOf(index).cell, partOf(index).color)} ${name}`).join('  ')];
  return [
    ...legend,
    styled(line('Candidate', ' '.repeat(Math.max(0, barCells)), 'Total', 'Size'), dim),
    ...bars.flatMap((bar) => {
      const drawn = drawnBar(bar, largest, barCells, styled);
      return [
        line(clean(bar.label, ''), drawn, bar.totalText, bar.sizeText),
        ...(isNarrow ? [`  ${drawn}`] : []),
        ...(bar.note === null ? [] : [styled(`  ${clean(bar.note, '')}`, dim)]),
      ];
    }),
  ];
}

const partOf = (/** @type {number} */ index) =>
  /** @type {{ cell: string, color: number }} */ (partStyles[index % partStyles.length]);

/**
 * The parts of a total one after another, and a line to the end of its interval.
 * @param {CommandBar} bar
 * @param {number} largest
 * @param {number} cells
 * @param {(text: string, code: number) => string} styled
 */
function drawnBar({ parts, interval }, largest, cells, styled) {
  const place = (/** @type {number} */ value) => (largest > 0 ? Math.round((value / largest) * cells) : 0);
  let drawn = '';
  let end = 0;
  let sum = 0;
  for (const [index, { value }] of parts.entries()) {
    sum += value;
    const width = place(sum) - end;
    end += width;
    if (width > 0) drawn += styled(partOf(index).cell.repeat(width), partOf(index).color);
  }
  const high = interval === null ? end : Math.max(end, place(interval.high));
  const whisker = high > end ? `${'─'.repeat(high - end - 1)}┤` : '';
  return `${drawn}${styled(whisker, dim)}${' '.repeat(Math.max(0, cells - high))}`;
}
