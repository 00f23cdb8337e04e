import { pythonSnippet, type PythonCodec, type PythonContent, type PythonFile } from './python';
import { juliaText } from './literals';
import { joined, type OtherSize, type Snippet, type SnippetRequest } from './snippet';

/** Pickle and NumPy's own files. */

const pickleInputs: Readonly<Record<string, string>> = {
  table: 'data: a dictionary of NumPy arrays, and of lists for texts',
  keyedVectors: 'data: a dictionary from id to NumPy array',
  array: 'data: a NumPy array',
  stringArray: 'data: a NumPy array of texts',
  list: 'data: a list',
  dict: 'data: a dictionary',
  records: 'data: a dictionary of texts',
  bytes: 'data: the bytes of the file',
};

export function pickleSnippets(request: SnippetRequest, codec: PythonCodec | null, isWrapped: boolean): Snippet[] {
  const { candidate, schema } = request;
  const input = pickleInputs[schema.kind];
  if (input === undefined || (isWrapped && codec === null)) return [];
  const old = candidate.options.numpy === '1';
  const format: PythonContent = {
    tool: 'pickle',
    label: 'Python (pickle)',
    input: old ? `${input}. For the same bytes, numpy must be older than 2` : input,
    imports: ['import pickle'],
    tested: true,
    encode: [`content = pickle.dumps(data, protocol=${candidate.options.protocol ?? 5})`],
    decode: ['# Read only files that you trust: a pickle can run any code.', 'data = pickle.loads(content)'],
  };
  return [pythonSnippet(format, codec, request)];
}

export function npySnippets(request: SnippetRequest, codec: PythonCodec | null, isWrapped: boolean): Snippet[] {
  if (isWrapped && codec === null) return [];
  const format: PythonFile = {
    tool: 'numpy',
    label: 'NumPy',
    input: 'array: a NumPy array',
    imports: ['import numpy as np'],
    tested: true,
    write: (target) => [`np.save(${target}, array, allow_pickle=False)`],
    read: (source) => [`array = np.load(${source}, allow_pickle=False)`],
  };
  const python = pythonSnippet(format, codec, request);
  if (isWrapped || request.schema.kind !== 'array') return [python];
  const name = juliaText(request.fileName);
  const julia: Snippet = {
    tool: 'julia',
    label: 'Julia',
    language: 'julia',
    write: joined([
      'using NPZ',
      '',
      '# array: an Array. NPZ.jl writes it in column order.',
      `npzwrite(${name}, array)`,
    ]),
    read: joined(['using NPZ', '', `array = npzread(${name})`]),
    tested: false,
  };
  return [python, julia];
}

const otherMembers: OtherSize = {
  because: 'NumPy deflates with zlib, and the page with libdeflate, which searches for matches in another way',
  range: [-0.05, 0.07],
};

export function npzSnippets(request: SnippetRequest, codec: PythonCodec | null, isWrapped: boolean): Snippet[] {
  const { candidate, schema } = request;
  if ((schema.kind !== 'dict' && schema.kind !== 'keyedVectors') || (isWrapped && codec === null)) return [];
  const [keys, values] = schema.kind === 'dict' ? ['keys', 'values'] : ['ids', 'vectors'];
  const deflated = candidate.options.members === 'deflated';
  const variable = schema.kind === 'dict' ? 'data' : 'vectors';
  const format: PythonFile = {
    tool: 'numpy',
    label: 'NumPy',
    input: `${variable}: ${schema.kind === 'dict' ? 'a dictionary' : 'a dictionary from id to NumPy array'}`,
    imports: ['import numpy as np'],
    tested: true,
    write: (target) => [
      `np.savez${deflated ? '_compressed' : ''}(${target}, ${keys}=list(${variable}), ${values}=list(${variable}.values()))`,
    ],
    read: (source) => [
      `with np.load(${source}, allow_pickle=False) as archive:`,
      `    ${variable} = dict(zip(archive["${keys}"].tolist(), archive["${values}"]${schema.kind === 'dict' ? '.tolist()' : ''}))`,
    ],
    ...(deflated ? { otherSize: otherMembers } : {}),
  };
  return [pythonSnippet(format, codec, request)];
}
