import { type Box, type LabelAnchor, type PlacedLabel, sharedArea } from './label-placement';

/**
 * Leaves out labels of a chart that is too full, so that no label overlaps another one or a mark. The labels whose ids come first in
 * `preferred` are kept rather than others, then those nearest to their marks.
 */
export function withoutOverlaps(
  labels: readonly PlacedLabel[],
  anchors: readonly Pick<LabelAnchor, 'id' | 'x' | 'y' | 'radius'>[],
  preferred: ReadonlySet<string>,
): PlacedLabel[] {
  if (labels.every(({ overlap }) => overlap === 0)) return [...labels];
  const marks = anchors.map(({ id, x, y, radius }) => ({
    id,
    box: { x: x - radius, y: y - radius, width: radius * 2, height: radius * 2 },
  }));
  const rank = ({ id, leader }: PlacedLabel) => (preferred.has(id) ? 0 : 2) + (leader === null ? 0 : 1);
  const kept: PlacedLabel[] = [];
  const isFree = (label: PlacedLabel) =>
    kept.every((other) => sharedArea(label, other) === 0) &&
    marks.every(({ id, box }: { id: string; box: Box }) => id === label.id || sharedArea(label, box) === 0);
  for (const label of labels.toSorted((a, b) => rank(a) - rank(b))) if (isFree(label)) kept.push(label);
  return kept;
}
