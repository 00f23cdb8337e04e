const gap = 6;
const edge = 8;

/** Places a text below what it explains, or above it where there is no room below, within the window. Does nothing once either has left the page. */
export function placeTip(tip: HTMLElement | null, of: Element | null): void {
  if (tip === null || of === null) return;
  const from = of.getBoundingClientRect();
  const own = tip.getBoundingClientRect();
  const left = Math.max(edge, Math.min(from.left, document.documentElement.clientWidth - own.width - edge));
  const below = from.bottom + gap;
  const top = below + own.height + edge > window.innerHeight ? Math.max(edge, from.top - gap - own.height) : below;
  tip.style.left = `${left}px`;
  tip.style.top = `${top}px`;
}
