import { uncompressedRow } from '../../figures/baseline';
import type { ResultRow } from '../../figures/rows';

/** The rows that no filter hides, and the uncompressed baseline of each dataset, which no filter hides either. */
export function drawnRows({
  all,
  shown,
}: {
  readonly all: readonly ResultRow[];
  readonly shown: readonly ResultRow[];
}): ResultRow[] {
  const baselines = [...new Set(all.map(({ dataset }) => dataset))].flatMap(
    (dataset) => uncompressedRow(all.filter((row) => row.dataset === dataset)) ?? [],
  );
  return [...new Set([...baselines, ...shown])];
}
