interface NavigatorWithMemory extends Navigator {
  /** GiB, rounded; Chromium alone tells it. */
  readonly deviceMemory?: number;
}

export function deviceMemoryGiB(): number | null {
  return (navigator as NavigatorWithMemory).deviceMemory ?? null;
}
