/** The level in a name: `-1`, `level 3`, `:3`, `@3`; null where it tells none. */
export function levelIn(label: string): number | null {
  const told = /(?:\blevel\s*|\blvl\s*|\bl(?=\d)|[:@]|\s-)(-?\d{1,2})(?![\d.])/i.exec(label)?.[1];
  return told === undefined ? null : Number(told);
}
