let context: CanvasRenderingContext2D | null | undefined;
const widths = new Map<string, number>();

/** The width of one line of text in the page's font, in pixels. */
export function textWidthPx(text: string, sizePx: number, weight = 400): number {
  const key = `${weight}/${sizePx}/${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (context === undefined) context = document.createElement('canvas').getContext('2d');
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
  for (let length = shortLabel.length - level.length - 1; length > 2; length -= 1) {
    const cut = `${shortLabel.slice(0, length).trimEnd()}…${level}`;
    if (textWidthPx(cut, sizePx) <= width) return cut;
  }
  return shortLabel;
}

/** A text, cut with an ellipsis if it does not fit into `width` pixels. At least one character stays. */
export function cutToWidth(text: string, sizePx: number, width: number): string {
  if (textWidthPx(text, sizePx) <= width) return text;
  for (let length = text.length - 1; length > 1; length -= 1) {
    const cut = `${text.slice(0, length).trimEnd()}…`;
    if (textWidthPx(cut, sizePx) <= width) return cut;
  }
  return `${text.slice(0, 1)}…`;
}
