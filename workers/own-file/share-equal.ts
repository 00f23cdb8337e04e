/**
 * The values, of which equal ones are the same object. A message to another thread holds each object once, so that the choices of ten thousand
 * columns cost little.
 */
export function shareEqual<T>(values: readonly T[]): readonly T[] {
  const first = new Map<string, T>();
  return values.map((value) => {
    const key = JSON.stringify(value);
    const known = first.get(key);
    if (known !== undefined) return known;
    first.set(key, value);
    return value;
  });
}
