import { DamagedInput } from '../../../model/damaged-input';
import { CompressionType, DataType, type Field, MetadataVersion, type Schema } from 'apache-arrow';
import { ArrowMessageCheck, checkArrowFooter } from '../../../libraries/arrow-messages';
import type { UnknownField } from '../../../libraries/arrow-unknown-types';
import { markTypes, retypeFields } from '../../../libraries/arrow-retyped';
import type { ByteMap, MapNode } from '../../../model/byte-map';
import { failure, malformed } from '../../../byte-map/failures';
import type { ByteSource } from '../../../byte-map/source';
import { branch, present, SpanList } from '../../../byte-map/span-tree';
import { type BatchHeader, mapBatch, type MappedColumn } from './batches';
import { columnFacts, findingsOf } from './columns';
import { maxMetadataBytes, type MessageLocation, readMessages } from '../file/messages';

const magic = 'ARROW1';
const magicBytes = magic.length;
/** The magic, and two bytes that align what follows. */
const startBytes = 8;
const lengthBytes = 4;
const endMarkBytes = 8;

/** The messages of Arrow IPC, a file or a stream, and what stands around them. @throws `malformedInput` if it is damaged */
export async function arrowMessages(source: ByteSource, spans: SpanList) {
  const frame = await claimFrame(source, spans);
  const unknown: UnknownField[] = [];
  const check = new ArrowMessageCheck(unknown);
  const { start, limit, named } = frame;
  const read = await readMessages(source, start, limit, bareEndOf(named, limit), (bytes, left) => {
    const known = unknown.length;
    checked(() => check.check(bytes, left));
    if (unknown.length === known) return bytes;
    const retyped = bytes.slice();
    retypeFields(retyped, unknown.slice(known));
    return retyped;
  });
  requireNamed(read.messages, named);
  return { ...read, frame, unknown };
}

/** Finds out what each byte of Arrow IPC, a file or a stream, is for. */
export async function mapArrow(source: ByteSource): Promise<ByteMap> {
  const spans = new SpanList();
  const { messages, end, markBytes, frame, unknown } = await arrowMessages(source, spans);
  const { parts: around } = frame;
  const [first, ...batches] = messages;
  if (first === undefined || !first.message.isSchema()) throw malformed('It does not begin with a schema.');
  const schema = first.message.header() as Schema;
  checked(() => markTypes(schema, unknown));
  const columns = schema.fields.map((field): MappedColumn => ({ field, batches: [], dictionaries: [], parts: [] }));
  const framing: (MapNode | null)[] = [
    spans.leaf('Schema', 'schema', first.offset, first.metadataBytes + first.bodyBytes),
  ];
  let dictionaries = 0;
  let records = 0;
  for (const placed of batches) {
    const { message, offset, metadataBytes } = placed;
    const hasUnionValidity = message.version < MetadataVersion.V5;
    if (message.isDictionaryBatch()) {
      const { id, data } = message.header() as { id: number; data: BatchHeader };
      const type = schema.dictionaries.get(id);
      const column = columns.find(({ field }) => usesDictionary(field.type, id));
      if (type === undefined || column === undefined) throw malformed(`No column uses its dictionary ${id}.`);
      dictionaries += 1;
      framing.push(spans.leaf(`Metadata of dictionary ${dictionaries}`, 'metadata', offset, metadataBytes));
      const mapped = await mapBatch(source, spans, placed, data, [type], hasUnionValidity);
      for (const part of mapped) {
        column.dictionaries.push(part);
        column.parts.push(branch(`Dictionary ${dictionaries}`, part.parts.map(asDictionary)));
      }
    } else if (message.isRecordBatch()) {
      records += 1;
      framing.push(spans.leaf(`Metadata of batch ${records}`, 'metadata', offset, metadataBytes));
      const header = message.header() as BatchHeader;
      const types = schema.fields.map(({ type }) => type);
      const mapped = await mapBatch(source, spans, placed, header, types, hasUnionValidity);
      for (const [index, part] of mapped.entries()) {
        columns[index]?.batches.push(part);
        columns[index]?.parts.push(branch(`Batch ${records}`, part.parts));
      }
    } else throw malformed(`It has a second schema, or something else, at byte ${offset}.`);
  }
  framing.push(spans.leaf('End mark', 'metadata', end, markBytes), ...around);
  const rest = await spans.rest(source, async () => null);
  return {
    format: 'Arrow',
    columnTerm: 'Columns',
    fileBytes: source.sizeBytes,
    parts: present([
      ...columns.map(({ field, parts }) => branch(field.name, parts)),
      branch('Schema and metadata', framing),
      branch('Between the parts', rest),
    ]),
    columns: columns.map((column) => columnFacts(column, codecOf(batches))),
    findings: findingsOf(columns, source.sizeBytes),
  };
}

