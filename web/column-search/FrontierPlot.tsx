import type { Combination, FileFigures } from './search-goals';
import { TrialPlot } from './TrialPlot';

interface FrontierPlotProps {
  readonly frontier: readonly Combination[];
  readonly chosen: FileFigures | null;
  readonly usual: FileFigures | null;
}

/** The files between the smallest and the fastest to read, beside the usual one. */
export function FrontierPlot({ frontier, chosen, usual }: FrontierPlotProps) {
  if (frontier.length === 0) return null;
  const isChosen = ({ sizeBytes, decodeMs }: FileFigures) =>
    chosen !== null && sizeBytes === chosen.sizeBytes && decodeMs === chosen.decodeMs;
  const onFrontier = frontier.some(isChosen);
  return (
    <TrialPlot
      title="The whole file: the best combinations of settings"
      note=""
      isWide
      marks={[
        ...frontier.map((each, index) => ({
          key: `combination ${index}`,
          label: `Combination ${index + 1}`,
          sizeBytes: each.sizeBytes,
          decodeMs: each.decodeMs,
          color: 'var(--accent)',
          shape: 'circle' as const,
          isChosen: isChosen(each),
        })),
        ...(chosen === null || onFrontier
          ? []
          : [
              {
                ...chosen,
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
                ...usual,
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
