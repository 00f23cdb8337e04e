/** Characters that RNTuple's specification forbids in field names: control codes, dot, space, slash and backslash. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are the forbidden ones.
const forbidden = /[\u0000-\u001f\u007f-\u009f. \\/]/gu;

/** A lone surrogate cannot be encoded in UTF-8. */
const halfPairs = /\p{Surrogate}/gu;

/** A field name for each column: the column's name if it is allowed, otherwise a similar unique name. */
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
