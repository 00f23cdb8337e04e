import type { FileFigures, FoundFile } from '../../workers/model/search-choice';
import { orderText } from './setting-words';
import { TrialPlot } from './TrialPlot';

interface FrontierPlotProps {
  /** The best files in the order of the data. */
  readonly frontier: readonly FoundFile[];
  /** The best files if the order of rows may change. Empty if no order was tried. */
  readonly reordered: readonly FoundFile[];
  readonly chosen: FileFigures | null;
  readonly usual: FileFigures | null;
  readonly counted: readonly string[];
}

/** The files between the smallest and the fastest to read, beside the usual one. Those with other orders of rows have a frontier of their own. */
export function FrontierPlot({ frontier, reordered, chosen, usual, counted }: FrontierPlotProps) {
  if (frontier.length === 0) return null;
  const isChosen = ({ sizeBytes, decodeMs }: FileFigures) =>
    chosen !== null && sizeBytes === chosen.sizeBytes && decodeMs === chosen.decodeMs;
  const sorted = reordered.filter(({ variant }) => variant.order.length > 0);
  const onFrontier = [...frontier, ...sorted].some(isChosen);
  return (
    <TrialPlot
      title={
        sorted.length === 0
          ? 'The whole file: the best combinations of settings'
          : 'The whole file: the best combinations of settings, and (squares) those if the order of rows may change'
      }
      note=""
      isWide
      counted={counted}
      marks={[
        ...frontier.map((each, index) => ({
          key: `combination ${index}`,
          label: `Combination ${index + 1}, ${orderText([])}`,
          sizeBytes: each.sizeBytes,
          decodeMs: each.decodeMs,
          encodeMs: each.encodeMs,
          color: 'var(--accent)',
          shape: 'circle' as const,
          isChosen: isChosen(each),
        })),
        ...sorted.map((each, index) => ({
          key: `sorted ${index}`,
          label: `Combination ${index + 1}, ${orderText(each.variant.order)}`,
          sizeBytes: each.sizeBytes,
          decodeMs: each.decodeMs,
          encodeMs: each.encodeMs,
          color: 'var(--accent)',
          shape: 'square' as const,
          isChosen: isChosen(each),
        })),
        ...(chosen === null || onFrontier
          ? []
          : [
              {
                sizeBytes: chosen.sizeBytes,
                decodeMs: chosen.decodeMs,
                encodeMs: chosen.encodeMs,
                key: 'chosen',
                label: 'Chosen',
                color: 'var(--accent)',
                shape: 'circle' as const,
                isChosen: true,
              },
            ]),
        ...(usual === null
          ? []
          : [
              {
                sizeBytes: usual.sizeBytes,
                decodeMs: usual.decodeMs,
                encodeMs: usual.encodeMs,
                key: 'usual',
                label: 'Dictionaries and zstd 1 in all columns',
                color: 'var(--ink-soft)',
                shape: 'diamond' as const,
                isChosen: false,
              },
            ]),
      ]}
    />
  );
}
