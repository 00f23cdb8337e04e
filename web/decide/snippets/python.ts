import { joined, quoted, type Snippet } from './snippet';

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
  /** Why a file of this library has another size. Absent if it is within 2 % of the page's. */
  readonly readsOnly?: string;
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
  /** Lines before the call, to make a compressor. */
  readonly setUp?: (content: string) => readonly string[];
  readonly compress: (content: string) => string;
  readonly decompress: (content: string) => string;
  /** Why a file of this library has another size. Absent if it is within 2 % of the page's. */
  readonly readsOnly?: string;
}

/** Imports without repetitions: modules of the standard library, then others, each sorted. */
function importLines(imports: readonly string[]): string[] {
  const standard = /^(?:import|from) (?:bz2|gzip|io|json|lzma|pathlib|pickle|zlib)\b/;
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
  fileName: string,
): Snippet {
  const path = quoted(fileName);
  const readsOnly = format.readsOnly ?? codec?.readsOnly;
  const lines = 'encode' in format ? contentLines(format, codec, path) : fileLines(format, codec, path);
  return {
    tool: format.tool,
    label: format.label,
    language: 'python',
    write:
      readsOnly === undefined
        ? joined([
            ...importLines([...format.imports, ...(format.writeImports ?? []), ...lines.imports]),
            `# ${format.input}`,
            ...lines.write,
          ])
        : null,
    read: joined([...importLines([...format.imports, ...(format.readImports ?? []), ...lines.imports]), ...lines.read]),
    tested: format.tested,
    ...(readsOnly === undefined ? {} : { readsOnly }),
  };
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