interface Frame {
  /** Where the messages begin, and where they must end. */
  readonly start: number;
  readonly limit: number;
  readonly parts: readonly (MapNode | null)[];
  /** The batches that the footer names; null in a stream. */
  readonly named: ReturnType<typeof checkArrowFooter> | null;
}

/** Checks and claims what stands around the messages of a file: nothing in a stream. */
async function claimFrame(source: ByteSource, spans: SpanList): Promise<Frame> {
  const { sizeBytes } = source;
  const textAt = async (at: number) =>
    String.fromCharCode(...(await source.read(at, Math.min(magicBytes, sizeBytes - at))));
  if ((await textAt(0)) !== magic) return { start: 0, limit: sizeBytes, parts: [], named: null };
  const footerEnd = sizeBytes - magicBytes - lengthBytes;
  if (footerEnd < startBytes || (await textAt(sizeBytes - magicBytes)) !== magic)
    throw malformed(`It is truncated: an Arrow file ends with “${magic}”, and this one does not.`);
  const length = await source.read(footerEnd, lengthBytes);
  const footerBytes = new DataView(length.buffer, length.byteOffset, lengthBytes).getInt32(0, true);
  const footerStart = footerEnd - footerBytes;
  if (footerBytes <= 0 || footerStart < startBytes) throw malformed('It is truncated: it does not end with a footer.');
  if (footerBytes > maxMetadataBytes)
    throw failure('tooLarge', `Its footer has ${footerBytes} bytes, too many for a map.`);
  const footer = await source.read(footerStart, footerBytes);
  return {
    start: startBytes,
    limit: footerStart,
    named: checked(() => checkArrowFooter(footer)),
    parts: [
      spans.leaf('Footer', 'metadata', footerStart, footerBytes + lengthBytes),
      spans.leaf('Magic bytes', 'magic', 0, magicBytes),
      spans.leaf('Magic bytes', 'magic', sizeBytes - magicBytes, magicBytes),
    ],
  };
}

/** Where the schema of a file ends if it has no length of its own: at the first batch, or at the end mark. Null in a stream. */
const bareEndOf = (named: Frame['named'], limit: number): number | null =>
  named?.reduce((first, { start }) => Math.min(first, start), limit - endMarkBytes) ?? null;

/** @throws `malformedInput` if the footer names a batch where none is, or one twice */
function requireNamed(messages: readonly MessageLocation[], named: Frame['named']): void {
  const batches = new Map(messages.map(({ offset, message }) => [offset, message]));
  for (const { start, isDictionary } of named ?? []) {
    const message = batches.get(start);
    if (message === undefined || !(isDictionary ? message.isDictionaryBatch() : message.isRecordBatch()))
      throw malformed(`It names a batch at byte ${start}, but no such batch begins there, or it is named twice.`);
    batches.delete(start);
  }
}

function checked<R>(check: () => R): R {
  try {
    return check();
  } catch (thrown) {
    if (thrown instanceof DamagedInput) throw malformed(`It ${thrown.problem}.`, thrown);
    throw failure('unsupported', thrown instanceof Error ? thrown.message : String(thrown), thrown);
  }
}

/** Marks a buffer as part of a dictionary. */
const asDictionary = (part: MapNode | null): MapNode | null =>
  part !== null && 'span' in part ? { ...part, span: { ...part.span, kind: 'dictionary' } } : part;

function usesDictionary(type: DataType, id: number): boolean {
  if (DataType.isDictionary(type)) return type.id === id || usesDictionary(type.dictionary, id);
  return ((type.children ?? []) as Field[]).some((child) => usesDictionary(child.type, id));
}

function codecOf(messages: readonly MessageLocation[]): string {
  for (const { message } of messages) {
    if (!message.isRecordBatch()) continue;
    const { compression } = message.header() as BatchHeader;
    if (compression !== null) return compression.type === CompressionType.ZSTD ? 'ZSTD' : 'LZ4';
  }
  return 'none';
}
