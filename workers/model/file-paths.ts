/** Rules for the paths of several files that are read as one dataset. */

const collator = new Intl.Collator('en', { numeric: true });

/** Compares paths by folders and names, with numbers in the order of their values: `part-2` comes before `part-10`. */
export function inNaturalOrder(one: string, other: string): number {
  const [left, right] = [one.split('/'), other.split('/')];
  for (let depth = 0; depth < Math.min(left.length, right.length); depth += 1) {
    const order = collator.compare(left[depth] ?? '', right[depth] ?? '');
    if (order !== 0) return order;
  }
  return left.length - right.length || (one < other ? -1 : one > other ? 1 : 0);
}

/**
 * Why a file holds no data, to complete a sentence about it; null if it may hold some. In folders, Hadoop, Spark and pyarrow pass over names with “_”
 * or “.” in front; `root` is the folder that the user chose, whose own name may begin so. “.” and “..” are no names: archives have paths that begin
 * with them.
 */
export function whyNoData(path: string, root: string | null = null): string | null {
  const parts = path.split('/');
  const name = parts.at(-1) ?? '';
  if (name === '.DS_Store' || name.startsWith('._') || parts.includes('__MACOSX')) return 'macOS keeps it for itself';
  if (/^(?:Thumbs\.db|desktop\.ini)$/iu.test(name)) return 'Windows keeps it for itself';
  if (/\.crc$/iu.test(name)) return 'it holds the checksum of another file';
  if (/^_(?:SUCCESS|STARTED|COMMITTED|metadata|common_metadata)/u.test(name))
    return 'it tells programs about the other files';
  const below = root !== null && parts[0] === root ? parts.slice(1) : parts;
  const hidden = parts.length > 1 ? below.find((part) => /^(?:_|\.(?!\.?$))/u.test(part)) : undefined;
  return hidden === undefined
    ? null
    : `“${hidden}” begins with “${hidden[0]}”, as names do that readers of folders pass over`;
}
