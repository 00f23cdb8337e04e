import { resultsId } from './element-ids';

/** On a narrow screen, where the page has one column, scrolls from the Run button to the results. The width is that of Explore.module.css. */
export function revealResults(): void {
  if (!window.matchMedia('(max-width: 960px)').matches) return;
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  document.getElementById(resultsId)?.scrollIntoView({ behavior: still ? 'auto' : 'smooth' });
}
