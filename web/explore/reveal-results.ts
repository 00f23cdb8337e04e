import { resultsId } from './element-ids';

/** Where the page is one column (as in Explore.module.css), results come in far below what was pressed: go there. */
export function revealResults(): void {
  if (!window.matchMedia('(max-width: 960px)').matches) return;
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  document.getElementById(resultsId)?.scrollIntoView({ behavior: still ? 'auto' : 'smooth' });
}
