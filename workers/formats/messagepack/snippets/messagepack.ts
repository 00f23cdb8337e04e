import { arrowTextLines, textColumns } from '../../../snippets/columns';
import { pythonSnippet, type PythonCodec, type PythonContent } from '../../../snippets/python';
import { objectsOf, textImports } from '../../../snippets/python-objects';
import { call, type Snippet, type SnippetRequest } from '../../../snippets/snippet';

/** MessagePack by msgpack. */

const wideIntegers =
  'msgpack has no setting for a file of this size: @msgpack/msgpack writes every integer in 9 bytes, and other libraries take the shortest form.';

export function messagePackSnippets(request: SnippetRequest, codec: PythonCodec | null, isWrapped: boolean): Snippet[] {
  const { candidate, schema } = request;
  const objects =
    schema.kind === 'records' ? { input: 'data: a dictionary', value: 'data', times: false } : objectsOf(request);
  if (objects === null || (isWrapped && codec === null)) return [];
  // Instants have MessagePack's own type; dates and local times are texts.
  const columns = schema.kind === 'table' ? (textColumns(schema) ?? []) : [];
  const zoned = columns.some(({ timeZone }) => timeZone !== null);
  const prepare = arrowTextLines(columns.filter(({ timeZone }) => timeZone === null));
  const integers =
    (schema.kind === 'dict' && (schema.keyType === 'int64' || schema.valueType === 'int64')) ||
    ((schema.kind === 'array' || schema.kind === 'list') && schema.elementType === 'int64');
  const settings = [
    ...(zoned ? ['datetime=True'] : []),
    ...(objects.times ? ['default=lambda time: time.isoformat()'] : []),
  ];
  const format: PythonContent = {
    tool: 'msgpack',
    label: 'Python (msgpack)',
    input: objects.input,
    imports: ['import msgpack'],
    writeImports: prepare.length === 0 ? [] : textImports,
    tested: true,
    encode: [...prepare, ...call('content = msgpack.packb', [objects.value, ...settings])],
    decode: call('data = msgpack.unpackb', ['content', 'strict_map_key=False', ...(zoned ? ['timestamp=3'] : [])]),
    ...(candidate.implementation === 'msgpack' && integers ? { readsOnly: wideIntegers } : {}),
  };
  return [pythonSnippet(format, codec, request)];
}
