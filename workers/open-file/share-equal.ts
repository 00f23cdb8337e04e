/**
 * The values, of which equal ones are the same object. A message to another thread holds each object once, so that the choices of ten thousand
 * columns cost little.
 */
export function shareEqual<T extends object>(values: readonly T[]): readonly T[] {
  const shared = new Map<T, T>();
  const first = new Map<string, T>();
  return values.map((value) => {
    // Readers may share them already, and writing each as text takes long.
    const known = shared.get(value);
    if (known !== undefined) return known;
    const key = JSON.stringify(value);
    const equal = first.get(key) ?? value;
    first.set(key, equal);
    shared.set(value, equal);
    return equal;
  });
}
