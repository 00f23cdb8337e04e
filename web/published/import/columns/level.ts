/** The compression level in a name: `-1`, `level 3`, `:3`, `@3`. Null if the name contains none. */
export function compressionLevelIn(label: string): number | null {
  const level = /(?:\blevel\s*|\blvl\s*|\bl(?=\d)|[:@]|\s-)(-?\d{1,2})(?![\d.])/i.exec(label)?.[1];
  return level === undefined ? null : Number(level);
}
