/** Each different note once; with the number of files that it is of, if these are not all. */
export function countedNotes(lists: readonly (readonly string[])[]): string[] {
  const counts = new Map<string, number>();
  for (const list of lists) for (const note of new Set(list)) counts.set(note, (counts.get(note) ?? 0) + 1);
  return [...counts].map(([note, count]) =>
    count === lists.length
      ? note
      : `In ${count.toLocaleString('en')} of ${lists.length.toLocaleString('en')} files: ${note}`,
  );
}
