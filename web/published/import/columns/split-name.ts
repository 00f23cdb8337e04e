/** A benchmark's name that tells what is done and to what: `BM_Compress/zstd`, `zstdEncode`, `test_write[parquet]`. */
export interface SplitName {
  readonly system: string;
  /** The word for what is done, as it stands there. */
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
/** The word with its ending, at the start or after a separator, or where a hump begins: never inside another word. */
const wayWord = new RegExp(
  String.raw`(?:(?<=^|[\W_])|(?<=[a-z0-9])(?=[A-Z]))(?:${either})(?:e|es|er|or|ed|ing|ation|ion|s)?(?=$|[\W_]|[A-Z0-9])`,
);
/** The package and class of Java's methods, or the file of Python's tests. */
const path = /^(?:\S*\.py::(?:\w+::)*|(?:[a-z]\w*\.)*(?:[A-Z]\w*\.)+)(?=\w)/;
const prefix = /^(?:BM|[Bb]ench(?:mark)?|test|perf)(?=[\W_A-Z])[\W_]*/;

/** The name in two; null where it tells no way, or nothing beside it. */
export function splitName(name: string): SplitName | null {
  const own = name.replace(path, '').replace(prefix, '');
  const found = wayWord.exec(own);
  if (found === null) return null;
  const [metric] = found;
  const before = own.slice(0, found.index).replace(/[\W_]+$/, '');
  const after = own
    .slice(found.index + metric.length)
    .replace(/^[\W_]+/, '')
    .replace(/[\])]+$/, '');
  const system = [before, after].filter((part) => part !== '').join(' ');
  return system === '' ? null : { system, metric };
}

/** Whether names are worth splitting: every one in two, with several systems that share the ways. */
export function areSplit(names: readonly string[]): boolean {
  const parts = names.map(splitName);
  const systems = new Set(parts.map((part) => part?.system));
  const metrics = new Set(parts.map((part) => part?.metric));
  const pairs = new Set(parts.map((part) => `${part?.system}\n${part?.metric}`));
  return (
    !parts.includes(null) && systems.size > 1 && metrics.size > 1 && pairs.size > Math.max(systems.size, metrics.size)
  );
}
