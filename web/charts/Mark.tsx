import type { CandidateNames } from '../figures/candidate-names';
import { type MarkShape, markColor, markShape, publishedMarkPath, shapePaths } from './mark-style';

/** A candidate's mark, to be shown beside its name in text. */
export function MarkSwatch({ names }: { readonly names: CandidateNames }) {
  return <ShapeSwatch shape={markShape(names.implementationId)} color={markColor(names)} />;
}

/** A shape in a given colour, for a legend. */
export function ShapeSwatch({ shape, color }: { readonly shape: MarkShape; readonly color: string }) {
  return (
    <svg
      width="14"
      height="14"
      viewBox="-7.5 -7.5 15 15"
      aria-hidden="true"
      focusable="false"
      style={{ flex: 'none', color }}
    >
      <path d={shapePaths[shape]} fill="currentColor" />
    </svg>
  );
}

/** The hollow mark of published figures, for a legend or a list. */
export function PublishedSwatch() {
  return (
    <svg width="14" height="14" viewBox="-7.5 -7.5 15 15" aria-hidden="true" focusable="false" style={{ flex: 'none' }}>
      <path d={publishedMarkPath} fill="none" stroke="currentColor" strokeWidth="1.3" strokeLinejoin="round" />
    </svg>
  );
}
