/** A benchmark's name, split into system and metric: `BM_Compress/zstd`, `zstdEncode`, `test_write[parquet]`. */
interface SplitName {
  readonly system: string;
  /** The word for the operation, as the name has it. */
  readonly metric: string;
}

const stems = [
  'decompress',
  'compress',
  'decod',
  'encod',
  'deserializ',
  'deserialis',
  'serializ',
  'serialis',
  'deser',
  'ser',
  'writ',
  'read',
  'load',
  'sav',
  'stor',
  'dump',
  'pars',
  'unpack',
  'pack',
  'unmarshal',
  'marshal',
  'inflat',
  'deflat',
];
const either = stems.map((stem) => `[${stem[0]}${stem[0]?.toUpperCase()}]${stem.slice(1)}`).join('|');
/**
 * An operation's word with its ending, at the start, after a separator, or at a capital of camel case; never inside
 * another word.
 */
const wayWord = new RegExp(
  String.raw`(?:(?<=^|[\W_])|(?<=[a-z0-9])(?=[A-Z]))(?:${either})(?:e|es|er|or|ed|ing|ation|ion|s)?(?=$|[\W_]|[A-Z0-9])`,
);
/** The package and class of Java methods, or the file of Python tests. */
const path = /^(?:\S*\.py::(?:\w+::)*|(?:[a-z]\w*\.)*(?:[A-Z]\w*\.)+)(?=\w)/;
const prefix = /^(?:BM|[Bb]ench(?:mark)?|test|perf)(?=[\W_A-Z])[\W_]*/;

/** Splits a name into system and metric. Null if it contains no operation, or nothing but an operation. */
export function splitName(name: string): SplitName | null {
  const own = name.replace(path, '').replace(prefix, '');
  const match = wayWord.exec(own);
  if (match === null) return null;
  const [metric] = match;
  const before = own.slice(0, match.index).replace(/[\W_]+$/, '');
  const after = own
    .slice(match.index + metric.length)
    .replace(/^[\W_]+/, '')
    .replace(/[\])]+$/, '');
  const system = [before, after].filter((part) => part !== '').join(' ');
  return system === '' ? null : { system, metric };
}

/** True if names are to be split: each splits, and several systems share the operations. */
export function areNamesSplittable(names: readonly string[]): boolean {
  const parts = names.map(splitName);
  const systems = new Set(parts.map((part) => part?.system));
  const metrics = new Set(parts.map((part) => part?.metric));
  const pairs = new Set(parts.map((part) => `${part?.system}\n${part?.metric}`));
  return (
    !parts.includes(null) && systems.size > 1 && metrics.size > 1 && pairs.size > Math.max(systems.size, metrics.size)
  );
}
