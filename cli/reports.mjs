import { html, markdown } from './literals.mjs';

/** @import { CommandAnswer, CommandBar, CommandCard } from '../web/links/command-result' */

/**
 * The answer as Markdown.
 * @param {Pick<CommandAnswer, 'card'>} answer
 */
export function markdownReport({ card }) {
  const { kicker, headline, sentences, beside, bars, goal } = card;
  const said = sentences.map((phrases) =>
    phrases.map(({ text, isStrong }) => (isStrong ? strongMarkdown(text) : markdown(text))).join(''),
  );
  const isSize = goal === 'size';
  const row = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |`;
  const table =
    bars.length === 0
      ? []
      : [
          row(['Candidate', ...(isSize ? [] : ['Total']), 'Size']),
          row(['---', ...(isSize ? [] : ['---:']), '---:']),
          ...bars.map(({ label, note, totalText, sizeText }) =>
            row([
              markdown(note === null ? label : `${label} ${note}`),
              ...(isSize ? [] : [markdown(totalText)]),
              markdown(sizeText),
            ]),
          ),
        ];
  return `${[markdown(kicker), ...(headline === null ? [] : [`# ${markdown(headline)}`]), ...said, ...beside.map(markdown), table.join('\n')].filter((part) => part !== '').join('\n\n')}\n`;
}

/**
 * Spaces within the marks of strong text would show the marks.
 * @param {string} text
 */
const strongMarkdown = (text) => {
  const end = text.trimEnd();
  return `**${markdown(end)}**${text.slice(end.length)}`;
};

/**
 * The answer as a page without scripts.
 * @param {Pick<CommandAnswer, 'card'>} answer
 */
export function htmlReport({ card }) {
  const { kicker, headline, sentences, beside, bars, goal } = card;
  const said = sentences.map(
    (phrases) =>
      `<p>${phrases.map(({ text, isStrong }) => (isStrong ? `<strong>${html(text)}</strong>` : html(text))).join('')}</p>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(headline ?? kicker)}</title>
<style>${style}</style>
</head>
<body>
<p class="beside">${html(kicker)}</p>
${headline === null ? '' : `<h1>${html(headline)}</h1>\n`}${said.join('\n')}
${beside.map((text) => `<p class="beside">${html(text)}</p>`).join('\n')}
${bars.length === 0 ? '' : barTable(bars, goal)}
</body>
</html>
`;
}

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}h1{font-size:1.5rem}.beside,small{opacity:.75}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}th{text-align:left;font-weight:400}td{text-align:right;white-space:nowrap}th,td{padding:.4rem .6rem .4rem 0}small{display:block}.track{display:flex;width:14rem;height:.8rem;border:1px solid currentColor}.track i{border-right:1px solid Canvas}.p0{background:#3b6fd4}.p1{background:#2e9aa8}.p2{background:#b7860b}.p3{background:#9255c2}.p4{background:#3f8f4f}`;

/**
 * @param {readonly CommandBar[]} bars
 * @param {CommandCard['goal']} goal
 */
function barTable(bars, goal) {
  const isSize = goal === 'size';
  const largest = Math.max(...bars.map(({ total, interval }) => Math.max(total, interval?.high ?? 0)));
  const percent = (/** @type {number} */ value) => (largest > 0 ? ((100 * value) / largest).toFixed(2) : '0');
  const rows = bars.map(({ label, note, parts, totalText, sizeText }) => {
    const pieces = parts.map(
      ({ name, value }, index) =>
        `<i class="p${index % 5}" style="width:${percent(value)}%" title="${html(name)}"></i>`,
    );
    return `<tr><th scope="row">${html(label)}${note === null ? '' : `<small>${html(note)}</small>`}</th><td><span class="track">${pieces.join('')}</span></td>${isSize ? '' : `<td>${html(totalText)}</td>`}<td>${html(sizeText)}</td></tr>`;
  });
  const names = bars[0]?.parts.map(({ name }) => name) ?? [];
  return `<table>
<tr><th scope="col">Candidate</th><th scope="col">${isSize ? '' : html(names.join(', '))}</th>${isSize ? '' : '<td>Total</td>'}<td>Size</td></tr>
${rows.join('\n')}
</table>`;
}
