let context: CanvasRenderingContext2D | null | undefined;
const widths = new Map<string, number>();

/** The width of one line of text in the page's font, in pixels. Without a canvas, as in Node, it is estimated. */
export function textWidthPx(text: string, sizePx: number, weight = 400): number {
  const key = `${weight}/${sizePx}/${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (context === undefined)
    context = typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d');
  if (context === null) return text.length * sizePx * 0.58;
  context.font = `${weight} ${sizePx}px ${getComputedStyle(document.body).fontFamily}`;
  const width = context.measureText(text).width;
  widths.set(key, width);
  return width;
}

/**
 * The longest form of a label that fits into `width` pixels: the label, the short label, or the short label cut with an
 * ellipsis. A codec level at its end is never cut. Returns the whole short label if not even three characters fit.
 */
export function fittedLabel(
  { label, shortLabel }: { readonly label: string; readonly shortLabel: string },
  sizePx: number,
  width: number,
): string {
  if (textWidthPx(label, sizePx) <= width) return label;
  if (textWidthPx(shortLabel, sizePx) <= width) return shortLabel;
  const level = / -?\d+$/.exec(shortLabel)?.[0] ?? '';
  const name = shortLabel.slice(0, shortLabel.length - level.length);
  return longestCut(name, 3, (cut) => textWidthPx(cut, sizePx) <= width, level) ?? shortLabel;
}

/** The longest beginning of the text that fits with an ellipsis and the ending behind it. Null if not even `fewest` characters fit. */
export function longestCut(text: string, fewest: number, fits: (cut: string) => boolean, ending = ''): string | null {
  for (let length = text.length - 1; length >= fewest; length -= 1) {
    const cut = `${text.slice(0, length).trimEnd()}…${ending}`;
    if (fits(cut)) return cut;
  }
  return null;
}

/** A text, cut with an ellipsis if it does not fit into `width` pixels. At least one character stays. */
export function cutToWidth(text: string, sizePx: number, width: number): string {
  if (textWidthPx(text, sizePx) <= width) return text;
  return longestCut(text, 2, (cut) => textWidthPx(cut, sizePx) <= width) ?? `${text.slice(0, 1)}…`;
}
