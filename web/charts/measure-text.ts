let context: CanvasRenderingContext2D | null | undefined;
const widths = new Map<string, number>();

/** Width in pixels of a line of the page's own font. */
export function textWidth(text: string, sizePx: number, weight = 400): number {
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

/** The label if it fits the width, else the short one, else what fits of that; a level at its end is kept. */
export function fittedLabel(
  { label, shortLabel }: { readonly label: string; readonly shortLabel: string },
  sizePx: number,
  width: number,
): string {
  if (textWidth(label, sizePx) <= width) return label;
  if (textWidth(shortLabel, sizePx) <= width) return shortLabel;
  const level = / -?\d+$/.exec(shortLabel)?.[0] ?? '';
  for (let length = shortLabel.length - level.length - 1; length > 2; length -= 1) {
    const cut = `${shortLabel.slice(0, length).trimEnd()}…${level}`;
    if (textWidth(cut, sizePx) <= width) return cut;
  }
  return shortLabel;
}
