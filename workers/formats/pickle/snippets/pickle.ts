import { pythonSnippet, type PythonCodec, type PythonContent } from '../../../snippets/python';
import type { Snippet, SnippetRequest } from '../../../snippets/snippet';

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
