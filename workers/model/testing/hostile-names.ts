import { mulberry } from './mulberry';

/** What ends a literal, begins an expression, hides, or is executed in one language or another. */
const pieces = [
  '"',
  "'",
  '"""',
  "''",
  '`',
  '\\',
  '\\"',
  "\\'",
  '\\u0022',
  '\\u000a',
  '\\x00',
  '\n',
  '\r',
  '\r\n',
  '\t',
  '\u0007',
  '\u001b[2J',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u202e',
  '\u2066',
  '\u200f',
  '\ufeff',
  '\u{e0001}',
  '$(touch x)',
  '\u0024{x}',
  '$x',
  '`touch x`',
  '#{x}',
  '%s',
  '{x}',
  '</script><script>alert(1)</script>',
  '<!--',
  '=1+1',
  '+1',
  '-1',
  '@SUM(1)',
  '--',
  '#',
  '//',
  '/*',
  '*/',
  ';',
  ',',
  ':',
  ' ',
  'é',
  '名',
  '😀',
  'a',
  'name',
];

/** Names of files, sheets and columns, each another, that whoever writes them into code must take for text. */
export function hostileNames(count: number): string[] {
  const random = mulberry(34);
  return Array.from({ length: count }, (_, index) => {
    const length = 1 + Math.floor(random() * 5);
    const drawn = Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)] ?? '');
    // The first ones are each piece alone.
    const text = index < pieces.length ? (pieces[index] ?? '') : drawn.join('');
    return `${text}${index}`;
  });
}
