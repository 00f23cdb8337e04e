import { clean } from './literals.mjs';
import { cut } from './text-width.mjs';

/** Where there is no terminal, a line is written at most this often, in milliseconds. */
const logEveryMs = 5_000;
const defaultColumns = 80;
const barCells = 20;

/**
 * Tells the progress in one line of a terminal, or now and then as a line of a log.
 * @param {NodeJS.WriteStream} stream
 * @param {boolean} isQuiet
 */
export function createProgressLine(stream, isQuiet) {
  let toldMs = 0;
  let isShown = false;
  return {
    /** @param {import('../web/headless/answer').AnswerProgress} progress */
    tell: ({ primary, secondary, fraction }) => {
      if (isQuiet) return;
      const text = clean(`${primary} · ${secondary}`, '');
      if (stream.isTTY) {
        const done = Math.round(barCells * Math.min(1, Math.max(0, fraction ?? 0)));
        const bar = fraction === null ? '' : `${'━'.repeat(done)}${'─'.repeat(barCells - done)} `;
        stream.write(`\r\u001b[K${cut(`${bar}${text}`, (stream.columns ?? defaultColumns) - 1)}`);
        isShown = true;
      } else if (Date.now() - toldMs >= logEveryMs) {
        toldMs = Date.now();
        stream.write(`${text}\n`);
      }
    },
    clear: () => {
      if (isShown) stream.write('\r\u001b[K');
      isShown = false;
    },
  };
}
