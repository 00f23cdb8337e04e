interface NavigatorWithMemory extends Navigator {
  /** Memory in GiB, rounded. Only Chromium provides it. */
  readonly deviceMemory?: number;
}

export function deviceMemoryGiB(): number | null {
  return (navigator as NavigatorWithMemory).deviceMemory ?? null;
}
