import { useMemo } from 'react';
import type { ByteSpan, MapNode } from '../../workers/model/byte-map';
import { ChartTooltip } from '../charts/ChartTooltip';
import chart from '../charts/chart.module.css';
import { textWidthPx } from '../charts/measure-text';
import { useElementWidth } from '../charts/use-element-width';
import { useMarkNavigation } from '../charts/use-mark-navigation';
import { bytesInFull, formatCount, formatPercent } from '../figures/figures';
import styles from './ByteMap.module.css';
import { kindStyles } from './kinds';
import { type DrawnPart, hasUndrawnParts, labelWithin, layOut, neighbour } from './layout';

interface ByteMapChartProps {
  readonly node: MapNode;
  readonly id: string;
  readonly fileBytes: number;
  readonly onOpen: (part: DrawnPart) => void;
  readonly onClose: () => void;
}

/** The keyboard reaches the parts, not the drawing, so the drawing is only a named group. */
const group = { role: 'group' } as const;
const rowHeight = 30;
const fontSize = 12;
const labelInsetPx = 6;

const labelWidthPx = (text: string) => textWidthPx(text, fontSize);

/** A partition chart: the shown part at the top, and below each part what it consists of, as wide as its bytes. */
export function ByteMapChart({ node, id, fileBytes, onOpen, onClose }: ByteMapChartProps) {
  const [ref, width] = useElementWidth();
  const drawn = useMemo(() => (width > 0 ? layOut(node, id, width) : []), [node, id, width]);
  const ids = useMemo(() => drawn.map((part) => part.id), [drawn]);
  const roving = useMarkNavigation({
    horizontal: ids,
    vertical: ids,
    next: (from, key) => neighbour(drawn, from, key),
  });
  const active = drawn.find((part) => part.id === roving.activeId);
  const depth = Math.max(0, ...drawn.map((part) => part.depth)) + 1;
  const activate = (part: DrawnPart) => {
    if (part.depth === 0) onClose();
    else if ('parts' in part.node) onOpen(part);
  };
  return (
    <div ref={ref} className={chart.plot}>
      {width > 0 && (
        <svg
          width={width}
          height={depth * rowHeight}
          {...group}
          aria-label={`Map of ${node.name}, ${bytesInFull(node.bytes)}. The table below has the same figures. Arrow keys move between the parts, Enter opens one.`}
        >
          {drawn.map((part) => {
            const mark = roving.mark(part.id, textOf(part.node, fileBytes));
            const canOpen = 'parts' in part.node;
            const isActive = part.id === roving.activeId;
            const label = labelWithin(part.node.name, part.width - 2 * labelInsetPx, labelWidthPx);
            return (
              // biome-ignore lint/a11y/noStaticElementInteractions: its role is that of a button if it can be opened.
              <g
                key={part.id}
                {...mark}
                role={canOpen ? 'button' : 'img'}
                className={chart.mark}
                data-kind={'span' in part.node ? part.node.span.kind : 'parts'}
                onClick={() => activate(part)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' && event.key !== ' ') return mark.onKeyDown(event);
                  event.preventDefault();
                  activate(part);
                }}
              >
                <rect
                  x={part.x}
                  y={part.depth * rowHeight}
                  width={Math.max(1, part.width)}
                  height={rowHeight - 1}
                  fill={'span' in part.node ? kindStyles[part.node.span.kind].color : 'var(--surface-strong)'}
                  className={styles.part}
                  data-active={isActive}
                />
                {label !== null && (
                  <text
                    x={part.x + labelInsetPx}
                    y={part.depth * rowHeight + 19}
                    fontSize={fontSize}
                    className={chart.label}
                  >
                    {label}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      )}
      {hasUndrawnParts(drawn) && (
        <p className={chart.note}>Some parts are too narrow to show what they consist of: open one to see it.</p>
      )}
      {roving.active !== null && active !== undefined && (
        <ChartTooltip target={roving.active.element}>
          <p>
            <strong>{active.node.name}</strong>
          </p>
          <p>{figuresOf(active.node, fileBytes)}</p>
        </ChartTooltip>
      )}
    </div>
  );
}

function figuresOf(node: MapNode, fileBytes: number): string {
  const share = `${bytesInFull(node.bytes)}, ${formatPercent(node.bytes / fileBytes)} of the file`;
  return 'span' in node
    ? `${share}; ${kindStyles[node.span.kind].label.toLowerCase()} ${placeOf(node.span)}`
    : `${share}; ${node.parts.length.toLocaleString('en')} parts`;
}

const placeOf = ({ offset, pieces }: ByteSpan) =>
  pieces === undefined
    ? `from byte ${formatCount(offset)}`
    : `in ${formatCount(pieces)} pieces, the first at byte ${formatCount(offset)}`;

const textOf = (node: MapNode, fileBytes: number) => `${node.name}: ${figuresOf(node, fileBytes)}`;
