import { stackLabels } from '../charts/dodge';
import type { Box } from '../charts/label-placement';
import styles from './BreakEven.module.css';
import type { BreakEvenLines } from './break-even-lines';
import type { Contender } from './contenders';
import { spanLetter } from './span-letter';

const spacingPx = 12;

interface LineEndsProps {
  readonly lines: BreakEvenLines;
  readonly plot: Box;
  /** True if there is room for names, and not for letters alone. */
  readonly isNamed: boolean;
  /** The height of a contender's line at the right edge. */
  readonly endPx: (at: Float64Array) => number;
}

/** Names each winner's line at its right end, or gives its letter. They tell lines of similar colours apart. */
export function LineEnds({ lines: { spans, totals }, plot, isNamed, endPx }: LineEndsProps) {
  const letters = new Map<Contender, string[]>();
  spans.forEach(({ contender }, index) => {
    letters.set(contender, [...(letters.get(contender) ?? []), spanLetter(index)]);
  });
  if (letters.size < 2) return null;
  const bottom = plot.y + plot.height;
  const ends = totals.flatMap(({ contender, at }) => {
    const own = letters.get(contender);
    const y = endPx(at);
    return own === undefined || !(y >= plot.y && y <= bottom)
      ? []
      : [{ text: `${own.join(', ')}${isNamed ? `  ${contender.row.names.shortLabel}` : ''}`, y }];
  });
  const placed = stackLabels(
    ends.map(({ y }) => y),
    spacingPx,
    plot.y,
    bottom,
  );
  return ends.map(({ text }, index) => (
    <text key={text} x={plot.x + plot.width + 5} y={placed[index]} dy="0.35em" className={styles.spanName}>
      {text}
    </text>
  ));
}
