import type { CandidateNames } from '../figures/candidate-names';
import { type MarkShape, markColor, markShape, publishedPath, shapePaths } from './mark-style';

/** A candidate's mark as a swatch in running text. */
export function MarkSwatch({ names }: { readonly names: CandidateNames }) {
  return <ShapeSwatch shape={markShape(names.implementationId)} color={markColor(names)} />;
}

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

export function PublishedSwatch() {
  return (
    <svg width="14" height="14" viewBox="-7.5 -7.5 15 15" aria-hidden="true" focusable="false" style={{ flex: 'none' }}>
      <path d={publishedPath} fill="none" stroke="currentColor" strokeWidth="1.3" strokeLinejoin="round" />
    </svg>
  );
}
