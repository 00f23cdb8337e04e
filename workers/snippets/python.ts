import { pythonText } from './literals';
import { joined, type OtherSize, type Snippet, type SnippetRequest } from './snippet';
import { pythonSource } from './source';

/** How Python writes and reads a format. `input` says which variable the user has. */
interface PythonParts {
  readonly tool: Snippet['tool'];
  readonly label: string;
  readonly input: string;
  readonly imports: readonly string[];
  /** What only writing needs, and what only reading needs. */
  readonly writeImports?: readonly string[];
  readonly readImports?: readonly string[];
  readonly tested: boolean;
  /** Why the library can't write a file of about this size. Absent if it can. */
  readonly readsOnly?: string;
  /** See `Snippet`. */
  readonly otherSize?: OtherSize;
  /** See `Snippet`. */
  readonly addedBytesPerColumn?: Snippet['addedBytesPerColumn'];
}

/** A library that writes to a path or to an open file. */
export interface PythonFile extends PythonParts {
  readonly write: (target: string) => readonly string[];
  readonly read: (source: string) => readonly string[];
}

/** A library that returns the file's content. The lines set, or use, the variable `content`. */
export interface PythonContent extends PythonParts {
  readonly encode: readonly string[];
  readonly decode: readonly string[];
}

/** A codec around the whole file in Python. */
export interface PythonCodec {
  readonly imports: readonly string[];
  /** What only writing needs, and what only reading needs. */
  readonly writeImports?: readonly string[];
  readonly readImports?: readonly string[];
  /** Lines before the call, to make a compressor. */
  readonly setUp?: (content: string) => readonly string[];
  readonly compress: (content: string) => string;
  readonly decompress: (content: string) => string;
  /** Why the library can't write a file of about this size. Absent if it can. */
  readonly readsOnly?: string;
  /** See `Snippet`. */
  readonly otherSize?: OtherSize;
}

/** Imports without repetitions: modules of the standard library, then others, each sorted. */
function importLines(imports: readonly string[]): string[] {
  const standard = /^(?:import|from) (?:bz2|gzip|io|itertools|json|lzma|pathlib|pickle|zlib)\b/;
  // `import …` before `from … import …`, as isort sorts them.
  const order = (line: string) => (line.startsWith('import') ? `0${line}` : `1${line}`);
  const unique = [...new Set(imports)].sort((a, b) => (order(a) < order(b) ? -1 : 1));
  const [own, other] = [unique.filter((line) => standard.test(line)), unique.filter((line) => !standard.test(line))];
  const lines = [...own, ...(own.length > 0 && other.length > 0 ? [''] : []), ...other];
  return lines.length === 0 ? [] : [...lines, ''];
}

const pathImport = 'from pathlib import Path';

export function pythonSnippet(
  format: PythonFile | PythonContent,
  codec: PythonCodec | null,
  { fileName, source }: Pick<SnippetRequest, 'fileName' | 'source'>,
): Snippet {
  const path = pythonText(fileName);
  const [variable = '', more] = format.input.split(/: .*?(?:\. |$)/u);
  const own = source === undefined ? null : pythonSource(source, variable);
  const readsOnly = format.readsOnly ?? codec?.readsOnly;
  const otherSize = readsOnly === undefined ? togetherOf(format.otherSize, codec?.otherSize) : undefined;
  const lines = 'encode' in format ? contentLines(format, codec, path) : fileLines(format, codec, path);
  return {
    tool: format.tool,
    label: format.label,
    language: 'python',
    write:
      readsOnly === undefined
        ? joined([
            ...importLines([
              ...format.imports,
              ...(format.writeImports ?? []),
              ...lines.imports,
              ...(codec?.writeImports ?? []),
              ...(own?.imports ?? []),
            ]),
            ...(own === null ? [`# ${format.input}`] : [...own.lines, ...(more ? [`# ${more}`] : [])]),
            ...lines.write,
          ])
        : null,
    read: joined([
      ...importLines([
        ...format.imports,
        ...(format.readImports ?? []),
        ...lines.imports,
        ...(codec?.readImports ?? []),
      ]),
      ...lines.read,
    ]),
    tested: format.tested,
    ...(readsOnly === undefined ? {} : { readsOnly }),
    ...(otherSize === undefined ? {} : { otherSize }),
    ...(readsOnly !== undefined || format.addedBytesPerColumn === undefined
      ? {}
      : { addedBytesPerColumn: format.addedBytesPerColumn }),
  };
}

/** How far the size of a file differs if both its format's library and its codec's write other sizes. */
function togetherOf(one: OtherSize | undefined, other: OtherSize | undefined): OtherSize | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const product = (end: 0 | 1) => (1 + one.range[end]) * (1 + other.range[end]) - 1;
  return { because: `${one.because}. ${other.because}`, range: [product(0), product(1)] };
}

interface Lines {
  readonly imports: readonly string[];
  readonly write: readonly string[];
  readonly read: readonly string[];
}

function contentLines(format: PythonContent, codec: PythonCodec | null, path: string): Lines {
  const compressed = codec?.compress('content') ?? 'content';
  const read = `Path(${path}).read_bytes()`;
  return {
    imports: [pathImport, ...(codec?.imports ?? [])],
    write: [...format.encode, ...(codec?.setUp?.('content') ?? []), `Path(${path}).write_bytes(${compressed})`],
    read: [`content = ${codec?.decompress(read) ?? read}`, ...format.decode],
  };
}

function fileLines(format: PythonFile, codec: PythonCodec | null, path: string): Lines {
  if (codec === null) return { imports: [], write: format.write(path), read: format.read(path) };
  return {
    imports: ['import io', pathImport, ...codec.imports],
    write: [
      'buffer = io.BytesIO()',
      ...format.write('buffer'),
      ...(codec.setUp?.('buffer.getvalue()') ?? []),
      `Path(${path}).write_bytes(${codec.compress('buffer.getvalue()')})`,
    ],
    read: [`buffer = io.BytesIO(${codec.decompress(`Path(${path}).read_bytes()`)})`, ...format.read('buffer')],
  };
}

/** `name=value` of those settings whose value is not the library's default. */
export const keywords = (
  settings: readonly (readonly [name: string, value: string, defaultValue: string | null])[],
): string[] => settings.flatMap(([name, value, usual]) => (value === usual ? [] : [`${name}=${value}`]));

export const pythonBoolean = (value: boolean): string => (value ? 'True' : 'False');
