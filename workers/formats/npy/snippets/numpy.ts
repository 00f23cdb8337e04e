import { pythonSnippet, type PythonCodec, type PythonFile } from '../../../snippets/python';
import { juliaText } from '../../../snippets/literals';
import { joined, type OtherSize, type Snippet, type SnippetRequest } from '../../../snippets/snippet';

/** NumPy's own files. */

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
