/** What the specification forbids in names of fields: control codes, point, space, slash and backslash. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is forbidden.
const forbidden = /[\u0000-\u001f\u007f-\u009f. \\/]/gu;

/** Half of a surrogate pair has no UTF-8. */
const halfPairs = /\p{Surrogate}/gu;

/** A name for each column's field: its own where that is allowed, else one like it that no other field has. */
export function fieldNamesFor(columnNames: readonly string[]): string[] {
  const allowed = columnNames.map((name) => name.replace(forbidden, '_').replace(halfPairs, '_'));
  const taken = new Set(columnNames.filter((name, index) => name !== '' && name === allowed[index]));
  return columnNames.map((name, index) => {
    const wanted = allowed[index] ?? '';
    if (wanted === name && name !== '') return name;
    let free = wanted === '' ? '_' : wanted;
    while (taken.has(free)) free = `${free}_`;
    taken.add(free);
    return free;
  });
}
