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

/** The label if it fits the width, else the short one, else what fits of that. */
export function fittedLabel({ label, shortLabel }: { readonly label: string; readonly shortLabel: string }, sizePx: number, width: number): string {
  if (textWidth(label, sizePx) <= width) return label;
  if (textWidth(shortLabel, sizePx) <= width || shortLabel.length < 3) return shortLabel;
  return `${shortLabel.slice(0, Math.max(3, Math.floor((width / textWidth(shortLabel, sizePx)) * shortLabel.length) - 1))}…`;
}
